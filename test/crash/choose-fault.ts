import type { LocalKafka } from "@shipment-tracking/testing";
import { freeze, kill, killAt, restart, stopPostgres, type FaultPlan } from "./fault.ts";
import { disturbTopic, freezeKafka, killKafka, wipeKafka } from "./kafka-fault.ts";
import type { SeededRandom } from "./seeded-random.ts";

export interface Broker {
  readonly kafka: LocalKafka;
  readonly topic: string;
}

/** What happens next: one thing, or two at the same time that befall different parts. Kills at random are the most frequent. */
export function chooseFaults(random: SeededRandom, broker: Broker | null): readonly FaultPlan[] {
  const plans = [...everywhere, ...(broker === null ? [] : ofKafka(broker))];
  const [one, other] = [random.pick(plans), random.pick(plans)];
  const both = [one, other].filter((plan) => plan !== undefined);
  const isDouble = random.next() < 0.3 && one?.component !== other?.component;
  return isDouble ? both : both.slice(0, 1);
}

const everywhere: readonly FaultPlan[] = [
  kill("web"),
  kill("web"),
  kill("projector"),
  kill("projector"),
  kill("projector-2"),
  kill("api"),
  killAt("web", "web.before-commit"),
  killAt("web", "web.after-commit"),
  killAt("projector", "projector.after-offset"),
  killAt("projector", "projector.before-commit"),
  killAt("projector-2", "projector.after-commit"),
  restart("web"),
  restart("projector"),
  freeze("web"),
  freeze("projector"),
  freeze("api"),
  stopPostgres(),
  stopPostgres(),
];

function ofKafka({ kafka, topic }: Broker): readonly FaultPlan[] {
  return [
    kill("relay"),
    kill("relay"),
    killAt("relay", "relay.before-publish"),
    killAt("relay", "relay.after-ack"),
    killAt("relay", "relay.after-position"),
    restart("relay"),
    freeze("relay"),
    killKafka(kafka),
    killKafka(kafka),
    freezeKafka(kafka),
    wipeKafka(kafka),
    disturbTopic(kafka.brokers, topic),
    disturbTopic(kafka.brokers, topic),
  ];
}
