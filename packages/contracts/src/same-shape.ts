/**
 * `true` when each type can be assigned to the other (`readonly` aside, which zod does not express without freezing
 * every value it reads); `never` otherwise, so that `const check: SameShape<A, B> = true` does not compile.
 */
export type SameShape<Left, Right> = [Frozen<Left>] extends [Frozen<Right>]
  ? [Frozen<Right>] extends [Frozen<Left>]
    ? true
    : never
  : never;

type Frozen<Value> = Value extends string | number | boolean | null
  ? Value
  : { readonly [Key in keyof Value]: Frozen<Value[Key]> };
