declare module "kafkajs/src/network/requestQueue/index.js" {
  import type { RequestQueue as Queue } from "./idle-loop.ts";

  const RequestQueue: { readonly prototype: Queue };
  export default RequestQueue;
}
