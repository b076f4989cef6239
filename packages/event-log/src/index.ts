export type * from "./port.ts";
export { partCount } from "./port.ts";
