/** The file as a whole cannot be imported; the message is the sentence for the user. */
export class UnreadableFile extends Error {
  override readonly name = "UnreadableFile";
}
