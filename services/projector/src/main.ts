import { createLogger, runProcess } from "@shipment-tracking/runtime";
import { loadProjectorConfig } from "./config.ts";
import { startProjectorProcess } from "./start.ts";

await runProcess(async () => {
  const config = loadProjectorConfig(process.env);
  const log = createLogger({ service: "projector", level: config.LOG_LEVEL });
  return startProjectorProcess(config, log);
});
