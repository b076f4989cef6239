export type WithoutUndefined<Fields> = {
  [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
};

/** Only the fields that were given: what is undefined is left out, what is null stays. */
export function withoutUndefined<Fields extends object>(fields: Fields): WithoutUndefined<Fields> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  // entries lose the names' types; nothing was added
  return Object.fromEntries(given) as WithoutUndefined<Fields>;
}
