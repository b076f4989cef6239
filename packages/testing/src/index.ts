export { createTestAuthority, selfSigned, type Certificate } from "./certificates.ts";
export { createTestDatabase, type TestDatabase, type TestRole } from "./test-database.ts";
export {
  loadCorpus,
  type CorpusCase,
  type CorpusRequest,
  type Expectation,
} from "./corpus/corpus-case.ts";
export { playCase, type CorpusTarget } from "./corpus/play-case.ts";
export {
  createTestTopicName,
  describeKafka,
  describeLocalKafka,
  testBroker,
} from "./kafka/test-broker.ts";
export type { ReachableBroker, TestBroker } from "./kafka/kafka-context.ts";
export {
  startLocalKafka,
  type LocalKafka,
  type LocalKafkaNode,
  type LocalKafkaOptions,
} from "./kafka/local-kafka.ts";
