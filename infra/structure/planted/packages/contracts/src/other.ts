import { position } from "./index.ts";

export const other = (): string => position;
