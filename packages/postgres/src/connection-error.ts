/**
 * Says in one sentence with the remedy why a connection to `url` failed, or null when the error is about something else. The sentence names server,
 * database and user, never the password.
 */
export function explainConnectionError(error: unknown, url: string): string | null {
  const target = parseTarget(url);
  if (target === null) {
    return "DATABASE_URL is not a PostgreSQL URL. Write it as postgres://user:password@host:5432/database.";
  }
  const code = codeOf(error);
  const sentence =
    encryptionSentence(error, code, target) ?? (code === null ? null : sentenceFor(code, target));
  if (sentence !== null) return sentence;
  if (error instanceof Error && /timeout|terminated unexpectedly/i.test(error.message)) {
    return `The PostgreSQL server at ${target.server} does not answer. Check the host and port of DATABASE_URL and the firewall between.`;
  }
  return null;
}

interface Target {
  readonly server: string;
  readonly database: string;
  readonly user: string;
}

function sentenceFor(code: string, { server, database, user }: Target): string | null {
  switch (code) {
    case "ECONNREFUSED":
      return `No PostgreSQL server listens at ${server}. Start it, or correct DATABASE_URL.`;
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `The host of DATABASE_URL (${server}) is not known. Correct it.`;
    case "ETIMEDOUT":
    case "EHOSTUNREACH":
    case "ENETUNREACH":
    case "ECONNRESET":
      return `The PostgreSQL server at ${server} cannot be reached. Check the host and port of DATABASE_URL and the firewall between.`;
    case "28P01":
    case "28000":
      return `PostgreSQL at ${server} refuses the user ${user}: wrong user or password, or not allowed by pg_hba.conf. Correct DATABASE_URL.`;
    case "3D000":
      return `PostgreSQL at ${server} has no database ${database}. Create it (createdb ${database}), or correct DATABASE_URL.`;
    case "42501":
      return `The user ${user} may not use the database ${database} at ${server}. Give it the right, or use another user in DATABASE_URL.`;
    case "53300":
      return `PostgreSQL at ${server} has no free connection. Raise max_connections, or stop other programs that use it.`;
    case "57P03":
      return `PostgreSQL at ${server} is still starting or stopping. Try again in a moment.`;
    default:
      return null;
  }
}

/** What goes wrong about TLS. The codes are OpenSSL's, as node gives them. */
function encryptionSentence(
  error: unknown,
  code: string | null,
  { server }: Target,
): string | null {
  const message = error instanceof Error ? error.message : "";
  if (message.includes("does not support SSL")) {
    return `PostgreSQL at ${server} does not speak TLS. Turn it on there (ssl = on), or take sslmode out of DATABASE_URL.`;
  }
  if (code === "28000" && /no encryption|SSL off/i.test(message)) {
    return `PostgreSQL at ${server} wants TLS. Add ${tlsParameters} to DATABASE_URL.`;
  }
  // not of a server's socket in the file system, which is connected to and not opened
  if ((code === "ENOENT" || code === "EACCES") && message.includes(", open ")) {
    return `A file that DATABASE_URL names (sslrootcert, sslcert or sslkey) cannot be read: ${message}.`;
  }
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    return `The certificate of PostgreSQL at ${server} is for another host (${message}). Name the host in DATABASE_URL as the certificate does.`;
  }
  // those that begin with ERR_ are the server's word on our certificate
  if (code !== null && /^(?!ERR_).*(?:CERT|SIGNATURE)/.test(code)) {
    return `The certificate of PostgreSQL at ${server} cannot be trusted (${message}). Name the file with its authority: ${tlsParameters} in DATABASE_URL.`;
  }
  return null;
}

const tlsParameters = "?sslmode=verify-full&sslrootcert=/path/of/authority.pem";

function parseTarget(url: string): Target | null {
  if (!URL.canParse(url)) return null;
  const { protocol, hostname, port, pathname, username } = new URL(url);
  if (protocol !== "postgres:" && protocol !== "postgresql:") return null;
  const user = decodeURIComponent(username);
  return {
    server: `${hostname || "localhost"}:${port || "5432"}`,
    database: decodeURIComponent(pathname.slice(1)) || user,
    user,
  };
}

/** The code of an error, or of the first of an AggregateError (a host name with several addresses). */
function codeOf(error: unknown): string | null {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  if (!(error instanceof Error)) return null;
  if ("code" in error && typeof error.code === "string") return error.code;
  return codeOf(error.cause);
}
