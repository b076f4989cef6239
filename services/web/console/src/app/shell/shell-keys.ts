import { useEffect } from "react";
import { useNavigate } from "react-router";
import { listenToKeys, type Shortcut, useShortcuts } from "../../keys/index.ts";
import { consolePaths, screens, type ShellPage } from "../routes.ts";
import { useSession } from "../session.ts";

const letters: Readonly<Partial<Record<ShellPage, string>>> = {
  board: "s",
  customers: "c",
  invoices: "i",
  imports: "m",
  developer: "d",
  apiKeys: "k",
  webhooks: "w",
  eventLog: "l",
  users: "u",
  auditLog: "a",
  settings: "t",
};

/** The keys that work everywhere in the shell. */
export function useShellKeys({ find, sheet }: { find(): void; sheet(): void }): void {
  const navigate = useNavigate();
  const session = useSession();
  useEffect(() => listenToKeys(), []);
  const mayOpen = (page: ShellPage): boolean => {
    const { needs } = screens[page];
    return needs === undefined || session.may(needs);
  };
  const goTo = Object.entries(letters).flatMap(([name, letter]): Shortcut[] => {
    const page = name as ShellPage; // as: a key of that very object
    if (!mayOpen(page)) return [];
    const run = () => void navigate(consolePaths[page]);
    return [{ keys: `g ${letter}`, does: screens[page].title, run }];
  });
  const create: Shortcut = {
    keys: "n",
    does: "New shipment",
    run: () => void navigate(consolePaths.newShipment),
  };
  useShortcuts("Go to", goTo);
  useShortcuts("Everywhere", [
    { keys: "/", does: "Find", run: find },
    { keys: "Mod+k", does: "Find, and commands", run: find },
    ...(mayOpen("newShipment") ? [create] : []),
    { keys: "?", does: "Keys", run: sheet },
  ]);
}
