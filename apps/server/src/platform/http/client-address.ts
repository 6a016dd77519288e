/*
 * The keys for limits per address. An IPv4 address written inside IPv6 counts as the IPv4 address.
 */

const IPV4 = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})$/i;

/** Key of a limit per address: the IPv4 address, or the /64 of an IPv6 address (a customer gets at least a /64). */
export function limitAddress(ip: string): string {
  return IPV4.exec(ip)?.[1] ?? (ip.includes(':') ? prefixOf(ip, 4) : ip);
}

/** The network of an address: its /24 in IPv4, its /48 in IPv6, the usual size for one site. */
export function networkOf(ip: string): string {
  const ipv4 = IPV4.exec(ip)?.[1];
  if (ipv4 !== undefined) return `${ipv4.slice(0, ipv4.lastIndexOf('.'))}.0/24`;
  return ip.includes(':') ? prefixOf(ip, 3) : ip;
}

/** The first groups of an IPv6 address, each without leading zeros. */
function prefixOf(ip: string, groups: number): string {
  const [head = '', tail = ''] = ip.toLowerCase().replace(/%.*$/, '').split('::');
  const split = (text: string) => (text === '' ? [] : text.split(':'));
  const missing = ip.includes('::') ? 8 - split(head).length - split(tail).length : 0;
  const all = [...split(head), ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...split(tail)];
  const first = all.slice(0, groups).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${first.join(':')}::/${groups * 16}`;
}
