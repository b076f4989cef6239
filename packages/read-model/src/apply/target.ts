/** Who fills the read tables. */
export interface Target {
  /** Name under which positions are kept, for example `projector`. */
  readonly consumer: string;
}

/** The consumer that fills the read tables which the API reads. */
export const projectorConsumer = "projector";
