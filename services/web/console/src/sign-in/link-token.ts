import { useEffect, useState } from "react";

/** The token of a link from a mail; null without. It leaves the address at once, so that it is neither bookmarked nor read over a shoulder. */
export function useLinkToken(): string | null {
  const [token] = useState(() => new URLSearchParams(globalThis.location.search).get("token"));
  useEffect(() => {
    if (token === null) return;
    globalThis.history.replaceState(globalThis.history.state, "", globalThis.location.pathname);
  }, [token]);
  return token;
}
