import type { components } from "../api/index.ts";

interface Actor {
  readonly kind: components["schemas"]["ActorKind"];
  readonly name: string | null;
  readonly email?: string | null;
}

const kinds: Readonly<Record<Actor["kind"], string>> = {
  user: "A user",
  import: "Import",
  simulator: "Simulator",
  system: "The service",
  command_line: "Command line",
};

/** Who did it: a person by name, everything else by what it is. */
export function actorWords({ name, email, kind }: Actor): string {
  return name ?? email ?? kinds[kind];
}
