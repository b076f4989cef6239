/** The shape of an ISO 3166-1 alpha-2 code, in any case. */
export function isCountryCode(code: string): boolean {
  return /^[A-Za-z]{2}$/.test(code);
}
