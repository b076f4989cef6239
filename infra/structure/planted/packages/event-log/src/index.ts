// planted: another package's inside, and a module that does not exist
import { hidden } from "../../postgres/src/hidden.ts";
import { missing } from "./missing.ts";

export const append = hidden + String(missing);
