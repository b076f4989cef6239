/** A reason why no local Kafka runs: `message` is a sentence for the person at the terminal, with the remedy. */
export class LocalKafkaError extends Error {
  name = "LocalKafkaError";
}
