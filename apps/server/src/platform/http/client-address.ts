import ipaddr from 'ipaddr.js';

/*
 * The keys for limits per address. An IPv4 address written inside IPv6 counts as the IPv4 address. What is no address
 * stays as it is.
 */

/** Key of a limit per address: the IPv4 address, or the /64 of an IPv6 address (a customer gets at least a /64). */
export function limitAddress(ip: string): string {
  return networkAt(ip, 4, (ipv4) => ipv4);
}

/** The network of an address: its /24 in IPv4, its /48 in IPv6, the usual size for one site. */
export function networkOf(ip: string): string {
  return networkAt(ip, 3, (ipv4) => `${ipv4.slice(0, ipv4.lastIndexOf('.'))}.0/24`);
}

function networkAt(ip: string, groups: number, ofIpv4: (address: string) => string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return ofIpv4(address.toString());
  const first = address.parts.slice(0, groups).map((group) => group.toString(16));
  return `${first.join(':')}::/${groups * 16}`;
}
