import { createLogger, runProcess } from "@shipment-tracking/runtime";
import { loadRelayConfig } from "./config.ts";
import { startRelayProcess } from "./start.ts";

await runProcess(async () => {
  const config = loadRelayConfig(process.env);
  const log = createLogger({ service: "relay", level: config.logLevel });
  return startRelayProcess(config, log);
});
