import { useQuery } from "@tanstack/react-query";
import { api, queryKeys, read } from "../api/index.ts";
import { formatMinor } from "./money-format.ts";

export interface Currency {
  readonly code: string;
  /** Decimal digits of an amount: JPY 0, EUR 2, KWD 3. */
  readonly digits: number;
}

/** Amounts cannot be read or written without it. */
export const currenciesQuery = {
  queryKey: queryKeys.currencies,
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<readonly Currency[]> => {
    const { items } = await read(api.GET("/api/currencies", { signal }));
    return items;
  },
  staleTime: Number.POSITIVE_INFINITY,
};

/** All currencies by code; empty while they load. */
export function useCurrencies(): ReadonlyMap<string, Currency> {
  const { data } = useQuery({ ...currenciesQuery, select: byCode });
  return data ?? none;
}

/** Writes amounts of any currency; as long as its digits are not known, no amount rather than a wrong one. */
export function useMoney(): (amountMinor: number, currency: string) => string {
  const currencies = useCurrencies();
  return (amountMinor, currency) => {
    const digits = currencies.get(currency)?.digits;
    return digits === undefined ? `… ${currency}` : formatMinor(amountMinor, currency, digits);
  };
}

/** An amount in minor units of its currency. */
export function Money({
  amountMinor,
  currency,
}: {
  readonly amountMinor: number;
  readonly currency: string;
}) {
  const write = useMoney();
  return (
    <span className="st-number" style={nowrap}>
      {write(amountMinor, currency)}
    </span>
  );
}

const nowrap = { whiteSpace: "nowrap" } as const;
const none: ReadonlyMap<string, Currency> = new Map();

function byCode(items: readonly Currency[]): ReadonlyMap<string, Currency> {
  return new Map(items.map((item) => [item.code, item]));
}
