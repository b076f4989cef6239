/**
 * `requireSameShape<Schema, Type>(true)` compiles only while each type can be assigned to the other: a schema and the type it stands for
 * cannot drift apart. `readonly` is left aside, because zod expresses it only by freezing every value it reads.
 */
export function requireSameShape<Left, Right>(_proof: SameShape<Left, Right>): void {
  // the compiler has done the work
}

type SameShape<Left, Right> = [Frozen<Left>] extends [Frozen<Right>]
  ? [Frozen<Right>] extends [Frozen<Left>]
    ? true
    : never
  : never;

type Frozen<Value> = Value extends string | number | boolean | null
  ? Value
  : { readonly [Key in keyof Value]: Frozen<Value[Key]> };
