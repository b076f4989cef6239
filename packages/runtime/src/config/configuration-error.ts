/** Settings that are missing or wrong; the message is meant for the person who started the process. */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
  /** One sentence per setting, each with its remedy. */
  readonly sentences: readonly string[];

  constructor(sentences: readonly string[]) {
    super(sentences.join("\n"));
    this.sentences = sentences;
  }
}
