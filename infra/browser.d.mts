/** For the tests' set-up, which is TypeScript; see browser.mjs. */
export function ensureBrowser(): { readonly executable: string } | { readonly skipped: string };
