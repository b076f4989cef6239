import { Modal } from "@mantine/core";
import { keyboard } from "./keyboard.ts";
import classes from "./key-sheet.module.css";
import { Keys } from "./keys-of.tsx";
import type { Scope } from "./registry.ts";
import { useSingleKeys } from "./use-shortcuts.ts";

/** What can be done by keyboard here and now, made from the shortcuts that are registered. */
export function KeySheet({ opened, onClose }: { readonly opened: boolean; onClose(): void }) {
  const [on, setOn] = useSingleKeys();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Keys"
      size="xl"
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {opened && (
        <div className={classes.scopes}>
          {scopesForSheet(keyboard.scopes()).map((scope) => (
            <section key={scope.name}>
              <h3 className={classes.name}>{scope.name}</h3>
              <dl className={classes.list}>
                {scope.shortcuts.map(({ keys, does }) => (
                  <div key={keys} className={classes.line}>
                    <dt>
                      <Keys keys={keys} />
                    </dt>
                    <dd>{does}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      )}
      <label className={classes.switch}>
        <input type="checkbox" checked={on} onChange={(event) => setOn(event.target.checked)} />
        Keys without Ctrl work on this device
      </label>
    </Modal>
  );
}

/** Scopes of the same name together, each key once: the newest. */
function scopesForSheet(scopes: readonly Scope[]): readonly Scope[] {
  const byName = new Map<string, Scope>();
  for (const scope of scopes) {
    const former = byName.get(scope.name)?.shortcuts ?? [];
    const own = new Set(scope.shortcuts.map(({ keys }) => keys));
    const shortcuts = [...former.filter(({ keys }) => !own.has(keys)), ...scope.shortcuts];
    byName.set(scope.name, { name: scope.name, shortcuts });
  }
  return [...byName.values()];
}
