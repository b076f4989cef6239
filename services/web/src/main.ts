import { createLogger, runProcess } from "@shipment-tracking/runtime";
import { loadWebConfig } from "./config.ts";
import { startWeb } from "./start.ts";

await runProcess(async () => {
  const config = loadWebConfig(process.env);
  return startWeb(config, createLogger({ service: "web", level: config.LOG_LEVEL }));
});
