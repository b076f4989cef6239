import { randomUUID } from "node:crypto";
import { generateApiKey } from "@shipment-tracking/contracts";
import {
  randomPassword,
  saveSecrets,
  type DemoTenantSecrets,
  type Secrets,
} from "../data-directory/secrets.ts";
import type { DataDirectory } from "../data-directory/open-data-directory.ts";
import { demoCompanies, type DemoCompany } from "./companies.ts";

export interface DemoAccount {
  readonly company: DemoCompany;
  readonly secrets: DemoTenantSecrets;
}

/** Ids, passwords and keys of the demo tenants. They are kept before they are used: a start that dies half-way goes on with the same. */
export async function demoAccounts(
  directory: Pick<DataDirectory, "secretsFile">,
  secrets: Secrets,
): Promise<readonly DemoAccount[]> {
  const known = secrets.demo;
  const missing = demoCompanies.filter(({ slug }) => known[slug] === undefined);
  const made = Object.fromEntries(missing.map(({ slug }) => [slug, makeSecrets()]));
  const demo = { ...known, ...made };
  if (missing.length > 0) await saveSecrets(directory, { ...secrets, demo });
  return demoCompanies.flatMap((company) => {
    const own = demo[company.slug];
    return own === undefined ? [] : [{ company, secrets: own }];
  });
}

function makeSecrets(): DemoTenantSecrets {
  return {
    tenantId: randomUUID(),
    apiKey: generateApiKey(),
    passwords: {
      admin: randomPassword(),
      dispatcher: randomPassword(),
      billing: randomPassword(),
      viewer: randomPassword(),
    },
  };
}
