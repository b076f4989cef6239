import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { waitFor } from "./run.mjs";

/**
 * What the service is for, through the published port: a dispatcher signs in, creates a shipment, records a scan and shares it; another system reads it
 * with a key; the recipient opens the link. Remembers every shipment, so that each run also proves that the earlier ones are still there.
 */
export async function openMainJob({ installation, signal }) {
  const name = "Blaue Spedition Zürich";
  const email = "dispatcher@blue.example";
  const password = randomBytes(12).toString("base64url");
  const admin = await installation.tracking([
    "tenant",
    "create",
    "--name",
    name,
    "--admin-email",
    "ann@blue.example",
  ]);
  const user = await installation.tracking([
    "user",
    "create",
    "--tenant",
    name,
    "--email",
    email,
    "--role",
    "dispatcher",
  ]);
  const { key } = await installation.tracking(["key", "create", "--tenant", name, "--name", "ERP"]);
  const token = new URL(user.setUpUrl).searchParams.get("token");
  const http = client(installation.baseUrl, signal);
  const setUp = await http.post("/api/auth/password-reset/confirm", { token, password });
  assert.equal(setUp.status, 204);

  const shipments = new Map();
  let cookie = "";
  const asDispatcher = () => ({ cookie });
  const asSystem = (more = {}) => ({ authorization: `Bearer ${key}`, ...more });

  async function signIn() {
    const answer = await http.post("/api/auth/login", { email, password });
    assert.equal(answer.status, 200, answer.text);
    cookie = answer.headers.getSetCookie()[0].split(";", 1)[0];
  }

  async function writeOne() {
    const city = `Zürich ${shipments.size + 1}`;
    const created = await http.post(
      "/api/shipments",
      { mode: "parcel", origin: { city }, destination: { city: "東京" } },
      asDispatcher(),
    );
    assert.equal(created.status, 201, created.text);
    const { id } = created.json().shipment;
    // from here on it must never be lost, whatever the rest of this run does
    shipments.set(id, { city, status: null });
    const eventAt = new Date().toISOString();
    const event = await http.post(
      `/api/shipments/${id}/events`,
      { eventType: "pickup", city, eventAt },
      asDispatcher(),
    );
    assert.equal(event.status, 201, event.text);
    shipments.set(id, { city, status: "picked_up" });
    const shared = await http.post(`/api/shipments/${id}/share`, undefined, asDispatcher());
    assert.ok(shared.status < 300, shared.text);
    return {
      id,
      city,
      token: shared.json().trackingToken,
      position: shared.headers.get("x-position"),
    };
  }

  async function readOne({ id, city, token, position }) {
    const one = await http.get(`/api/v1/shipments/${id}`, asSystem({ "x-min-position": position }));
    assert.equal(one.status, 200, one.text);
    assert.equal(one.json().status, "picked_up");
    assert.equal(one.json().tracking[0].city, city);
    const tracked = await http.get(`/api/track/${token}`);
    assert.equal(tracked.status, 200, tracked.text);
    const page = await http.get(`/track/${token}`);
    assert.equal(page.status, 200);
    assert.ok(page.text.includes(one.json().shipmentNumber), "the page shows the shipment");
    return token;
  }

  const adminToken = new URL(admin.setUpUrl).searchParams.get("token");
  const secrets = [password, key, token, adminToken];
  return {
    http,
    asDispatcher,
    signIn,
    writeOne,
    /** What must not appear in any log. */
    secrets,
    login: { email, password },
    count: () => shipments.size,
    async run() {
      await signIn();
      secrets.push(cookie.split("=")[1]);
      secrets.push(await readOne(await writeOne()));
      await this.checkAll();
    },
    /** Every shipment that was ever answered for is there, with its status. */
    async checkAll() {
      const listed = await http.get("/api/v1/shipments?limit=200", asSystem());
      assert.equal(listed.status, 200, listed.text);
      const found = new Map(listed.json().map((one) => [one.id, one.status]));
      for (const [id, { status }] of shipments) {
        assert.ok(found.has(id), `the shipment ${id} is lost`);
        if (status !== null) assert.equal(found.get(id), status);
      }
    },
    /** Until the whole job works again; answers the milliseconds. Nothing that was answered may be missing. */
    async untilWorks(withinMs) {
      const startedAt = performance.now();
      await waitFor("the main job works", { withinMs, signal, everyMs: 100 }, async () => {
        await this.run();
        return true;
      });
      return performance.now() - startedAt;
    },
  };
}

function client(baseUrl, signal) {
  async function send(method, path, { body, headers = {} } = {}) {
    const json = body === undefined ? {} : { "content-type": "application/json" };
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { ...json, ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
      redirect: "error",
      signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: () => JSON.parse(text),
    };
  }
  return {
    get: (path, headers) => send("GET", path, { headers }),
    post: (path, body, headers) => send("POST", path, { body, headers }),
    /** Opens a stream of server-sent events; answers an iterator over its text, and how to end it. */
    async stream(path, headers) {
      const end = new AbortController();
      const response = await fetch(`${baseUrl}${path}`, {
        headers,
        signal: AbortSignal.any([signal, end.signal, AbortSignal.timeout(20_000)]),
      });
      assert.equal(response.status, 200);
      return {
        chunks: response.body.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator](),
        end: () => end.abort(),
      };
    },
  };
}
