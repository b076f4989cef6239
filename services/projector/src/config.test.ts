import { ConfigurationError } from "@shipment-tracking/runtime";
import { expect, test } from "vitest";
import { loadProjectorConfig } from "./config.ts";

test("the database's address is the only setting that must be given", () => {
  const url = "postgres://projector:secret@127.0.0.1:5432/tracking";
  expect(loadProjectorConfig({ PROJECTOR_DATABASE_URL: url })).toEqual({
    PROJECTOR_DATABASE_URL: url,
    KAFKA_TOPIC: "shipment-tracking.events",
    KAFKA_SSL: false,
    HEALTH_HOST: "127.0.0.1",
    HEALTH_PORT: 9002,
    LOG_LEVEL: "info",
  });
  expect(() => loadProjectorConfig({})).toThrow(ConfigurationError);
  expect(() => loadProjectorConfig({})).toThrow(/PROJECTOR_DATABASE_URL/);
});
