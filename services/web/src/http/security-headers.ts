import type { FastifyHelmetOptions } from "@fastify/helmet";
import { styleSource } from "../pages/style.ts";

const none = ["'none'"];

/** Nothing is loaded from anywhere, nothing runs, nobody frames the pages, and links tell nobody where they were followed. */
export function securityHeaders(publicUrl: string): FastifyHelmetOptions {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: none,
        styleSrc: [styleSource],
        imgSrc: ["data:"],
        baseUri: none,
        formAction: none,
        frameAncestors: none,
      },
    },
    // as frame-ancestors says, for browsers that do not know it
    frameguard: { action: "deny" },
    referrerPolicy: { policy: "no-referrer" },
    strictTransportSecurity: publicUrl.startsWith("https:") ? { maxAge: 15_552_000 } : false,
  };
}
