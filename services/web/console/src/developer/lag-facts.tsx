import { useQuery } from "@tanstack/react-query";
import { api, type components, read } from "../api/index.ts";
import { counted, Facts, Loaded } from "../ui/index.ts";

type ReaderLag = components["schemas"]["ReaderLag"];

export const readerWords: Readonly<Record<ReaderLag["reader"], string>> = {
  projector: "Read API and tracking pages",
  webhooks: "Webhooks",
  relay: "Relay to Kafka",
};

const pollMs = 5_000;

/** How far each reader of the log is behind, asked every five seconds. */
export function LagFacts() {
  const query = useQuery({
    queryKey: ["lag"],
    queryFn: ({ signal }) => read(api.GET("/api/lag", { signal })),
    refetchInterval: pollMs,
  });
  return (
    <Loaded query={query} what="the lag" rows={3}>
      {({ readers }) => (
        <Facts items={readers.map((lag) => [readerWords[lag.reader], lagWords(lag)] as const)} />
      )}
    </Loaded>
  );
}

function lagWords({ behindEvents, behindSeconds, alive }: ReaderLag): string {
  const standing =
    behindEvents === 0
      ? "Up to date"
      : `${counted(behindEvents, "event")} behind, for ${behindSeconds.toFixed(1)} s`;
  return alive ? standing : `${standing}; not running`;
}
