/** Which copy of the read tables a consumer fills. */
export interface Target {
  /** Name under which positions are kept, for example `projector`. */
  readonly consumer: string;
  /** Generation of the read tables. */
  readonly generation: number;
}

/** The consumer that fills the read tables which the API reads. */
export const projectorConsumer = "projector";
