import { password, type Tenant } from "../system/prepare-database.ts";
import { createFleet, type Fleet } from "./fleet.ts";
import { send } from "./request.ts";

/** A fleet without shipments, with a session of the tenant's dispatcher: it outlives every restart. */
export async function signIn(webUrl: string, tenant: Tenant): Promise<Fleet> {
  const body = { email: tenant.email, password };
  const answer = await send({ method: "POST", url: `${webUrl}/api/auth/login`, headers: {}, body });
  const cookie = answer?.headers.get("set-cookie")?.split(";")[0];
  if (cookie === undefined) throw new Error(`No session: ${answer?.text ?? "no answer"}`);
  return createFleet({ tenantId: tenant.id, cookie, apiKey: tenant.apiKey });
}
