import type { FastifyInstance } from "fastify";
import type { WebContext } from "../context.ts";

/** What somebody who programs against the service must know of this installation; nothing secret. */
export function registerDeveloperRoute(app: FastifyInstance, web: WebContext): void {
  app.get("/api/developer", async () => {
    const { publicUrl } = web;
    return {
      publicUrl,
      api: {
        baseUrl: `${publicUrl}/api/v1`,
        exampleUrl: `${publicUrl}/api/v1/shipments?limit=5`,
        openApiUrl: `${publicUrl}/api/openapi.json`,
        docsUrl: `${publicUrl}/docs`,
        keyHeader: "Authorization",
        keyScheme: "Bearer",
      },
      web: { openApiUrl: `${publicUrl}/api/web-openapi.json` },
      tracking: { urlPattern: `${publicUrl}/track/{token}` },
      webhooks: {
        signature: "Standard Webhooks",
        headers: ["webhook-id", "webhook-timestamp", "webhook-signature"],
        // a demonstration shows what it received
        demoReceiverUrl: web.inboxes === null ? null : `${publicUrl}/dev/webhooks`,
      },
    };
  });
}
