import { markup } from "../../pages/html.ts";
import { documentPaths } from "../interactive/scalar-configuration.ts";
import type { Json } from "../model/json.ts";
import { plainPage } from "./page.ts";
import { authentication, operations, overview, schemas } from "./sections.ts";

/** The web application's API: what the console works with. */
export function webPage(document: Json, origin: string): string {
  const sections = [
    overview(document, { origin, path: documentPaths.web }),
    authentication(document),
    operations({ document, origin }, { sorted: true }),
    schemas(document),
  ];
  return plainPage({
    title: "Shipment Tracking web application API",
    path: "/docs/web/plain",
    contents: sections.flatMap(({ contents }) => contents),
    main: markup`${sections.map(({ html }) => html)}
<p>What is sent to webhook endpoints is described with <a href="/docs/plain#webhooks">the webhooks</a>.</p>`,
  });
}
