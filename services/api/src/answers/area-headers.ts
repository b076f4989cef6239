import type { Area } from "../paths.ts";

/** Headers of every answer of an area, errors included: what may keep it, and what a recipient's browser may pass on. */
export const areaHeaders: Readonly<Record<Area, Readonly<Record<string, string>>>> = {
  v1: { "cache-control": "private, no-cache", vary: "Authorization" },
  // the link is a credential: not to be stored, indexed, or sent on as a referrer
  track: {
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex, nofollow, noarchive",
  },
  other: { "cache-control": "no-cache" },
};
