import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";

/** The stream tells what has changed, so nothing is asked for again merely because it is a minute old. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        gcTime: 10 * 60_000,
        retry: shouldRetry,
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        // the browser's guess of being offline is often wrong
        networkMode: "always",
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
}

/** Again after a failure that may pass: the service not reached, or busy. What it refused stays refused. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (failures >= 2 || !(error instanceof ApiError)) return false;
  return error.status === 0 || error.status === 502 || error.status === 503;
}
