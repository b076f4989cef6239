// planted: production code that needs the test packages
import { expect } from "vitest";

export const rows = expect;
