import { describeKafka } from "@shipment-tracking/testing";
import { engineContract } from "../engine.contract.ts";
import { createKafkaHarness } from "./engine-harness.contract.ts";

describeKafka("on a broker", () => {
  engineContract("kafka", () => createKafkaHarness());
});
