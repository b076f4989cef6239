/** What tells a reader of the log that something was committed, so that it need not look again and again. */
export interface LogNews {
  /** True while announcements get through, as far as is known: who looks seldom then loses time at most, never a record. */
  isReliable(): boolean;
  /** `heard` is called with each announcement, and when they get through again after a break. Answers how to end that. */
  subscribe(heard: () => void): () => void;
  /** A look found what nobody had announced. Announcements count for nothing from now on, until one is heard. */
  missed(): void;
}

/** Nothing is ever announced: whoever looks has to look often. */
export const noNews: LogNews = {
  isReliable: () => false,
  subscribe: () => () => undefined,
  missed: () => undefined,
};

/** Longest wait between two looks while announcements get through, in ms: what a lost one costs. */
export const relaxedMs = 1_000;
