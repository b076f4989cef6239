import { AnswerTooLarge } from "./connection.ts";
import { DialError } from "./dial.ts";
import type { FailureClass, SendOutcome } from "./send-result.ts";

type Failed = Extract<SendOutcome, { outcome: "failed" }>;

export function failed(failureClass: FailureClass, hint: string): Failed {
  return { outcome: "failed", class: failureClass, hint };
}

/** The class and hint of an error that came instead of an answer. Total: what is not known is a protocol failure. */
export function failureOf(error: unknown, answerBegun: boolean): Failed {
  if (error instanceof DialError) return dialFailure(error);
  const code = codeOf(error);
  if (error instanceof AnswerTooLarge || code === "UND_ERR_HEADERS_OVERFLOW") {
    return failed("too_large", "The head of the answer was larger than 16 KB.");
  }
  if (code === "UND_ERR_INVALID_ARG" || code === "UND_ERR_NOT_SUPPORTED") {
    return failed("request", "The request could not be sent with this endpoint's headers.");
  }
  if (code.startsWith("ERR_SSL")) return failed("tls", "The receiver ended the TLS session.");
  if (isDisconnect(error)) {
    return failed(
      "reset",
      answerBegun
        ? "The receiver closed the connection in the middle of its answer."
        : "The receiver closed the connection without an answer.",
    );
  }
  return failed("protocol", "The receiver did not answer in HTTP/1.1.");
}

/** The other side closed or reset the connection, as opposed to answering something unusable. */
export function isDisconnect(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== "UND_ERR_SOCKET") return disconnectCodes.has(code);
  return error instanceof Error && /closed/u.test(error.message);
}

const disconnectCodes = new Set(["ECONNRESET", "EPIPE", "ECONNABORTED", "ETIMEDOUT"]);

function dialFailure({ phase, timedOut, cause }: DialError): Failed {
  const code = codeOf(cause);
  switch (phase) {
    case "connect":
      if (timedOut) return failed("connect", "The host did not accept a connection in time.");
      return failed("connect", connectHints.get(code) ?? "The host could not be reached.");
    case "tls":
      if (timedOut) return failed("tls", "The host did not complete the TLS handshake in time.");
      return failed("tls", tlsHints.get(code) ?? "The TLS handshake failed.");
  }
}

const connectHints = new Map([
  ["ECONNREFUSED", "The host refused the connection: nothing listens on this port."],
]);

const untrusted = "The certificate is not signed by a known authority, or the chain is incomplete.";
const tlsHints = new Map([
  ["CERT_HAS_EXPIRED", "The certificate has expired."],
  ["CERT_NOT_YET_VALID", "The certificate is not valid yet."],
  ["CERT_REVOKED", "The certificate was revoked."],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "The certificate is self-signed."],
  ["SELF_SIGNED_CERT_IN_CHAIN", untrusted],
  ["UNABLE_TO_GET_ISSUER_CERT", untrusted],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", untrusted],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", untrusted],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "The certificate is for another host name."],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "The host does not speak TLS on this port."],
  ["EPROTO", "The host does not speak TLS on this port."],
]);

function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !("code" in error)) return "";
  return typeof error.code === "string" ? error.code : "";
}
