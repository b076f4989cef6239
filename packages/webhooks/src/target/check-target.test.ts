import { describe, expect, test } from "vitest";
import { checkTarget } from "./check-target.ts";
import { defaultTargetRules, type TargetRules } from "./parse-target.ts";

const publicV4 = "93.184.216.34";

function check(text: string, given: { rules?: Partial<TargetRules>; answer?: string[] } = {}) {
  return checkTarget(text, {
    rules: { ...defaultTargetRules, ...given.rules },
    resolve: async () => given.answer ?? [publicV4],
  });
}

async function codeOf(text: string, given: Parameters<typeof check>[1] = {}) {
  const checked = await check(text, given);
  return checked.outcome === "safe" ? "safe" : checked.code;
}

describe("the URL", () => {
  test.each([
    "https://hooks.example.com",
    "https://hooks.example.com/a?b=c&d=%20",
    "https://hooks.example.com:443/",
    "https://hooks.example.com:8443/x",
    "HTTPS://HOOKS.Example.COM/x",
    "https://bücher.example/x",
    "https://xn--bcher-kva.example/x",
    "https://a_b.example.com/",
    "https://93.184.216.34/x",
    "https://[2606:4700::1111]/x",
  ])("%s is allowed", async (text) => {
    expect(await codeOf(text)).toBe("safe");
  });

  test.each([
    ["", "invalid_url"],
    ["hooks.example.com/x", "invalid_url"],
    ["https://", "invalid_url"],
    ["https:hooks.example.com", "invalid_url"],
    ["https:///hooks.example.com", "invalid_url"],
    [" https://hooks.example.com", "invalid_url"],
    ["https://hooks.example.com/\n", "invalid_url"],
    ["https://hooks.exa\tmple.com/", "invalid_url"],
    ["https:\\\\hooks.example.com", "invalid_url"],
    ["https://hooks.example.com\\@evil.example/", "invalid_url"],
    ["https://[fe80::1%25eth0]/", "invalid_url"],
    ["https://1.2.3.4.5/", "invalid_url"],
    ["https://256.1.1.1/", "invalid_url"],
    ["https://hooks.example.com:99999/", "invalid_url"],
    [`https://hooks.example.com/${"a".repeat(2048)}`, "url_too_long"],
    [`https://hooks.example.com/${"ü".repeat(500)}`, "url_too_long"],
    ["http://hooks.example.com/", "scheme_not_allowed"],
    ["ftp://hooks.example.com/", "scheme_not_allowed"],
    ["file:///etc/passwd", "scheme_not_allowed"],
    ["gopher://hooks.example.com/", "scheme_not_allowed"],
    ["data:text/plain,x", "scheme_not_allowed"],
    ["https://me@hooks.example.com/", "user_info_not_allowed"],
    ["https://me:secret@hooks.example.com/", "user_info_not_allowed"],
    ["https://@hooks.example.com/", "user_info_not_allowed"],
    ["https://hooks.example.com/#x", "fragment_not_allowed"],
    ["https://hooks.example.com/#", "fragment_not_allowed"],
    ["https://hooks.example.com:80/", "port_not_allowed"],
    ["https://hooks.example.com:22/", "port_not_allowed"],
    ["https://hooks.example.com:0/", "port_not_allowed"],
    ["https://localhost/", "host_not_allowed"],
    ["https://LOCALHOST/", "host_not_allowed"],
    ["https://localhost./", "host_not_allowed"],
    ["https://api.localhost/", "host_not_allowed"],
    ["https://metadata.google.internal/", "host_not_allowed"],
    ["https://db.internal./", "host_not_allowed"],
    ["https://printer.local/", "host_not_allowed"],
    ["https://web.default.svc.cluster.local/", "host_not_allowed"],
    ["https://router.home.arpa/", "host_not_allowed"],
    ["https://intranet/", "host_not_allowed"],
    ["https://hooks.example.com./", "host_not_allowed"],
    ["https://hooks..example.com/", "host_not_allowed"],
    [`https://${"a".repeat(64)}.example.com/`, "host_not_allowed"],
    [`https://${"a.".repeat(130)}com/`, "host_not_allowed"],
  ])("%j is refused as %s", async (text, code) => {
    expect(await codeOf(text)).toBe(code);
  });
});

describe("an address instead of a name is checked itself, in every spelling", () => {
  test.each([
    "https://127.0.0.1/",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0x7f.0.0.1/",
    "https://0177.0.0.1/",
    "https://017700000001/",
    "https://127.0.0.1./",
    "https://①②⑦.0.0.1/",
    "https://%31%32%37.0.0.1/",
    "https://0/",
    "https://10.1.2.3/",
    "https://192.168.257/",
    "https://169.254.169.254/latest/meta-data/",
    "https://2852039166/",
    "https://[::1]/",
    "https://[::]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[0:0:0:0:0:ffff:a9fe:a9fe]/",
    "https://[64:ff9b::10.0.0.1]/",
    "https://[64:ff9b:1::10.0.0.1]/",
    "https://[2002:7f00:1::]/",
    "https://[2001:0:7f00:1::]/",
    "https://[fd00:ec2::254]/",
    "https://[fe80::1]/",
    "https://[2001:db8::1]/",
  ])("%s", async (text) => {
    expect(await codeOf(text)).toBe("no_public_address");
  });
});

describe("a name", () => {
  test("gives the addresses that were checked", async () => {
    const answer = [publicV4, "2606:4700::1111"];
    expect(await check("https://hooks.example.com/", { answer })).toMatchObject({
      outcome: "safe",
      port: 443,
      addresses: answer,
    });
  });

  test.each([
    [["10.0.0.1"]],
    [[publicV4, "10.0.0.1"]],
    [["127.0.0.1", publicV4]],
    [[publicV4, "::1"]],
    [["::ffff:10.0.0.1"]],
    [["fe80::1%eth0", publicV4]],
    [["not an address"]],
  ])("that resolves to %j is refused", async (answer) => {
    expect(await codeOf("https://hooks.example.com/", { answer })).toBe("no_public_address");
  });

  test("that does not exist reads like one that leads to private addresses", async () => {
    const unknown = await check("https://hooks.example.com/", { answer: [] });
    const inner = await check("https://hooks.example.com/", { answer: ["10.0.0.1"] });
    expect(unknown).toEqual({ ...inner, outcome: "unresolved" });
    expect(JSON.stringify(inner)).not.toContain("10.0.0.1");
  });

  test("whose name servers fail is unresolved, not unsafe", async () => {
    const failing = { rules: defaultTargetRules, resolve: () => Promise.reject(new Error("no")) };
    const checked = await checkTarget("https://hooks.example.com/", failing);
    expect(checked).toMatchObject({ outcome: "unresolved", code: "no_dns_answer" });
  });

  test("is asked once, in lower case and punycode, and never when it is refused or an address", async () => {
    const asked: string[] = [];
    const resolve = async (name: string) => (asked.push(name), [publicV4]);
    const context = { rules: defaultTargetRules, resolve };
    for (const text of [
      "https://BÜCHER.example/",
      "https://localhost/",
      "https://db.internal/",
      "https://hooks.example.com:22/",
      "https://93.184.216.34/",
    ]) {
      await checkTarget(text, context);
    }
    expect(asked).toEqual(["xn--bcher-kva.example"]);
  });
});

describe("configuration", () => {
  test("can allow http, on port 80 and the allowed ports", async () => {
    const rules = { allowHttp: true };
    expect(await codeOf("http://hooks.example.com/", { rules })).toBe("safe");
    expect(await codeOf("http://hooks.example.com:8443/", { rules })).toBe("safe");
    expect(await codeOf("http://hooks.example.com:8080/", { rules })).toBe("port_not_allowed");
    expect(await codeOf("ftp://hooks.example.com/", { rules })).toBe("scheme_not_allowed");
  });

  test("can allow the machine itself, and nothing else that is private", async () => {
    const rules = { allowLoopback: true };
    expect(await check("https://localhost/", { rules })).toMatchObject({
      addresses: ["127.0.0.1", "::1"],
    });
    for (const host of ["127.0.0.1", "127.8.8.8", "[::1]", "2130706433"]) {
      expect(await codeOf(`https://${host}/`, { rules })).toBe("safe");
    }
    for (const host of ["10.0.0.1", "169.254.169.254", "[fd00::1]", "0.0.0.0", "[::]"]) {
      expect(await codeOf(`https://${host}/`, { rules })).toBe("no_public_address");
    }
    const answer = ["127.0.0.1", "10.0.0.1"];
    expect(await codeOf("https://hooks.example.com/", { rules, answer })).toBe("no_public_address");
  });

  test("can allow other ports", async () => {
    const rules = { ports: [4443] };
    expect(await codeOf("https://hooks.example.com:4443/", { rules })).toBe("safe");
    expect(await codeOf("https://hooks.example.com/", { rules })).toBe("port_not_allowed");
    expect(await codeOf("https://hooks.example.com:1/", { rules: { ports: "any" } })).toBe("safe");
  });
});
