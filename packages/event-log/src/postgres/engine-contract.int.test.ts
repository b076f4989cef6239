import { engineContract } from "../engine.contract.ts";
import { createPostgresHarness } from "./engine-harness.contract.ts";

engineContract("postgres", () => createPostgresHarness());
