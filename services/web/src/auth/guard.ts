import type { Pool } from "@shipment-tracking/postgres";
import type { FastifyInstance, FastifyRequest, RouteOptions } from "fastify";
import { refuseCrossOrigin } from "../http/csrf.ts";
import { Refusal } from "../http/refusal.ts";
import { type Access, accessTo } from "./access.ts";
import { roleMay } from "./roles.ts";
import type { SessionCookie } from "./session-cookie.ts";
import { resumeSession, type SignedIn } from "./sessions.ts";

export interface GuardOptions {
  readonly pool: Pool;
  readonly publicUrl: string;
  readonly cookie: SessionCookie;
}

const signedInUsers = new WeakMap<FastifyRequest, SignedIn>();

/**
 * Decides for every request, before its body is read, who it is from and whether the route is theirs to call: 403 from another origin, 401
 * `Not signed in`, 403 `Not allowed`. A route without a line in the access table cannot be registered.
 */
export function registerGuard(app: FastifyInstance, options: GuardOptions): void {
  const publicOrigin = new URL(options.publicUrl).origin;
  app.addHook("onRoute", refuseUnlistedRoute);
  app.addHook("onRequest", async (request) => {
    if (request.is404) return;
    refuseCrossOrigin(request, publicOrigin);
    const access = accessTo(request.method, request.routeOptions.url ?? "");
    if (access === "public") return;
    const signedIn = await resume(options, request);
    if (signedIn === null || access === undefined) throw new Refusal(401, "Not signed in");
    signedInUsers.set(request, signedIn);
    if (!isAllowed(signedIn, access)) throw new Refusal(403, "Not allowed");
  });
}

/** The user behind a request on a route that is not public. */
export function signedInUser(request: FastifyRequest): SignedIn {
  const signedIn = signedInUsers.get(request);
  if (signedIn === undefined) throw new Error("The route is public and has no signed-in user");
  return signedIn;
}

async function resume(options: GuardOptions, request: FastifyRequest): Promise<SignedIn | null> {
  const sessionId = options.cookie.read(request);
  return sessionId === null ? null : resumeSession(options.pool, sessionId);
}

function isAllowed(signedIn: SignedIn, access: Exclude<Access, "public">): boolean {
  return access === "session" || roleMay(signedIn.role, access);
}

function refuseUnlistedRoute({ method, url }: RouteOptions): void {
  for (const one of [method].flat()) {
    if (accessTo(one, url) === undefined) {
      throw new Error(`${one} ${url} has no line in the access table (auth/access.ts)`);
    }
  }
}
