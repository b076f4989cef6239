/** FAILPOINTS is wrong, or set where it must not be; the message says what to do. */
export class FailpointsRefused extends Error {
  override readonly name = "FailpointsRefused";
}
