import { counted, Facts, Time } from "../ui/index.ts";
import { type Endpoint, latencyWords, shareWords } from "./webhook.ts";

const breakerWords = {
  closed: "Everything is sent as it comes",
  open: "Held back after several failures in a row",
  half_open: "One delivery at a time, after several failures in a row",
} as const;

export function EndpointFacts({ endpoint }: { readonly endpoint: Endpoint }) {
  const { health } = endpoint;
  const configured = [
    [
      "Order",
      endpoint.ordering === "ordered" ? "Every change, in order" : "Only the latest of a shipment",
    ],
    ["Own headers", Object.keys(endpoint.headers).join(", ") || null],
    ...(endpoint.previousSecretUntil === null
      ? []
      : [
          [
            "Two secrets sign",
            <span key="until">
              until <Time at={endpoint.previousSecretUntil} format="short" />
            </span>,
          ] as const,
        ]),
  ] as const;
  if (health === null) return <Facts items={configured} />;
  return (
    <Facts
      items={[
        ["Delivered, last day", shareWords(health)],
        ["Latency", latencyWords(health)],
        ["Waiting", health.waiting.toLocaleString("en")],
        [
          "Oldest due",
          health.oldestDueAt === null ? (
            "none is due"
          ) : (
            <Time at={health.oldestDueAt} key="oldest" />
          ),
        ],
        [
          "Sending",
          <span key="breaker">
            {breakerWords[health.breaker]}
            {health.breakerRetryAt !== null && (
              <>
                ; next try <Time at={health.breakerRetryAt} format="short" />
              </>
            )}
            {health.pausedUntil !== null && (
              <>
                ; the receiver asked to wait until <Time at={health.pausedUntil} format="short" />
              </>
            )}
          </span>,
        ],
        ...(health.failingSince === null
          ? []
          : [
              [
                "Failing",
                <span key="failing">
                  {counted(health.failingAttempts, "attempt")} since{" "}
                  <Time at={health.failingSince} format="short" />
                </span>,
              ] as const,
            ]),
        ["Last success", <Time at={health.lastSuccessAt} empty="never" key="success" />],
        ["Last failure", <Time at={health.lastFailureAt} empty="never" key="failure" />],
        ...configured,
      ]}
    />
  );
}
