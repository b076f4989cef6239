import { api, type components, queryKeys } from "../api/index.ts";
import { useSession } from "../app/session.ts";
import { useCommand } from "../live/index.ts";
import { ConfirmDialog } from "../ui/index.ts";
import { roleMeanings, roleWords } from "./roles.ts";

export type User = components["schemas"]["User"];

/** What somebody wants to do with a user. */
export type UserChange =
  | { readonly kind: "role"; readonly user: User; readonly role: User["role"] }
  | { readonly kind: "activate"; readonly user: User }
  | { readonly kind: "deactivate"; readonly user: User };

/** Asks first: a role is changed by one arrow key too many. */
export function ChangeUserDialog({
  change,
  onClose,
}: {
  readonly change: UserChange;
  onClose(): void;
}) {
  const session = useSession();
  const { user } = change;
  const own = user.id === session.id;
  const save = useCommand({
    done: doneWords[change.kind],
    changes: own ? [queryKeys.users, queryKeys.session] : [queryKeys.users],
    send: (_: null, options) =>
      api.PATCH("/api/users/{id}", {
        ...options,
        params: { path: { id: user.id } },
        body:
          change.kind === "role" ? { role: change.role } : { active: change.kind === "activate" },
      }),
    onDone: onClose,
  });
  const { title, label, words } = questionOf(change);
  return (
    <ConfirmDialog
      opened
      title={title}
      confirmLabel={label}
      danger={change.kind === "deactivate"}
      pending={save.isPending}
      error={save.error}
      onConfirm={() => save.mutate(null)}
      onClose={onClose}
    >
      {words}
      {own && " This is you: another administrator has to undo it."}
    </ConfirmDialog>
  );
}

const doneWords = {
  role: "Role changed",
  activate: "User activated",
  deactivate: "User deactivated",
} as const;

function questionOf(change: UserChange) {
  const { name } = change.user;
  switch (change.kind) {
    case "role":
      return {
        title: `Change the role of ${name}?`,
        label: "Change the role",
        words: `${roleWords[change.user.role]} → ${roleWords[change.role]}: ${roleMeanings[change.role]}`,
      };
    case "activate":
      return {
        title: `Activate ${name}?`,
        label: "Activate",
        words: "The user can sign in again, with the password and role of before.",
      };
    case "deactivate":
      return {
        title: `Deactivate ${name}?`,
        label: "Deactivate",
        words:
          "All sessions end at once. What was recorded stays, and the user can be activated again.",
      };
  }
}
