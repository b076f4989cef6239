import { describe, expect, it } from "vitest";
import { explainConnectionError } from "./connection-error.ts";

const url = "postgres://ann:s3cr%20et@db.example:6543/freight";

function failure(code: string): Error {
  return Object.assign(new Error(`${url} failed`), { code });
}

describe("explainConnectionError", () => {
  it.each([
    ["ECONNREFUSED", "No PostgreSQL server listens at db.example:6543."],
    ["ENOTFOUND", "The host of DATABASE_URL (db.example:6543) is not known."],
    ["ETIMEDOUT", "db.example:6543 cannot be reached"],
    ["28P01", "refuses the user ann: wrong user or password"],
    ["28000", "refuses the user ann"],
    ["3D000", "has no database freight. Create it (createdb freight)"],
    ["42501", "The user ann may not use the database freight"],
    ["53300", "no free connection"],
    ["57P03", "still starting or stopping"],
  ])("turns %s into a sentence with the remedy", (code, sentence) => {
    expect(explainConnectionError(failure(code), url)).toContain(sentence);
  });

  it.each([
    ["SELF_SIGNED_CERT_IN_CHAIN", "self-signed certificate in certificate chain"],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "self-signed certificate"],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "unable to verify the first certificate"],
    ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "unable to get local issuer certificate"],
    ["CERT_HAS_EXPIRED", "certificate has expired"],
    ["CERT_SIGNATURE_FAILURE", "certificate signature failure"],
  ])("says of %s how to trust the server", (code, message) => {
    const error = Object.assign(new Error(message), { code });
    expect(explainConnectionError(error, url)).toBe(
      `The certificate of PostgreSQL at db.example:6543 cannot be trusted (${message}). Name the file with its authority: ?sslmode=verify-full&sslrootcert=/path/of/authority.pem in DATABASE_URL.`,
    );
  });

  it.each([
    ["ERR_TLS_CERT_ALTNAME_INVALID", "Host: x. is not in the cert's altnames", "for another host"],
    ["ENOENT", "ENOENT: no such file or directory, open '/ca.pem'", "cannot be read: ENOENT"],
    ["28000", 'no pg_hba.conf entry for host "10.0.0.1", no encryption', "wants TLS. Add ?sslm"],
    ["28000", 'no pg_hba.conf entry for host "10.0.0.1", SSL off', "wants TLS. Add ?sslmode="],
    ["", "The server does not support SSL connections", "does not speak TLS. Turn it on there"],
  ])("explains %s: %s", (code, message, sentence) => {
    const error = Object.assign(new Error(message), code === "" ? {} : { code });
    expect(explainConnectionError(error, url)).toContain(sentence);
  });

  it("never shows the password, encoded or not", () => {
    for (const code of ["ECONNREFUSED", "28P01", "3D000", "42501", "ENOTFOUND"]) {
      expect(explainConnectionError(failure(code), url)).not.toMatch(/s3cr/);
    }
  });

  it("looks into the causes and into the attempts on several addresses", () => {
    const wrapped = new Error("outer", { cause: failure("3D000") });
    expect(explainConnectionError(wrapped, url)).toContain("no database");
    const several = new AggregateError([failure("ECONNREFUSED"), failure("ECONNREFUSED")]);
    expect(explainConnectionError(several, url)).toContain("No PostgreSQL server listens");
  });

  it("knows pg's time-out, which has no code", () => {
    const timeout = new Error("Connection terminated due to connection timeout");
    expect(explainConnectionError(timeout, url)).toContain("does not answer");
  });

  it.each(["localhost:5432/db", "http://db/x", "", "postgres//x"])(
    "says what a URL looks like when it gets %j",
    (wrong) => {
      expect(explainConnectionError(new Error("whatever"), wrong)).toContain(
        "postgres://user:password@host:5432/database",
      );
    },
  );

  it("fills in what the URL leaves to PostgreSQL's defaults", () => {
    expect(explainConnectionError(failure("3D000"), "postgresql://bob@localhost")).toContain(
      "at localhost:5432 has no database bob",
    );
  });

  it("leaves other errors alone", () => {
    const socket = "connect ENOENT /var/run/postgresql/.s.PGSQL.5432";
    for (const [code, message] of [
      ["ENOENT", socket],
      ["ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED", "tlsv13 alert certificate required"],
    ]) {
      expect(explainConnectionError(Object.assign(new Error(message), { code }), url)).toBeNull();
    }
    expect(explainConnectionError(failure("42P01"), url)).toBeNull();
    expect(explainConnectionError("text", url)).toBeNull();
  });
});
