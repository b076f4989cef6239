import { type Html, markup } from "../../pages/html.ts";
import type { AnswerView, HeaderView } from "../model/operations.ts";
import { code, inline } from "../text/inline.ts";
import { isObject } from "../model/json.ts";
import { entry, fieldList, typeHtml, valueList } from "./fields.ts";

/** Successful answers with all their fields, then errors in one table. */
export function answersHtml(answers: readonly AnswerView[]): Html {
  const errors = answers.filter(({ status }) => isError(status));
  const others = answers.filter(({ status }) => !isError(status));
  return markup`${others.map(successHtml)}${errorTable(errors)}`;
}

function isError(status: string): boolean {
  return /^[45]/.test(status);
}

function successHtml({ status, description, headers, content }: AnswerView): Html {
  const body =
    content === null
      ? markup`<p>No body.</p>`
      : markup`<p>${code(content.media)}: ${typeHtml(content.schema)}.</p>${valueList(content.schema.values)}${fieldList(content.schema.fields)}
${content.events.map(({ name, schema }) => markup`<p>Event ${code(name)}: ${typeHtml(schema)}.</p>${fieldList(schema.fields)}`)}`;
  return markup`<h4>Answer ${status}</h4><p>${inline(description)}</p>${body}${headerList(headers)}`;
}

function headerList(headers: readonly HeaderView[]): Html | null {
  if (headers.length === 0) return null;
  const listed = headers.map(({ name, description, schema }) =>
    entry(name, { view: schema, description }),
  );
  return markup`<h5>Headers of the answer</h5><dl class="fields">${listed}</dl>`;
}

function errorTable(errors: readonly AnswerView[]): Html | null {
  if (errors.length === 0) return null;
  const rows = errors.map(
    (
      answer,
    ) => markup`<tr><th scope="row">${answer.status}</th><td>${inline(answer.description)}${errorTexts(answer)}${errorHeaders(answer.headers)}</td></tr>
`,
  );
  return markup`<h4>Errors</h4><table class="errors"><thead><tr><th scope="col">Status</th><th scope="col">When, and what <code>error</code> says</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function errorTexts({ content }: AnswerView): Html | null {
  const texts = (content?.examples ?? []).flatMap(({ value }) =>
    isObject(value) && typeof value["error"] === "string" ? [value["error"]] : [],
  );
  if (texts.length === 0) return null;
  return markup`<ul>${[...new Set(texts)].map((text) => markup`<li><q>${text}</q></li>`)}</ul>`;
}

function errorHeaders(headers: readonly HeaderView[]): Html | null {
  if (headers.length === 0) return null;
  const named = headers.map(({ name, schema, description }, index) => {
    const value = schema.values[0];
    const shown = value === undefined ? code(name) : code(`${name}: ${value}`);
    return markup`${index > 0 ? " " : ""}${shown} (${inline((description ?? "").replace(/\.$/, ""))})`;
  });
  return markup`<p class="headers">Headers: ${named}</p>`;
}
