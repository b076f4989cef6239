import { MagnifyingGlassIcon } from "@radix-ui/react-icons";
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import { StatusMark } from "../../ui/index.ts";
import { matching, useCommands } from "./commands.ts";
import classes from "./find.module.css";
import { useFoundShipments } from "./find-shipments.ts";
import { boardAddress, mostNumbers, pastedNumbers } from "./numbers.ts";

interface Choice {
  readonly key: string;
  readonly content: ReactNode;
  run(): void;
}

export function FindBox({ onClose }: { onClose(): void }) {
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState(0);
  const { choices, note } = useChoices(typed);
  const current = Math.min(active, choices.length - 1);
  const choose = (choice: Choice | undefined): void => {
    if (choice === undefined) return;
    onClose();
    choice.run();
  };
  const type = (text: string): void => {
    setTyped(text);
    setActive(0);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && choices.length > 0) {
      event.preventDefault();
      const next = (current + step + choices.length) % choices.length;
      setActive(next);
      document.querySelector(`#find-${String(next)}`)?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      choose(choices[current]);
    }
  };
  // an input of one line would glue the lines of a list together
  const onPaste = (event: ClipboardEvent): void => {
    const numbers = pastedNumbers(event.clipboardData.getData("text"));
    if (numbers === null) return;
    event.preventDefault();
    type(numbers.join(" "));
  };
  return (
    <>
      <div className={classes.line}>
        <MagnifyingGlassIcon aria-hidden />
        <input
          className={classes.input}
          role="combobox"
          aria-label="Find shipments, screens and commands"
          aria-expanded={choices.length > 0}
          aria-controls="find-choices"
          aria-activedescendant={choices.length > 0 ? `find-${String(current)}` : undefined}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          placeholder="Number, reference, city, customer, or a command"
          value={typed}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
      </div>
      <div id="find-choices" role="listbox" aria-label="Found" className={classes.choices}>
        {choices.map((choice, index) => (
          // the keys are the input's
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={choice.key}
            id={`find-${String(index)}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            className={classes.choice}
            onClick={() => choose(choice)}
            onPointerMove={() => setActive(index)}
          >
            {choice.content}
          </div>
        ))}
      </div>
      <p className={classes.note} role="status">
        {note}
      </p>
    </>
  );
}

function useChoices(typed: string): {
  readonly choices: readonly Choice[];
  readonly note: string;
} {
  const navigate = useNavigate();
  const { shipments, isLooking } = useFoundShipments(typed);
  const commands = matching(useCommands(), typed);
  const numbers = pastedNumbers(typed);
  if (numbers !== null) {
    const count = Math.min(numbers.length, mostNumbers);
    const content = `Show and select these ${String(count)} on the board`;
    const run = () => void navigate(boardAddress(numbers));
    const note =
      numbers.length > mostNumbers
        ? `The first ${String(mostNumbers)} of ${String(numbers.length)} numbers are taken.`
        : `${String(numbers.length)} numbers`;
    return { choices: [{ key: "numbers", content, run }], note };
  }
  const found = shipments.map((shipment) => ({
    key: shipment.id,
    content: (
      <>
        <span className={classes.number}>{shipment.shipmentNumber}</span>
        <span className={classes.customer}>{shipment.customerName}</span>
        <StatusMark status={shipment.status} />
      </>
    ),
    run: () => void navigate(`/shipments/${shipment.id}`),
  }));
  const all =
    shipments.length === 0
      ? []
      : [
          {
            key: "all",
            content: `All shipments with “${typed.trim()}”`,
            run: () => void navigate(boardAddress([typed.trim()])),
          },
        ];
  const others = commands.map(({ key, label, hint, run }) => ({
    key,
    content: (
      <>
        {hint !== undefined && <span className={classes.hint}>{hint}</span>}
        <span>{label}</span>
      </>
    ),
    run,
  }));
  const choices = [...found, ...all, ...others];
  return { choices, note: noteOf(typed, { nothing: choices.length === 0, isLooking }) };
}

function noteOf(
  typed: string,
  { nothing, isLooking }: { readonly nothing: boolean; readonly isLooking: boolean },
): string {
  if (typed.trim() === "") return "Paste up to 50 shipment numbers to select them together.";
  if (!nothing) return "";
  return isLooking ? "Looking …" : "Nothing found.";
}
