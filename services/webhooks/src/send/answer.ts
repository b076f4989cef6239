import { failed } from "./failure.ts";
import { parseRetryAfter } from "./retry-after.ts";
import type { SendOutcome } from "./send-result.ts";

/** What the head of an answer decides (05-webhooks, "Ingest and dispatch"); its body decides nothing. */
export function outcomeOf(
  answer: { readonly status: number; readonly retryAfter: string | readonly string[] | undefined },
  nowMs: number,
): SendOutcome {
  const { status } = answer;
  if (status >= 200 && status < 300) return { outcome: "delivered" };
  if (status === 410) return { outcome: "gone" };
  if (status === 429 || status === 503) {
    return { outcome: "throttled", retryAfterMs: parseRetryAfter(answer.retryAfter, nowMs) };
  }
  if (status >= 300 && status < 400) {
    return failed(
      "redirect",
      `The receiver answered ${String(status)}; redirects are not followed: enter the final URL.`,
    );
  }
  return failed("status", `The receiver answered ${String(status)}${statusAdvice(status)}`);
}

function statusAdvice(status: number): string {
  if (status === 401 || status === 403)
    return ": check its access rules and this endpoint's headers.";
  if (status === 404) return ": check the path of the URL.";
  if (status === 405) return ": it must accept POST.";
  if (status === 413) return ": it must accept bodies of 4 KB.";
  return status >= 500 ? ": an error on its side." : "; any 2xx confirms a delivery.";
}
