/** Where to sign in, and to come back from there to `path`. */
export function loginAddress(path: string): string {
  return path === "/" ? "/login" : `/login?next=${encodeURIComponent(path)}`;
}

/** Where to go after signing in: a path of this application, whatever the address says. */
export function nextPath(next: string | null): string {
  if (next === null || !/^\/(?![/\\])/.test(next)) return "/";
  const url = new URL(next, "http://console.invalid");
  if (url.origin !== "http://console.invalid") return "/";
  return /^\/(login|reset|set-up)(\/|$)/.test(url.pathname) ? "/" : url.pathname + url.search;
}
