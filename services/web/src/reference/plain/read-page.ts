import { markup } from "../../pages/html.ts";
import { documentPaths } from "../interactive/scalar-configuration.ts";
import type { Json } from "../model/json.ts";
import { webhooksOf } from "../model/operations.ts";
import type { ReferenceFiles } from "../reference-files.ts";
import { eventTable, statusTable, transitionTable } from "../statuses/status-tables.ts";
import { codeBlock, markdownPage } from "../text/markdown.ts";
import { webhookDocument } from "../webhook-document.ts";
import { linkTarget } from "./link-target.ts";
import { operationAnchor, operationHtml } from "./operation.ts";
import { plainPage } from "./page.ts";
import { authentication, operations, overview, schemas, type Section } from "./sections.ts";

/** All that an integrator needs on one page: the guide, the read API, statuses and events, webhooks, and every schema. */
export function readPage(files: ReferenceFiles, origin: string): string {
  const document = withWebhookSchemas(files.readApi);
  const sections = [
    overview(document, { origin, path: documentPaths.read }),
    guide(files.guide, origin),
    authentication(document),
    operations({ document, origin }),
    statuses(),
    webhooks(files, origin),
    schemas(document),
  ];
  return plainPage({
    title: "Shipment Tracking read API",
    path: "/docs/plain",
    contents: sections.flatMap(({ contents }) => contents),
    main: markup`${sections.map(({ html }) => html)}`,
  });
}

function withWebhookSchemas(document: Json): Json {
  const [own, sent] = [document["components"], webhookDocument["components"]].map(
    // as: both are documents of this repository
    (components) => components as { readonly schemas: Json },
  );
  return { ...document, components: { ...own, schemas: { ...own?.schemas, ...sent?.schemas } } };
}

function guide(source: string, origin: string): Section {
  const here = source.replaceAll("http://localhost:8080", origin);
  const { html, sections } = markdownPage(here, { target: linkTarget, anchor: "guide", level: 3 });
  return {
    contents: [{ title: "Guide", anchor: "guide", items: sections }],
    html: markup`<section class="text" aria-labelledby="guide"><h2 id="guide">Guide</h2>${html}</section>
`,
  };
}

function statuses(): Section {
  return {
    contents: [
      {
        title: "Statuses and events",
        anchor: "statuses",
        items: [
          { anchor: "table-statuses", title: "Every status" },
          { anchor: "table-events", title: "Every tracking event" },
          { anchor: "table-transitions", title: "What an event makes of a status" },
        ],
      },
    ],
    html: markup`<section class="text" aria-labelledby="statuses"><h2 id="statuses">Statuses and events</h2>
<p>A shipment's status is computed from its tracking events in the order of their <code>eventAt</code>, whatever order they were reported in. Each entry of the timeline carries the
status as of that event. An event is never refused because of the status: where the table below says “stays”, it is recorded and the status stays. A late event takes its place in
time, and an entry that was wrong can be taken back; both can change the statuses of later entries, and the current one.</p>
<h3 id="table-statuses">Every status</h3>${statusTable()}
<h3 id="table-events">Every tracking event</h3>${eventTable()}
<h3 id="table-transitions">What an event makes of a status</h3>
<p>Starting a return makes the status <code>returning</code>, shown in the timeline as an <code>exception</code> event. From then on the second table holds.</p>
${transitionTable(false)}${transitionTable(true)}
<p>While a shipment is <code>cancelled</code> no event can be recorded. Reopening shows the status that its events give.</p></section>
`,
  };
}

function webhooks(files: ReferenceFiles, origin: string): Section {
  const sent = webhooksOf(webhookDocument);
  const page = markdownPage(files.webhooks, { target: linkTarget, anchor: "webhooks", level: 3 });
  const samples = files.samples.map(
    ({ file, language, text }) =>
      markup`<details class="sample"><summary>${language}</summary><div id="${sampleAnchor(file)}">${codeBlock(text)}</div></details>`,
  );
  return {
    contents: [
      {
        title: "Webhooks",
        anchor: "webhooks",
        items: [
          ...page.sections,
          { anchor: "webhooks-programs", title: "Programs that verify" },
          ...sent.map((one) => ({ anchor: operationAnchor(one), title: one.path })),
        ],
      },
    ],
    html: markup`<section aria-labelledby="webhooks"><h2 id="webhooks">Webhooks</h2><div class="text">${page.html}
<h3 id="webhooks-programs">Programs that verify</h3>${samples}</div>
${sent.map((one) => operationHtml(one, { document: webhookDocument, origin, sent: true }))}</section>
`,
  };
}

function sampleAnchor(file: string): string {
  return `sample-${file.replace(".", "-")}`;
}
