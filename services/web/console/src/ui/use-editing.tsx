import { type ReactNode, useState } from "react";
import { StaleBanner } from "./states.tsx";

export interface Editing<Thing> {
  /** As it was when the editing began: what was changed since is not overwritten unseen. Null: nobody edits. */
  readonly edited: Thing | null;
  /** A line when somebody else has changed it since; saving is refused until one decides. */
  readonly conflict: ReactNode;
  begin(): void;
  end(): void;
}

/** Editing something that others may change meanwhile. `what` is one word, as in `customer`. */
export function useEditing<Thing extends { readonly version: number }>(
  thing: Thing,
  what: string,
): Editing<Thing> {
  const [edited, setEdited] = useState<Thing | null>(null);
  const begin = () => setEdited(thing);
  return {
    edited,
    conflict:
      edited === null || edited.version === thing.version ? null : (
        <StaleBanner retry={begin} retryLabel="Keep mine">
          Somebody has changed this {what} since you began. Saving needs your decision: keep what
          you typed in place of theirs, or cancel.
        </StaleBanner>
      ),
    begin,
    end: () => setEdited(null),
  };
}
