/** Longest public description of a tracking event, in characters. */
export const descriptionMaxLength = 500;

/** Length in code points: an emoji is one character, not the two units that JavaScript counts. */
export function lengthInCharacters(text: string): number {
  return Array.from(text).length;
}
