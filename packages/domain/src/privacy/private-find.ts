/** What a public text should not hold. */
export const privateKinds = [
  "telephone_number",
  "email_address",
  "street_address",
  "door_code",
  "postal_code",
  "customer_name",
] as const;

export type PrivateKind = (typeof privateKinds)[number];

/** Where a text holds it: offsets in UTF-16 units, as of `slice`. */
export interface PrivateFind {
  readonly kind: PrivateKind;
  readonly start: number;
  readonly end: number;
}

/** What to tell the sender. */
export const privateSentences: Readonly<Record<PrivateKind, string>> = {
  telephone_number: "This looks like a telephone number. Everybody with the link will read it.",
  email_address: "This looks like an e-mail address. Everybody with the link will read it.",
  street_address: "This looks like a street address. Everybody with the link will read it.",
  door_code: "This looks like a code for a door or gate. Everybody with the link will read it.",
  postal_code: "This looks like a postal code. Everybody with the link will read it.",
  customer_name: "This is the name of one of your customers. Everybody with the link will read it.",
};
