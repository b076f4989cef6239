import { setTimeout as delay } from "node:timers/promises";
import { request } from "undici";
import { password, type Tenant } from "../../crash/system/prepare-database.ts";

export interface Doors {
  readonly webUrl: string;
  readonly apiUrl: string;
}

/** A dispatcher and an integrator of one tenant. */
export interface Prober {
  readonly doors: Doors;
  readonly cookie: string;
  readonly apiKey: string;
}

// a reader that waits longer than this has found a fault
const patienceMs = 20_000;
/** Commands come at any time, not when the last one has just become visible: readers that slow down while idle have done so by then. */
const pauseMs = { least: 100, most: 300 };

export async function signIn(doors: Doors, { email, apiKey }: Tenant): Promise<Prober> {
  const { headers, body } = await request(`${doors.webUrl}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  await body.dump();
  const cookie = [headers["set-cookie"]].flat()[0]?.split(";")[0];
  if (cookie === undefined) throw new Error(`no session for ${email}`);
  return { doors, cookie, apiKey };
}

/**
 * Milliseconds from the answer to a command until the list shows its effect, `samples` of them; the probers take them at the same time. The list is asked
 * for as a client does that wants to read what it wrote, with the position of the command's answer: dozens of looks for each command were a load themselves.
 */
export async function probe(
  probers: readonly Prober[],
  samples: number,
): Promise<readonly number[]> {
  const each = Math.ceil(samples / probers.length);
  const all = await Promise.all(
    probers.map(async (prober) => {
      const times: number[] = [];
      for (let n = 0; n < each; n += 1) {
        await delay(pauseMs.least + Math.random() * (pauseMs.most - pauseMs.least));
        times.push(await probeOnce(prober));
      }
      return times;
    }),
  );
  return all.flat();
}

async function probeOnce({ doors, cookie, apiKey }: Prober): Promise<number> {
  const created = await request(`${doors.webUrl}/api/shipments`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie },
    body: JSON.stringify({ mode: "parcel" }),
  });
  const text = await created.body.text();
  const answeredAt = performance.now();
  if (created.statusCode !== 201) throw new Error(`the command failed: ${text}`);
  const position = String(created.headers["x-position"]);
  // as: the answer to this command
  const { shipment } = JSON.parse(text) as { readonly shipment: { readonly id: string } };
  for (;;) {
    const list = await request(`${doors.apiUrl}/api/v1/shipments?limit=1`, {
      headers: { authorization: `Bearer ${apiKey}`, "x-min-position": position },
    });
    const page = await list.body.text();
    if (list.statusCode !== 200) throw new Error(`the list failed: ${page}`);
    const found = page.includes(shipment.id);
    const ms = performance.now() - answeredAt;
    if (found) return ms;
    if (ms > patienceMs) throw new Error("never visible");
  }
}
