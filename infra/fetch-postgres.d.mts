/** For the tests, which are TypeScript; see fetch-postgres.mjs. */
export interface FetchedPostgres {
  /** A tree with `bin`, `lib` and `share`; null when it could not be fetched. */
  readonly nativeDir: string | null;
  /** What npm said when it failed. */
  readonly output: string;
  readonly interrupted: boolean;
}

export declare function fetchPostgres(major: 15 | 16 | 17 | 18): Promise<FetchedPostgres>;
