// planted: a package without a row in the table
import { hidden } from "../../../packages/postgres/src/index.ts";

export const unknown = hidden;
