import type { Role } from "@shipment-tracking/web-service";

// the tests look into answers of every shape
// oxlint-disable-next-line typescript/no-explicit-any
export type Call = (role: Role, route: string, body?: unknown) => Promise<any>;

/** Calls the API as a user of each role; signs in once per role. */
export function callerOf(site: {
  readonly url: string;
  readonly emails: Readonly<Record<Role, string>>;
  readonly password: string;
}): { readonly call: Call; cookieOf(role: Role): Promise<string> } {
  const cookies = new Map<Role, Promise<string>>();
  const cookieOf = (role: Role): Promise<string> => {
    const cookie = cookies.get(role) ?? signIn(site.url, site.emails[role], site.password);
    cookies.set(role, cookie);
    return cookie;
  };
  const call: Call = async (role, route, body) => {
    const [method = "", path = ""] = route.split(" ", 2);
    const response = await fetch(site.url + path, {
      method,
      headers: {
        cookie: await cookieOf(role),
        ...(body === undefined ? {} : { "content-type": typeOf(body) }),
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${route} answered ${String(response.status)}: ${text}`);
    return text === "" ? null : JSON.parse(text);
  };
  return { call, cookieOf };
}

/** A text is an import. */
function typeOf(body: unknown): string {
  return typeof body === "string" ? "text/csv" : "application/json";
}

async function signIn(url: string, email: string, password: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const [cookie] = response.headers.getSetCookie();
  if (!response.ok || cookie === undefined) throw new Error(await response.text());
  return cookie.split(";")[0] ?? "";
}
