import type { FastifyReply, FastifyRequest } from "fastify";

/** The session's cookie: host-only and tied to https (`__Host-`) wherever the public address is https. */
export interface SessionCookie {
  read(request: FastifyRequest): string | null;
  set(reply: FastifyReply, sessionId: string): void;
  clear(reply: FastifyReply): void;
}

export function sessionCookie(publicUrl: string): SessionCookie {
  const secure = new URL(publicUrl).protocol === "https:";
  const name = secure ? "__Host-session" : "session";
  const attributes = { httpOnly: true, sameSite: "lax", path: "/", secure } as const;
  return {
    read: (request) => request.cookies[name] ?? null,
    set: (reply, sessionId) => {
      reply.setCookie(name, sessionId, { ...attributes, maxAge: 12 * 60 * 60 });
    },
    clear: (reply) => {
      reply.clearCookie(name, attributes);
    },
  };
}
