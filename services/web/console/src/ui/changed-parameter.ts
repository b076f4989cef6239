/** The address's parameters with another value for one; null or nothing takes it out. */
export function changedParameter(
  now: URLSearchParams,
  name: string,
  value: string | null,
): URLSearchParams {
  const next = new URLSearchParams(now);
  if (value === null || value === "") next.delete(name);
  else next.set(name, value);
  return next;
}
