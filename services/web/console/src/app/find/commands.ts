import { useMantineColorScheme } from "@mantine/core";
import { useNavigate } from "react-router";
import { keyboard } from "../../keys/index.ts";
import { navigation } from "../navigation.ts";
import { consolePaths, screens, type ShellPage } from "../routes.ts";
import { useSession } from "../session.ts";

export interface Command {
  readonly key: string;
  readonly label: string;
  readonly hint?: string;
  run(): void;
}

const pages: readonly ShellPage[] = [
  "newShipment",
  ...navigation.flatMap((group) => group.pages),
  "newCustomer",
  "newInvoice",
  "newWebhook",
];

/** What can be done from anywhere, then what the screen's keys do. */
export function useCommands(): readonly Command[] {
  const session = useSession();
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const mayOpen = (page: ShellPage): boolean => {
    const { needs } = screens[page];
    return needs === undefined || session.may(needs);
  };
  return [
    ...pages.filter(mayOpen).map((page) => ({
      key: `go ${page}`,
      label: screens[page].title,
      hint: "Go to",
      run: () => void navigate(consolePaths[page]),
    })),
    ...screenCommands(),
    { key: "light", label: "Light colours", run: () => setColorScheme("light") },
    { key: "dark", label: "Dark colours", run: () => setColorScheme("dark") },
    { key: "auto", label: "Colours as the system", run: () => setColorScheme("auto") },
  ];
}

const everywhere = new Set(["Everywhere", "Go to", "Table"]);

function screenCommands(): readonly Command[] {
  return keyboard
    .scopes()
    .filter((scope) => !everywhere.has(scope.name))
    .flatMap((scope) =>
      scope.shortcuts.map(({ keys, does, run }) => ({
        key: `${scope.name} ${keys}`,
        label: does,
        hint: scope.name,
        run,
      })),
    );
}

/** Those with all typed words in them, beginnings first. */
export function matching(commands: readonly Command[], typed: string): readonly Command[] {
  const words = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) return commands;
  const fits = commands.filter(({ label, hint = "" }) =>
    words.every((word) => `${hint} ${label}`.toLowerCase().includes(word)),
  );
  const begins = (command: Command): boolean =>
    command.label.toLowerCase().startsWith(words[0] ?? "");
  return [...fits.filter(begins), ...fits.filter((command) => !begins(command))];
}
