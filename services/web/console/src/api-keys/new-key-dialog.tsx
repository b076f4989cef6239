import { Button, Modal, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, queryKeys, read } from "../api/index.ts";
import { useCommand } from "../live/index.ts";
import { CopyButton, fieldErrors, FormProblem, Secret } from "../ui/index.ts";

const fields = ["name", "expiresAt"];

/** Makes a key and shows it, this once, with a request that works as it is printed. */
export function NewKeyDialog({ onClose }: { onClose(): void }) {
  const [name, setName] = useState("");
  const [expires, setExpires] = useState("");
  const [tried, setTried] = useState(false);
  const create = useCommand({
    done: "Key made",
    changes: [queryKeys.apiKeys],
    send: (_: null, options) =>
      api.POST("/api/api-keys", {
        ...options,
        body: {
          name: name.trim(),
          ...(expires === "" ? {} : { expiresAt: new Date(`${expires}T23:59:59`).toISOString() }),
        },
      }),
  });
  const made = create.data?.data;
  const errors = fieldErrors(create.error, fields);
  return (
    <Modal
      opened
      onClose={onClose}
      title={made === undefined ? "New API key" : `Key ${made.name}`}
      closeButtonProps={{ "aria-label": "Close" }}
      // closing by a stray click would lose the key
      closeOnClickOutside={made === undefined}
      size="lg"
    >
      {made === undefined ? (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            setTried(true);
            if (name.trim() !== "") create.mutate(null);
          }}
        >
          <TextInput
            label="Name"
            description="What will use it, so that you know what stops when you revoke it"
            required
            data-autofocus
            maxLength={200}
            value={name}
            error={tried && name.trim() === "" ? "Say what will use it" : errors["name"]}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            label="Expires"
            description="Empty: never. Else it works until the end of that day."
            type="date"
            mt={10}
            value={expires}
            error={errors["expiresAt"]}
            onChange={(event) => setExpires(event.currentTarget.value)}
          />
          <FormProblem error={create.error} fields={fields} />
          <Buttons>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending}>
              Create the key
            </Button>
          </Buttons>
        </form>
      ) : (
        <>
          <Secret label="API key" value={made.key}>
            Copy it now: it cannot be shown again.
          </Secret>
          <Try apiKey={made.key} />
          <Buttons>
            <Button onClick={onClose}>Done</Button>
          </Buttons>
        </>
      )}
    </Modal>
  );
}

function Try({ apiKey }: { readonly apiKey: string }) {
  const { data } = useQuery({
    queryKey: ["developer"],
    queryFn: ({ signal }) => read(api.GET("/api/developer", { signal })),
  });
  if (data === undefined) return null;
  const curl = `curl -H '${data.api.keyHeader}: ${data.api.keyScheme} ${apiKey}' '${data.api.exampleUrl}'`;
  return (
    <>
      <p style={{ marginBottom: 4 }}>
        Try it <CopyButton value={curl} label="Copy the command" />
      </p>
      <pre
        className="st-mono"
        style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere", margin: 0 }}
      >
        {curl}
      </pre>
    </>
  );
}

function Buttons({ children }: { readonly children: React.ReactNode }) {
  return (
    <div style={{ display: "flex", justifyContent: "flex-end", gap: 8, marginTop: 16 }}>
      {children}
    </div>
  );
}
