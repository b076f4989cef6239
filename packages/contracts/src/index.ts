export type * from "./envelope.ts";
