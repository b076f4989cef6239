import { isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * True when the address is global unicast: the only kind a webhook may be sent to. Default deny: what cannot be parsed, carries a
 * zone or lies in a special-purpose block is not public. Addresses that hide an IPv4 address that a translator would dial
 * (IPv4-mapped, NAT64, 6to4) are judged by the hidden one.
 */
export function isPublicAddress(address: string): boolean {
  const parsed = parseAddress(address);
  return parsed !== null && isGlobalUnicast(parsed);
}

/** True for 127.0.0.0/8 and ::1, also IPv4-mapped: what development and tests may allow. */
export function isLoopbackAddress(address: string): boolean {
  const parsed = parseAddress(address);
  if (parsed === null) return false;
  const plain = parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress() ? v4(parsed) : parsed;
  return plain.range() === "loopback";
}

type Parsed = ipaddr.IPv4 | ipaddr.IPv6;

function parseAddress(address: string): Parsed | null {
  if (address.includes("%")) return null;
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address);
  return isIPv6(address) ? ipaddr.IPv6.parse(hexGroups(address)) : null;
}

// ipaddr.js reads ::8.8.8.8 as if it were ::ffff:8.8.8.8; WHATWG writes every IPv6 address in hexadecimal groups
function hexGroups(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1);
}

function isGlobalUnicast(parsed: Parsed): boolean {
  if (parsed instanceof ipaddr.IPv4) {
    return parsed.range() === "unicast" && !isIn(parsed, specialV4);
  }
  const hidden = hiddenV4(parsed);
  if (hidden !== null) return isGlobalUnicast(hidden);
  return parsed.range() === "unicast" && isIn(parsed, allocatedV6) && !isIn(parsed, specialV6);
}

function hiddenV4(address: ipaddr.IPv6): ipaddr.IPv4 | null {
  if (address.isIPv4MappedAddress()) return v4(address);
  const bytes = address.toByteArray();
  if (isIn(address, nat64)) return new ipaddr.IPv4(bytes.slice(12));
  return isIn(address, sixToFour) ? new ipaddr.IPv4(bytes.slice(2, 6)) : null;
}

function v4(address: ipaddr.IPv6): ipaddr.IPv4 {
  return address.toIPv4Address();
}

type Block<T> = readonly [T, number];

function isIn<T extends Parsed>(address: T, blocks: readonly Block<T>[]): boolean {
  // the two overloads of `match` are one function over addresses of the same family, which T guarantees
  const match = (address as ipaddr.IPv6).match.bind(address);
  return blocks.some(([base, bits]) => match(base, bits));
}

const v4Block = (cidr: string): Block<ipaddr.IPv4> => ipaddr.IPv4.parseCIDR(cidr);
const v6Block = (cidr: string): Block<ipaddr.IPv6> => ipaddr.IPv6.parseCIDR(cidr);

// IANA IPv4 Special-Purpose Address Registry, multicast and reserved space; 168.63.129.16 is a cloud's host endpoint
const specialV4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "168.63.129.16/32",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
].map(v4Block);

// the only block that IANA hands out global unicast addresses from (RFC 4291, IPv6 Global Unicast registry)
const allocatedV6 = [v6Block("2000::/3")];

// inside of it: IANA IPv6 Special-Purpose Address Registry and the returned 6bone block
const specialV6 = [
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "2620:4f:8000::/48",
  "3ffe::/16",
  "3fff::/20",
].map(v6Block);

// the well-known prefix only: 64:ff9b:1::/48 is for local use (RFC 8215) and stays refused
const nat64 = [v6Block("64:ff9b::/96")];
const sixToFour = [v6Block("2002::/16")];
