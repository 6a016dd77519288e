/*
 * Which addresses the app shows in a frame, which it announces and leaves to the browser, and which it refuses. A refused
 * address gets no link either: whoever made it wants it pressed.
 */

export type RefusedBecause = 'address' | 'scheme' | 'credentials' | 'port' | 'lookalike' | 'own';

export type WebAddress =
  | { kind: 'frame'; url: URL }
  | { kind: 'outside'; url: URL }
  | { kind: 'refused'; because: RefusedBecause };

export type WebRules = {
  /** The app's own origin: its pages in a frame would put the session there. */
  ownOrigin: string;
  /** `host`, `host:port` or `*.host`, as the site's configuration names them. */
  hosts: readonly string[];
};

const LENGTH_MAX = 2_000;

/** Also a backslash, a blank and what nobody sees: browsers read addresses with them in another way than people. */
const ODD = /[\s\p{Cc}\p{Cf}\p{Cs}\\]/u;

export function webAddress(text: string, { ownOrigin, hosts }: WebRules): WebAddress {
  const refused = (because: RefusedBecause): WebAddress => ({ kind: 'refused', because });
  if (text.length > LENGTH_MAX || ODD.test(text)) return refused('address');
  const [, scheme] = /^([a-z][a-z\d+.-]*):/i.exec(text) ?? [];
  if (scheme === undefined) return refused('address');
  const isLocal = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?(?:\/|$)/i.test(text);
  if (scheme.toLowerCase() !== 'https' && !isLocal) return refused('scheme');
  const authority = /^https?:\/\/([^/?#]+)/i.exec(text)?.[1];
  if (authority === undefined || !URL.canParse(text)) return refused('address');
  if (authority.includes('@')) return refused('credentials');
  const url = new URL(text);
  if (url.origin === ownOrigin) return refused('own');
  if (isUnreadable(authority)) return refused('lookalike');
  if (hosts.some((host) => fits(url, host))) return { kind: 'frame', url };
  if (isLocal || isLookalike(url)) return refused('lookalike');
  return url.port === '' ? { kind: 'outside', url } : refused('port');
}

function fits({ host }: URL, allowed: string): boolean {
  return allowed.startsWith('*.') ? host.endsWith(allowed.slice(1)) : host === allowed;
}

/** Not as a host name is written: the browser would change it, to a name that the member did not read. */
function isUnreadable(authority: string): boolean {
  return /[^\x21-\x7e]|%/.test(authority);
}

/** Letters of other scripts in their ASCII form, numbers instead of a name, a name without a dot, or with one at its end. */
function isLookalike({ hostname }: URL): boolean {
  const isForeign = /(?:^|\.)xn--/.test(hostname);
  const isNumber = /^[\d.]+$/.test(hostname) || hostname.startsWith('[');
  return isForeign || isNumber || !hostname.includes('.') || hostname.endsWith('.');
}

/** The address of the site's own chat, which may speak the member's language and wear their colours. */
export function chatAddress(service: string, appearance: { language: string; theme: string }): string {
  const url = new URL(service);
  for (const [name, value] of Object.entries(appearance))
    if (!url.searchParams.has(name)) url.searchParams.set(name, value);
  return url.href;
}
