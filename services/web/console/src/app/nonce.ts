/** The nonce of the page that the server sent: styles that libraries add at run time need it. Undefined in the development server. */
export function readNonce(): string | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  // browsers hide it from the attribute
  const nonce = meta?.nonce ?? meta?.getAttribute("nonce") ?? "";
  return nonce === "" ? undefined : nonce;
}
