export { ApiError, isStatus, sentenceFor } from "./api-error.ts";
export { api, newIdempotencyKey, read, send, type Sent } from "./client.ts";
export { queryKeys } from "./query-keys.ts";
export type { components, paths } from "./schema.d.ts";
