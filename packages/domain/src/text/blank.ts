/** True for text without anything to see: spaces, controls, zero-width and filler characters only. */
export function isBlank(text: string): boolean {
  return /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*$/u.test(text);
}
