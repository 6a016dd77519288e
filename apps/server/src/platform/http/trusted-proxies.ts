import { BlockList, isIP } from 'node:net';

/** Returns whether a proxy at this address is trusted to name the client in `X-Forwarded-For`. */
export type Trusts = (address: string) => boolean;

const LOOPBACK = ['127.0.0.0/8', '::1'];
/** The longest address as text, with an IPv6 zone. The database stores no more. */
const ADDRESS_CHARS_MAX = 64;

export function isAddress(text: string): boolean {
  return text.length <= ADDRESS_CHARS_MAX && isIP(text) !== 0;
}

/** One entry of the setting TRUSTED_PROXIES: `loopback`, an address, or a range such as `10.0.0.0/8`. */
export function isProxyEntry(text: string): boolean {
  if (text === 'loopback') return true;
  const [address = '', prefix, ...more] = text.split('/');
  const bits = isIP(address) === 4 ? 32 : 128;
  return isAddress(address) && more.length === 0 && (prefix === undefined || isPrefix(prefix, bits));
}

function isPrefix(text: string, bits: number): boolean {
  return /^\d{1,3}$/.test(text) && Number(text) <= bits;
}

/** @param entries each has passed isProxyEntry() */
export function trustedProxies(entries: readonly string[]): Trusts {
  const ranges = new BlockList();
  for (const entry of entries.flatMap((name) => (name === 'loopback' ? LOOPBACK : [name]))) {
    const [address = '', prefix] = entry.split('/');
    const family = familyOf(address);
    if (prefix === undefined) ranges.addAddress(address, family);
    else ranges.addSubnet(address, Number(prefix), family);
  }
  return (address) => {
    const bare = address.replace(/%.*$/, '');
    // What is no address is in no range.
    return ranges.check(bare, familyOf(bare));
  };
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

/**
 * The client's address: the connection's own, or what trusted proxies report. They are read from the nearest to the
 * farthest until one is not trusted. Fastify finds `request.ip` by the same rule. Undefined if a proxy gave no address.
 */
export function clientAddress(
  remote: string | undefined,
  forwardedFor: string | undefined,
  trusts: Trusts,
): string | undefined {
  let address = remote ?? '';
  for (const next of (forwardedFor ?? '').split(',').toReversed()) {
    if (!trusts(address)) break;
    address = next.trim() || address;
  }
  return isAddress(address) ? address : undefined;
}
