import type { IncomingMessage } from 'node:http';
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
 * The client's address: the connection's own, or what trusted proxies report. Their entries are read from the nearest to
 * the farthest until one is not trusted, or cannot be read: a proxy that says `unknown` ends the line, and its own address
 * counts. What stands behind that was said by somebody whom nobody trusts.
 * @param forwardedFor the header's value; empty entries are no entries (RFC 9110, 5.6.1)
 * @returns undefined if the client has left, so that not even its connection has an address
 */
export function clientAddress(
  remote: string | undefined,
  forwardedFor: string | undefined,
  trusts: (address: string, hop: number) => boolean,
): string | undefined {
  let address = remote ?? '';
  const entries = (forwardedFor ?? '').split(',').filter((entry) => entry.trim() !== '');
  for (const [hop, entry] of entries.toReversed().entries()) {
    if (!trusts(address, hop)) break;
    const named = readForwarded(entry);
    if (named === undefined) break;
    address = named;
  }
  return isAddress(address) ? address : undefined;
}

/** An address as proxies write it: bare, in brackets, with a port, in quotes, after `for=` (RFC 7239, 4 and 6). */
const FORWARDED =
  /^(?:for=)?(?<quote>"?)(?:\[(?<six>[^\]]*)\](?::\d{1,5})?|(?<four>[\d.]+):\d{1,5}|(?<bare>[^"[\]]*))\k<quote>$/i;

/** The address that one entry names. Its IPv6 zone means something on the proxy's machine only. */
function readForwarded(entry: string): string | undefined {
  const { six, four, bare } = FORWARDED.exec(entry.trim())?.groups ?? {};
  const address = (six ?? four ?? bare ?? '').trim().replace(/%.*$/s, '');
  const family = isIP(address);
  const isOfItsForm = (six === undefined || family === 6) && (four === undefined || family === 4);
  return family !== 0 && isOfItsForm ? address : undefined;
}

/**
 * Puts the client's address in the place of a forwarded header, before anything reads it. Fastify reads `request.ip` from
 * the header each time it is asked, and knows no other form than a bare address.
 */
export function readForwardedHeader(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  trusts: (address: string, hop: number) => boolean,
): void {
  const forwarded = headers['x-forwarded-for'];
  if (forwarded === undefined) return;
  const remote = socket.remoteAddress;
  const address = clientAddress(remote, forwarded.toString(), trusts);
  if (address === undefined) delete headers['x-forwarded-for'];
  // Also where it is the connection's own: the call was passed on by somebody all the same.
  else headers['x-forwarded-for'] = address;
}
