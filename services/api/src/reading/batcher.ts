export interface BatcherOptions<Question, Answer> {
  /** Answers the questions of one batch, in their order. */
  run(batch: readonly Question[]): Promise<readonly Answer[]>;
  /** Only questions of one kind share a batch. */
  kindOf?(question: Question): string;
  /** Most questions of a batch. */
  readonly maxBatch: number;
  /** Most batches at a time. */
  readonly maxInFlight: number;
  /** Longest wait for a batch's turn, in ms. */
  readonly longestWaitMs: number;
  /** Whether one question of a failed batch may be at fault: each is then asked once more, alone. */
  isOnesFault?(error: unknown): boolean;
}

interface Waiting<Question, Answer> {
  readonly question: Question;
  readonly since: number;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/**
 * Puts questions that are asked at the same time into one statement. A question joins only a batch that is sent after it was asked, so that its
 * answer is never older than the question.
 */
export function createBatcher<Question, Answer>(
  options: BatcherOptions<Question, Answer>,
): (question: Question) => Promise<Answer> {
  type Entry = Waiting<Question, Answer>;
  const { maxBatch, maxInFlight, longestWaitMs, kindOf = () => "" } = options;
  let waiting: Entry[] = [];
  let inFlight = 0;
  let scheduled = false;

  function schedule(): void {
    if (scheduled || waiting.length === 0 || inFlight >= maxInFlight) return;
    scheduled = true;
    // after all that this turn of the event loop has read: those requests belong together
    setImmediate(() => {
      scheduled = false;
      refuseOverdue();
      while (waiting.length > 0 && inFlight < maxInFlight) void send(takeBatch());
    });
  }

  function refuseOverdue(): void {
    const before = performance.now() - longestWaitMs;
    const overdue = waiting.filter(({ since }) => since < before);
    if (overdue.length === 0) return;
    waiting = waiting.filter(({ since }) => since >= before);
    for (const entry of overdue) entry.reject(new Error("The database was busy for too long"));
  }

  function takeBatch(): readonly Entry[] {
    const kinds = waiting.map(({ question }) => kindOf(question));
    const batch: Entry[] = [];
    waiting = waiting.filter((entry, index) => {
      if (kinds[index] !== kinds[0] || batch.length >= maxBatch) return true;
      batch.push(entry);
      return false;
    });
    return batch;
  }

  async function send(batch: readonly Entry[]): Promise<void> {
    inFlight += 1;
    try {
      await answer(batch);
    } catch (error) {
      if (batch.length > 1 && options.isOnesFault?.(error) === true) await answerEach(batch);
      else for (const entry of batch) entry.reject(error);
    } finally {
      inFlight -= 1;
      schedule();
    }
  }

  async function answer(batch: readonly Entry[]): Promise<void> {
    const answers = await options.run(batch.map(({ question }) => question));
    if (answers.length !== batch.length) throw new Error("A batch answered other questions");
    // as: the lengths are the same
    for (const [index, entry] of batch.entries()) entry.resolve(answers[index] as Answer);
  }

  async function answerEach(batch: readonly Entry[]): Promise<void> {
    for (const entry of batch) await answer([entry]).catch((error: unknown) => entry.reject(error));
  }

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, since: performance.now(), resolve, reject });
      schedule();
    });
}
