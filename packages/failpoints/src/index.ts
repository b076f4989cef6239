export { configureFailpoints, failpoint } from "./failpoint.ts";
export { FailpointsRefused } from "./failpoints-refused.ts";
