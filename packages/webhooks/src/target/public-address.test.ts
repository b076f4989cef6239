import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isLoopbackAddress, isPublicAddress } from "./public-address.ts";

const blocks = [
  ["0.0.0.0", "0.255.255.255"],
  ["10.0.0.0", "10.255.255.255"],
  ["100.64.0.0", "100.127.255.255"],
  ["127.0.0.0", "127.255.255.255"],
  ["168.63.129.16", "168.63.129.16"],
  ["169.254.0.0", "169.254.255.255"],
  ["172.16.0.0", "172.31.255.255"],
  ["192.0.0.0", "192.0.0.255"],
  ["192.0.2.0", "192.0.2.255"],
  ["192.88.99.0", "192.88.99.255"],
  ["192.168.0.0", "192.168.255.255"],
  ["198.18.0.0", "198.19.255.255"],
  ["198.51.100.0", "198.51.100.255"],
  ["203.0.113.0", "203.0.113.255"],
  ["224.0.0.0", "239.255.255.255"],
  ["240.0.0.0", "255.255.255.255"],
] as const;

const neighbours = [
  "1.0.0.0",
  "9.255.255.255",
  "11.0.0.0",
  "100.63.255.255",
  "100.128.0.0",
  "126.255.255.255",
  "128.0.0.0",
  "169.253.255.255",
  "169.255.0.0",
  "172.15.255.255",
  "172.32.0.0",
  "192.0.1.0",
  "192.0.3.0",
  "192.167.255.255",
  "192.169.0.0",
  "198.17.255.255",
  "198.20.0.0",
  "223.255.255.255",
];

describe("IPv4", () => {
  test.each(blocks)("%s to %s is not public, first and last", (first, last) => {
    expect([isPublicAddress(first), isPublicAddress(last)]).toEqual([false, false]);
  });

  test.each(neighbours)("%s, the neighbour of a special block, is public", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test("no address inside a special block is public, in any spelling of it", () => {
    const inside = fc
      .constantFrom(...blocks)
      .chain(([first, last]) => fc.integer({ min: toNumber(first), max: toNumber(last) }));
    fc.assert(
      fc.property(inside, (number) => {
        const bytes = [24, 16, 8, 0].map((shift) => (number >>> shift) & 255);
        const dotted = bytes.join(".");
        const [a = 0, b = 0, c = 0, d = 0] = bytes;
        const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
        for (const spelling of [
          dotted,
          `::ffff:${dotted}`,
          `::ffff:${hex}`,
          `::${dotted}`,
          `64:ff9b::${dotted}`,
          `64:ff9b:1::${dotted}`,
          `2002:${hex}::1`,
          `2001:0:${hex}::`,
          `::ffff:0:${dotted}`,
        ]) {
          expect([spelling, isPublicAddress(spelling)]).toEqual([spelling, false]);
        }
      }),
    );
  });
});

describe("IPv6", () => {
  test.each([
    "::",
    "::1",
    "::8.8.8.8",
    "100::1",
    "64:ff9b:1::808:808",
    "2001::1",
    "2001:1ff:ffff::1",
    "2001:db8::1",
    "2620:4f:8000::1",
    "3ffe::1",
    "3fff::1",
    "4000::1",
    "5f00::1",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fe80::1%eth0",
    "2a00:1450:4001::1%eth0",
    "febf::1",
    "fec0::1",
    "ff02::1",
    "::ffff:0:8.8.8.8",
  ])("%s is not public", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each([
    "2001:200::1",
    "2606:4700::1111",
    "2a00:1450:4001:80e::200e",
    "::ffff:8.8.8.8",
    "64:ff9b::8.8.8.8",
    "2002:808:808::1",
  ])("%s is public", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

test.each(["", "localhost", "1.2.3", "0x7f.1", "2130706433", "08.8.8.8", "8.8.8.8.", "[::1]"])(
  "%j is no address, so it is not public",
  (text) => {
    expect(isPublicAddress(text)).toBe(false);
  },
);

test("loopback is 127.0.0.0/8 and ::1, nothing else", () => {
  for (const address of ["127.0.0.1", "127.255.0.9", "::1", "::ffff:127.0.0.1"]) {
    expect(isLoopbackAddress(address)).toBe(true);
  }
  for (const address of ["128.0.0.1", "0.0.0.0", "::", "10.0.0.1", "localhost", "::1%lo"]) {
    expect(isLoopbackAddress(address)).toBe(false);
  }
});

function toNumber(address: string): number {
  return address.split(".").reduce((sum, byte) => sum * 256 + Number(byte), 0);
}
