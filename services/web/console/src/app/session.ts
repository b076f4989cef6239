import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { api, queryKeys, read } from "../api/index.ts";
import { type Permission, type Role, roleMay } from "../../../src/auth/roles.ts";

export type { Permission };

interface SessionUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly tenant: { readonly id: string; readonly name: string };
}

export interface Session extends SessionUser {
  /** Whether the role has the permission; the service checks it again. */
  may(permission: Permission): boolean;
}

const sessionQuery = {
  queryKey: queryKeys.session,
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<SessionUser> => {
    const { user } = await read(api.GET("/api/auth/me", { signal }));
    return user;
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
};

/** Who is signed in. Only inside the shell, which waits for it. */
export function useSession(): Session {
  const { data } = useSuspenseQuery(sessionQuery);
  return { ...data, may: (permission) => roleMay(data.role, permission) };
}

/** For the shell's gate: loading, failed or there. */
export function useSessionState() {
  return useQuery(sessionQuery);
}
