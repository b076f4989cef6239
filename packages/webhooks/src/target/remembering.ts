/** A pure function that keeps its answers; when there are `size` of them it forgets all and begins anew. */
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
