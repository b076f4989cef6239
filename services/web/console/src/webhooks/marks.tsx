import {
  type Condition,
  conditionWords,
  type DeliveryState,
  deliveryStateWords,
} from "./webhook.ts";
import classes from "./webhooks.module.css";

const conditionShapes: Readonly<Record<Condition, string>> = {
  active: "●",
  failing: "!",
  paused: "❚❚",
  disabled: "✕",
};

export function ConditionMark({ condition }: { readonly condition: Condition }) {
  return (
    <span className={classes.mark} data-tone={tones[condition]}>
      <span aria-hidden="true">{conditionShapes[condition]}</span>
      {conditionWords[condition]}
    </span>
  );
}

const tones: Readonly<Record<Condition, string>> = {
  active: "good",
  failing: "bad",
  paused: "quiet",
  disabled: "bad",
};

const stateShapes: Readonly<Record<DeliveryState, readonly [shape: string, tone: string]>> = {
  waiting: ["◌", "warn"],
  sending: ["◐", "info"],
  delivered: ["✓", "good"],
  dead: ["✕", "bad"],
  superseded: ["»", "quiet"],
  cancelled: ["⊘", "quiet"],
};

export function DeliveryStateMark({ state }: { readonly state: DeliveryState }) {
  const [shape, tone] = stateShapes[state];
  return (
    <span className={classes.mark} data-tone={tone}>
      <span aria-hidden="true">{shape}</span>
      {deliveryStateWords[state]}
    </span>
  );
}
