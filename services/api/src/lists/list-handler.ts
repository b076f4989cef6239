import type { ListDefinition } from "@shipment-tracking/read-model";
import { pathOf } from "@shipment-tracking/runtime";
import type { KeyedHandler } from "../access/keyed-route.ts";
import type { FreshAnswers } from "../reading/fresh-answers.ts";
import type { PageReader } from "../reading/page-reader.ts";
import { linkHeader } from "./link-header.ts";
import { listParameters, queryOf } from "./list-parameters.ts";

export interface ListHandlerOptions {
  readonly answers: FreshAnswers;
  readonly readPage: PageReader;
  readonly list: ListDefinition;
  /** Whether the list's items change when a day ends. */
  readonly daily?: boolean;
}

/** A list endpoint by the common rules (specification 4.1, 4.3 and 8): a plain array, never an error for a parameter. */
export function listHandler(options: ListHandlerOptions): KeyedHandler {
  const { answers, readPage, list, daily = false } = options;
  return async ({ tenantId, stamp }, request) => {
    const target = request.raw.url ?? "";
    const page = listParameters(queryOf(target));
    const answer = await answers.get({
      key: [tenantId, list.name, page.limit, page.offset, page.status ?? ""].join("/"),
      since: stamp,
      daily,
      read: () => readPage(list, { ...page, tenantId }),
      // beyond the end there is no limit to the pages one could ask for
      keep: ({ json }) => json !== noRows || page.offset === 0,
    });
    // a list always answers
    if (answer === null) return "not_found";
    const { body, tag, hasNext } = answer;
    const hasRows = body.length > noRows.length;
    const link = linkHeader(pathOf(target), page, { hasNext, hasRows });
    return link === null ? { body, tag } : { body, tag, headers: { link } };
  };
}

const noRows = "[]";
