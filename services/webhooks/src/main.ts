import { configureFailpoints } from "@shipment-tracking/failpoints";
import { createLogger, runProcess } from "@shipment-tracking/runtime";
import { loadWebhooksConfig } from "./config.ts";
import { startWebhooksProcess } from "./start.ts";

await runProcess(async () => {
  configureFailpoints(process.env);
  const config = loadWebhooksConfig(process.env);
  const log = createLogger({ service: "webhooks", level: config.LOG_LEVEL });
  return startWebhooksProcess(config, log);
});
