export { createTestDatabase, type TestDatabase, type TestRole } from "./test-database.ts";
export {
  loadCorpus,
  type CorpusCase,
  type CorpusRequest,
  type Expectation,
} from "./corpus/corpus-case.ts";
export { playCase, type CorpusTarget } from "./corpus/play-case.ts";
