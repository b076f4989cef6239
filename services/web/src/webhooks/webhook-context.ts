import {
  createResolver,
  defaultTargetRules,
  type Resolve,
  type TargetContext,
  type TargetRules,
} from "@shipment-tracking/webhooks";

/** What the management of webhooks is told by the process that runs it. */
export interface WebhookDeps {
  /** What is allowed beyond public https targets; nothing when absent. */
  readonly rules?: TargetRules;
  /** Name servers; those of the system when absent. */
  readonly resolve?: Resolve;
  /** Called after each commit that has put something into the queue: a worker in this process looks at once. */
  wakeDispatch?(): void;
}

export interface WebhookContext {
  readonly targets: TargetContext;
  wakeDispatch(): void;
}

// a person waits for the answer
const dnsTimeoutMs = 3_000;

export function createWebhookContext(deps: WebhookDeps = {}): WebhookContext {
  return {
    targets: {
      rules: deps.rules ?? defaultTargetRules,
      resolve: deps.resolve ?? createResolver({ timeoutMs: dnsTimeoutMs }),
    },
    wakeDispatch: () => deps.wakeDispatch?.(),
  };
}
