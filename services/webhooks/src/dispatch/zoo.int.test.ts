import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
