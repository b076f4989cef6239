import {
  findPrivateData,
  type PrivateKind,
  privateSentences,
  type TenantId,
  withoutOverlaps,
} from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import { findCustomerNames } from "./customer-names.ts";
import { readCustomerNames } from "./read-customer-names.ts";

/** Something that a recipient should perhaps not read. It never keeps anybody from anything. */
export interface PrivacyWarning {
  readonly field: "description" | "city";
  readonly kind: PrivateKind;
  /** In the field as it is stored, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly sentence: string;
}

/** What the public texts of an event seem to give away. */
export async function privacyWarnings(
  db: Queryable,
  tenantId: TenantId,
  texts: { readonly description: string | null; readonly city: string },
): Promise<readonly PrivacyWarning[]> {
  const { description, city } = texts;
  const inCity = findPrivateData(city).map((find) => warning("city", find));
  if (description === null) return inCity;
  const names = findCustomerNames(description, await readCustomerNames(db, tenantId));
  const finds = withoutOverlaps([...findPrivateData(description), ...names]);
  return [...finds.map((find) => warning("description", find)), ...inCity];
}

function warning(
  field: PrivacyWarning["field"],
  find: ReturnType<typeof findPrivateData>[number],
): PrivacyWarning {
  return { field, ...find, sentence: privateSentences[find.kind] };
}
