/*
 * Which headers of a message may be passed on (RFC 9110, 7.6.1). What says how long a message is, or how it is cut, is
 * never passed on either: whoever sends the message anew writes that.
 */

export type Headers = Record<string, string | string[]>;

/** Headers that are about one connection. */
const HOPS = new Set([
  'connection',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** What a message's `Connection` may not take away: it says where the call goes, or how long the answer is. */
const KEPT = new Set(['host', 'content-length']);

/** The headers that are for both ends, without those that `Connection` names. */
export function endToEndHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const named = new Set([headers['connection'] ?? []].flat().flatMap((value) => value.split(',').map(nameOf)));
  const passed: Headers = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !HOPS.has(name) && (KEPT.has(name) || !named.has(name))) passed[name] = value;
  return passed;
}

function nameOf(option: string): string {
  return option.trim().toLowerCase();
}

interface Caller {
  readonly ip: string;
  readonly protocol: string;
  readonly host: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/**
 * The headers of a call that is sent anew. Only we say whose call it is: what the client says about that has been weighed
 * here. The length of the body is written by the code that sends it.
 */
export function headersToPassOn({ ip, protocol, host, headers }: Caller): Headers {
  const passed = endToEndHeaders(headers);
  for (const name of Object.keys(passed))
    if (name === 'content-length' || /^(x-)?forwarded/.test(name)) delete passed[name];
  return { ...passed, 'x-forwarded-for': ip, 'x-forwarded-proto': protocol, 'x-forwarded-host': host };
}
