/**
 * What node is started with in the image, and wherever services are measured. Measured on two busy cores:
 *
 * - Buffers of answers lie outside of the heap, and node collects all of it when they have grown by some 8 MB: with a heap of 25 MB up to 11 times a second,
 *   in some processes. The old generation may grow to 128 MB first: once a second, and a cold page of the read API 175 to 188 µs in place of 191 to 246.
 * - Young objects have 32 MB from the start, where node begins with 1 MB and promotes what a request still needs; and they are collected without helpers,
 *   which wait for each other: an event of the projector 98 µs in place of 121 to 125.
 */
export const nodeFlags = [
  "--no-parallel-scavenge",
  "--min-semi-space-size=32",
  "--max-semi-space-size=32",
  "--initial-old-space-size=128",
];
