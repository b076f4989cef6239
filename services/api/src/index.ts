export { createKeyUseRecorder, type KeyUseRecorder } from "./access/key-use-recorder.ts";
export { buildApi, type ApiDeps } from "./app.ts";
export { cacheSetting } from "./config.ts";
export { readApiOwns } from "./paths.ts";
export { createApiPool } from "./api-pool.ts";
