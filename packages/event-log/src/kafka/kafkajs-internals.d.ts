declare module "kafkajs/src/network/requestQueue/index.js" {
  import type { RequestQueue as Queue } from "./idle-loop.ts";

  const RequestQueue: { readonly prototype: Queue };
  export default RequestQueue;
}

declare module "kafkajs/src/protocol/requests/index.js" {
  import type { FetchDefinition } from "./fetch-wait.ts";
  import type { ProduceDefinition } from "./produce-request.ts";

  const protocol: {
    readonly requests: { readonly Fetch: FetchDefinition; readonly Produce: ProduceDefinition };
  };
  export default protocol;
}

declare module "kafkajs/src/protocol/recordBatch/crc32C/index.js" {
  const crc32C: (bytes: Buffer) => number;
  export default crc32C;
}
