/** A pure function that keeps its newest answers, at most `size` of them. */
export function remembering<Result>(
  compute: (text: string) => Result,
  size: number,
): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    const answer = known.get(text);
    if (answer !== undefined) return answer;
    const computed = compute(text);
    if (known.size >= size) known.clear();
    known.set(text, computed);
    return computed;
  };
}
