import { readFileSync } from "node:fs";
import { join } from "node:path";
import { eventDataSchemas } from "@shipment-tracking/contracts";
import { expect, test } from "vitest";
import { asyncApiDocument } from "./async-api.ts";

// the tests look into it
// oxlint-disable-next-line typescript/no-explicit-any
const document: any = asyncApiDocument();

test("has a message for each type of event, with a payload", () => {
  const types = Object.keys(eventDataSchemas());
  const messages: readonly { readonly name: string }[] = Object.values(
    document.components.messages,
  );
  expect(messages.map(({ name }) => name).toSorted()).toEqual(types.toSorted());
});

test("refers to nothing that is not there", () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([A-Za-z/]+)"/g)];
  expect(references.length).toBeGreaterThan(50);
  for (const [, path = ""] of references) {
    const found = path.split("/").reduce((part, name) => part?.[name], document);
    expect(found, path).toBeDefined();
  }
});

test("is the committed one", () => {
  const file = join(import.meta.dirname, "../../../../docs/asyncapi/event-log.json");
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(document);
});
