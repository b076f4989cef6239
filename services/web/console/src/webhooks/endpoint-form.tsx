import { ActionIcon, Button, SegmentedControl, TextInput } from "@mantine/core";
import { PlusIcon, TrashIcon } from "@radix-ui/react-icons";
import { useState } from "react";
import { fieldErrors, FormProblem } from "../ui/index.ts";
import type { Endpoint } from "./webhook.ts";
import classes from "./webhooks.module.css";

export interface EndpointBody {
  readonly url: string;
  readonly description: string | null;
  readonly ordering: Endpoint["ordering"];
  /** By name; null takes one away. */
  readonly headers: Readonly<Record<string, string | null>>;
}

interface TypedHeader {
  /** Only for React. */
  readonly key: number;
  readonly name: string;
  readonly value: string;
  /** It is stored already; its value is not shown. */
  readonly kept: boolean;
}

const fields = ["url", "description", "ordering", "headers"];
let keys = 0;

function typedHeader(name: string, kept: boolean): TypedHeader {
  keys += 1;
  return { key: keys, name, value: "", kept };
}

export function EndpointForm({
  endpoint,
  saveLabel,
  saving,
  error,
  onSave,
  onCancel,
}: {
  readonly endpoint: Endpoint | null;
  readonly saveLabel: string;
  readonly saving: boolean;
  readonly error: unknown;
  onSave(body: EndpointBody): void;
  onCancel(): void;
}) {
  const [url, setUrl] = useState(endpoint?.url ?? "");
  const [description, setDescription] = useState(endpoint?.description ?? "");
  const [ordering, setOrdering] = useState<Endpoint["ordering"]>(endpoint?.ordering ?? "ordered");
  const stored = Object.keys(endpoint?.headers ?? {});
  const [headers, setHeaders] = useState(() => stored.map((name) => typedHeader(name, true)));
  const [tried, setTried] = useState(false);
  const errors = fieldErrors(error, fields);
  const change = (key: number, part: Partial<TypedHeader>) =>
    setHeaders(headers.map((header) => (header.key === key ? { ...header, ...part } : header)));
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (url.trim() === "") return;
        onSave({
          url: url.trim(),
          description: description.trim() === "" ? null : description.trim(),
          ordering,
          headers: headersOf(headers, stored),
        });
      }}
    >
      <TextInput
        label="Address"
        description="https, reachable from the internet"
        type="url"
        placeholder="https://example.com/webhooks/shipments"
        required
        autoFocus
        value={url}
        error={tried && url.trim() === "" ? "Say where to send to" : errors["url"]}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <TextInput
        label="Description"
        placeholder="What receives it"
        value={description}
        error={errors["description"]}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <div>
        <span id="ordering-label" className={classes.label}>
          Order
        </span>
        <div>
          <SegmentedControl
            size="xs"
            aria-labelledby="ordering-label"
            value={ordering}
            onChange={(value) => setOrdering(value === "latest" ? "latest" : "ordered")}
            data={[
              { value: "ordered", label: "Every change, in order" },
              { value: "latest", label: "Only the latest" },
            ]}
          />
        </div>
        <p className={classes.hint}>
          {ordering === "ordered"
            ? "Later changes of a shipment wait until the earlier one has arrived, or was given up."
            : "A newer change takes the place of those of the same shipment that still wait."}
        </p>
      </div>
      <fieldset className={classes.headers}>
        <legend className={classes.label}>Your own headers</legend>
        {headers.map((header, index) => {
          const nth = String(index + 1);
          return (
            <div key={header.key} className={classes.header} style={{ marginTop: 6 }}>
              <TextInput
                aria-label={`Name of header ${nth}`}
                placeholder="X-Api-Key"
                value={header.name}
                readOnly={header.kept}
                onChange={(event) => change(header.key, { name: event.currentTarget.value })}
              />
              <TextInput
                aria-label={`Value of header ${nth}`}
                placeholder={header.kept ? "kept as it is" : "value"}
                value={header.value}
                autoComplete="off"
                onChange={(event) => change(header.key, { value: event.currentTarget.value })}
              />
              <ActionIcon
                aria-label={`Remove header ${nth}`}
                size="lg"
                onClick={() => setHeaders(headers.filter(({ key }) => key !== header.key))}
              >
                <TrashIcon aria-hidden />
              </ActionIcon>
            </div>
          );
        })}
        {errors["headers"] !== undefined && (
          <p role="alert" className={classes.problem}>
            {errors["headers"]}
          </p>
        )}
        <Button
          variant="default"
          mt={8}
          leftSection={<PlusIcon aria-hidden />}
          disabled={headers.length >= 10}
          onClick={() => setHeaders([...headers, typedHeader("", false)])}
        >
          Add a header
        </Button>
      </fieldset>
      <FormProblem error={error} fields={fields} />
      <div className={classes.actions} style={{ justifyContent: "flex-start" }}>
        <Button type="submit" loading={saving}>
          {saveLabel}
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Those that are new or have a new value, and null for those that were taken away. */
function headersOf(
  typed: readonly TypedHeader[],
  stored: readonly string[],
): Readonly<Record<string, string | null>> {
  const left = new Set(typed.filter((header) => header.kept).map((header) => header.name));
  const removed = stored.filter((name) => !left.has(name)).map((name) => [name, null] as const);
  const set = typed
    .filter((header) => (header.kept ? header.value !== "" : header.name.trim() !== ""))
    .map((header) => [header.name.trim(), header.value] as const);
  return Object.fromEntries([...removed, ...set]);
}
