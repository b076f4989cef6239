/**
 * Content-Security-Policy of the console's page: code, styles, data and frames of this origin only. The nonce is for the styles that its component
 * library adds at run time; a tracking page is framed as the preview of what a recipient sees.
 */
export function consolePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join(";");
}
