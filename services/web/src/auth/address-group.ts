import { isIPv4 } from "node:net";

/**
 * Whose tries are counted together: one IPv4 address, or the /64 of an IPv6 address, since every one of its 2^64 is the same customer's. An
 * IPv4 address in IPv6 form is the IPv4 address. The argument is an address as `net.isIP` knows it, without a zone.
 */
export function addressGroup(address: string): string {
  if (isIPv4(address)) return address;
  const groups = groupsOf(address);
  const [a = 0, b = 0] = groups.slice(6);
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (mapped) return [a >> 8, a & 255, b >> 8, b & 255].join(".");
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
}

/** The eight numbers of an IPv6 address in any of its spellings: a URL knows how to read them all. */
function groupsOf(address: string): readonly number[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = "", tail] = canonical.split("::");
  const left = numbersOf(head);
  const right = numbersOf(tail ?? "");
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}

function numbersOf(groups: string): readonly number[] {
  return groups === "" ? [] : groups.split(":").map((group) => Number.parseInt(group, 16));
}
