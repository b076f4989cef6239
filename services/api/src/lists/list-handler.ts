import {
  canOccur,
  deepestInBatch,
  type FoundApiKey,
  type ListDefinition,
  type ListPage,
} from "@shipment-tracking/read-model";
import { pathOf } from "@shipment-tracking/runtime";
import type { FastifyRequest } from "fastify";
import type { KeyFinder } from "../access/key-finder.ts";
import type { KeyedHandler } from "../access/keyed-route.ts";
import type { FreshAnswers } from "../reading/fresh-answers.ts";
import type { KeyedPageReader } from "../reading/keyed-page-reader.ts";
import { createLookAhead } from "../reading/look-ahead.ts";
import type { PageReader } from "../reading/page-reader.ts";
import { linkHeader } from "./link-header.ts";
import { type ListParameters, listParameters, queryOf } from "./list-parameters.ts";

export interface ListHandlerOptions {
  readonly answers: FreshAnswers;
  readonly findKey: KeyFinder;
  readonly readPage: PageReader;
  /** Key and page at once, for those expected to need a read. */
  readonly readKeyedPage: KeyedPageReader;
  readonly list: ListDefinition;
  /** Whether the list's items change when a day ends. */
  readonly daily?: boolean;
}

/** What was looked up with a key, for which request. */
interface ListHolder extends FoundApiKey {
  readonly wanted: ListParameters;
  /** Of the request, for the look ahead; null where there is none, so that no text of the caller's choice is remembered. */
  readonly name: string | null;
  /** The page wanted, when it was read with the key. */
  readonly page?: ListPage;
}

/** A list endpoint by the common rules (specification 4.1, 4.3 and 8): a plain array, never an error for a parameter. */
export function listHandler(options: ListHandlerOptions): KeyedHandler<ListHolder> {
  const { answers, findKey, readPage, readKeyedPage, list, daily = false } = options;
  const ahead = createLookAhead(rememberedRequests);
  return {
    opener: (request) => async (keyHash) => {
      const wanted = wantedPage(request);
      const isPlain = wanted.offset <= deepestInBatch && canOccur(list, wanted.status);
      const name = isPlain ? `${keyHash}/${nameOf(wanted)}` : null;
      const holder =
        name !== null && ahead.expectsRead(name)
          ? await readKeyedPage(list, { ...wanted, keyHash })
          : await findKey(keyHash);
      return holder === null ? null : { ...holder, wanted, name };
    },
    async answer({ tenantId, stamp, wanted: page, name, page: read }, request) {
      let wasRead = false;
      const answer = await answers.get({
        key: `${tenantId}/${list.name}/${nameOf(page)}`,
        since: stamp,
        daily,
        read: () => {
          wasRead = true;
          return read ?? readPage(list, { ...page, tenantId });
        },
        // beyond the end there is no limit to the pages one could ask for
        keep: ({ json }) => json !== noRows || page.offset === 0,
      });
      if (name !== null) ahead.learn(name, wasRead);
      // a list always answers
      if (answer === null) return "not_found";
      const { body, tag, hasNext } = answer;
      const hasRows = body.length > noRows.length;
      const path = pathOf(request.raw.url ?? "");
      const link = linkHeader(path, page, { hasNext, hasRows });
      return link === null ? { body, tag } : { body, tag, headers: { link } };
    },
  };
}

/** About 2 MB of names. */
const rememberedRequests = 10_000;

function wantedPage(request: FastifyRequest): ListParameters {
  return listParameters(queryOf(request.raw.url ?? ""));
}

function nameOf({ limit, offset, status }: ListParameters): string {
  return [limit, offset, status ?? ""].join("/");
}

const noRows = "[]";
