/** Answer of the read API's `GET /api/track/:token`. */
export interface TrackingAnswer {
  readonly status: number;
  readonly body: string;
  /** The answer's `ETag`; without one the page's first refresh gets everything again. */
  readonly etag?: string | null | undefined;
}

/** Gets the public view of a token of the right shape. May throw; the page then says that tracking is not available. */
export type FetchTracking = (token: string) => Promise<TrackingAnswer>;

/** Over HTTP, from the read API at `apiUrl` (without a slash at the end). */
export function fetchTrackingFrom(apiUrl: string): FetchTracking {
  return async (token) => {
    const response = await fetch(`${apiUrl}/api/track/${token}`, {
      signal: AbortSignal.timeout(3_000),
      redirect: "error",
    });
    const etag = response.headers.get("etag");
    return { status: response.status, body: await response.text(), etag };
  };
}
