import { createLogger, runProcess } from "@shipment-tracking/runtime";
import { loadApiConfig } from "./config.ts";
import { startApi } from "./start.ts";

await runProcess(async () => {
  const config = loadApiConfig(process.env);
  return startApi(config, createLogger({ service: "api", level: config.LOG_LEVEL, grouped: true }));
});
