import { type Html, markup } from "../../pages/html.ts";
import { exampleOf } from "../model/example-of.ts";
import type { Json } from "../model/json.ts";
import type { AnswerView, ContentView, OperationView } from "../model/operations.ts";
import { code, inline, sentence } from "../text/inline.ts";
import { codeBlock } from "../text/markdown.ts";
import { answersHtml } from "./answers.ts";
import { curlOf } from "./curl.ts";
import { entry, fieldList, meaning, typeHtml } from "./fields.ts";

export interface OperationOptions {
  readonly document: Json;
  /** Where the service is reached, for the commands. */
  readonly origin: string;
  /** What is sent by this service: there is no command, and the path is the kind of message. */
  readonly sent?: boolean;
}

export function operationAnchor({ id }: OperationView): string {
  return `operation-${id}`;
}

/** An operation with all that the document says of it, and examples beside it. */
export function operationHtml(operation: OperationView, options: OperationOptions): Html {
  const anchor = operationAnchor(operation);
  return markup`<article class="operation" aria-labelledby="${anchor}">
<div class="said">
<h3 id="${anchor}"><a href="#${anchor}">${inline(operation.summary)}</a></h3>
<p class="route">${methodHtml(operation.method)} ${code(operation.path)}</p>
${meaning(operation.description)}
${options.sent === true ? null : authentication(operation)}
${parameters(operation)}
${bodyHtml(operation)}
${answersHtml(operation.answers)}
</div>
<div class="examples">${examples(operation, options)}</div>
</article>
`;
}

export function methodHtml(method: string): Html {
  return markup`<span class="method ${method.toLowerCase()}">${method}</span>`;
}

function authentication({ security }: OperationView): Html {
  return security.length === 0
    ? markup`<p class="access">Needs no key and no login.</p>`
    : markup`<p class="access">Needs ${security.map((name, index) => markup`${index > 0 ? " or " : ""}<a href="#security-${name}">${securityWords[name] ?? name}</a>`)}.</p>`;
}

const securityWords: Readonly<Record<string, string>> = {
  apiKey: "an API key",
  session: "a session",
};

const places = [
  ["path", "In the path"],
  ["query", "In the query"],
  ["header", "Request headers"],
  ["cookie", "Cookies"],
] as const;

function parameters({ parameters: all }: OperationView): Html {
  const groups = places.map(([place, title]) => {
    const found = all.filter((one) => one.place === place);
    const listed = found.map((one) =>
      entry(one.name, { view: one.schema, required: one.required, description: one.description }),
    );
    return found.length === 0 ? null : markup`<h4>${title}</h4><dl class="fields">${listed}</dl>`;
  });
  return markup`${groups}`;
}

function bodyHtml({ body }: OperationView): Html | null {
  if (body === null) return null;
  return markup`<h4>Body</h4>
<p>${code(body.media)}: ${typeHtml(body.schema)}${body.required ? null : "; may be missing"}.</p>
${meaning(body.schema.description)}${fieldList(body.schema.fields)}`;
}

function examples(operation: OperationView, options: OperationOptions): Html {
  const { document, origin, sent = false } = options;
  const body = operation.body?.json;
  const request = sent
    ? titled("Example body", json(exampleOf(document, body ?? {})))
    : titled("Request", curlOf(operation, document, origin));
  const answers = operation.answers.flatMap((answer) => exampleAnswers(answer, document));
  return markup`${request}${sent ? null : answers}`;
}

/** Errors say their texts in the table of answers. */
function exampleAnswers({ status, content }: AnswerView, document: Json): readonly Html[] {
  if (content === null || !status.startsWith("2") || content.media !== "application/json")
    return [];
  const given = content.examples.length > 0 ? content.examples : [made(content, document)];
  return given.map(({ name, value }) =>
    titled(`Answer ${status}${name === null ? "" : `, ${name}`}`, json(value)),
  );
}

function made({ json: schema }: ContentView, document: Json) {
  return { name: null, value: exampleOf(document, schema) };
}

function titled(title: string, text: string): Html {
  return markup`<h4>${sentence(title).replace(/\.$/, "")}</h4>${codeBlock(text)}`;
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
