import type { Prng } from './simulation/prng.ts';

/*
 * Requests as bytes, the honest and the odd ones: methods, ways to frame a body, odd headers, odd targets, several on one
 * connection, and a cut somewhere. Each says what may become of it at a server that passes calls on.
 */

/**
 * `answered`: exactly this request has to arrive behind the server, once, and to be answered. `never`: nothing of it may
 * arrive. `any`: it may be refused, or arrive as the server in front understood it.
 */
export type Fate = 'answered' | 'never' | 'any';

export interface RawRequest {
  /** Unique; sent in the header X-Tag. What is hidden in its body has other tags. */
  readonly tag: string;
  readonly method: string;
  readonly target: string;
  readonly body: string;
  fate: Fate;
}

export interface RawConversation {
  readonly bytes: Buffer;
  readonly requests: readonly RawRequest[];
  /** The client leaves after these bytes, without reading. */
  readonly isCut: boolean;
  /** The server ends the connection after the last answer. */
  readonly isEnding: boolean;
}

const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'OPTIONS',
  'PATCH',
  'PROPFIND',
  'TRACE',
  'get',
  'G ET',
] as const;
/** From here on, some parsers refuse them. */
const ODD_METHODS_FROM = 8;
const ODD_VERSIONS = ['HTTP/1.0', 'HTTP/1.2', 'HTTP/0.9', 'HTTP/2.0', 'http/1.1', ''] as const;
const WITH_BODY = new Set(['POST', 'PUT']);
const PASSED_ON = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE']);

const TARGETS: readonly (readonly [target: string, fate: Fate])[] = [
  ['/console/a', 'answered'],
  ['/console/a?b=c&d=%20', 'answered'],
  ['/console/', 'answered'],
  ['/console', 'answered'],
  ['/api/console/sessions', 'answered'],
  ['/api/console/members/7?x=/../..', 'answered'],
  ['/console/%2e%2e/a', 'answered'],
  ['/console/a/./b/../c', 'answered'],
  ['/console/../api/console/me', 'answered'],
  ['/console/a#b', 'answered'],
  ['/console/a;b=c', 'answered'],
  ['/%63onsole/a', 'answered'],
  ['/api/%63onsole/a%2fb', 'answered'],
  ['/console/%00', 'never'],
  ['//console/a', 'never'],
  ['/console//a', 'never'],
  ['http://console/console/a', 'never'],
  ['/Console/a', 'never'],
  ['/other', 'never'],
];

const PASSED_TARGETS = TARGETS.filter(([, fate]) => fate === 'answered');

const ODD_TARGETS: typeof TARGETS = [
  ['/console/\u00e9', 'any'],
  ['/console/%ff', 'any'],
  ['/console/%', 'any'],
  ['/console/a\\b', 'never'],
  ['*', 'never'],
  ['console/a', 'never'],
  ['/console/a b', 'any'],
  ['/console/a\tb', 'any'],
];

const HEADERS: readonly string[] = [
  'X-Forwarded-For: 203.0.113.9\r\n',
  'x-forwarded-for: 203.0.113.9\r\nX-FORWARDED-FOR: 203.0.113.8\r\nForwarded: for=203.0.113.9\r\n',
  'Connection: keep-alive, X-Forwarded-For\r\nX-Forwarded-For: 203.0.113.9\r\n',
  'Connection: host\r\n',
  'Connection: content-length\r\n',
  'Connection: Content-Length, Transfer-Encoding\r\n',
  'connection: transfer-encoding\r\n',
  'Connection: x-tag-of-nobody\r\nConnection: te\r\nTE: trailers\r\n',
  'Expect: 100-continue\r\n',
  'Keep-Alive: timeout=999\r\nProxy-Connection: keep-alive\r\n',
  'Trailer: Content-Length\r\n',
  'X-Latin: caf\u00e9 \u00ff\r\nX-Empty:\r\nX-Spaces:    a   \r\n',
  'X-Large: ' + 'x'.repeat(3_000) + '\r\n',
  'X-HTTP-Method-Override: DELETE\r\n',
  'Content-Type: application/json\r\n',
  'Content-Type: multipart/form-data; boundary=a\r\n',
  'Content-Encoding: gzip\r\n',
];

const ODD_HEADERS: readonly string[] = [
  'Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n',
  'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n',
  'Expect: something\r\n',
  'X-Folded: a\r\n b\r\n',
  'X-Bare: a\nX-More: b\r\n',
  'X-Return: a\rContent-Length: 0\r\n',
  'X-Null: a\0b\r\n',
  'X Space: a\r\n',
  ': nameless\r\n',
  'Content-Length : 0\r\n',
  'Transfer-Encoding : chunked\r\n',
  'Content-Type: ;;;\r\n',
  'Host: other.example\r\n',
];

interface Framed {
  readonly head: string;
  readonly bytes: string;
  readonly isHonest?: true;
}

type Framing = (body: string, prng: Prng) => Framed;

function chunked(body: string, prng: Prng): string {
  const at = prng.below(body.length);
  const parts = [body.slice(0, at), body.slice(at)].filter((part) => part !== '');
  const extension = prng.chance(0.3) ? ';a="b"' : '';
  return parts.map((part) => `${part.length.toString(16)}${extension}\r\n${part}\r\n`).join('');
}

function length(body: string): string {
  return `Content-Length: ${body.length}\r\n`;
}

const TE = 'Transfer-Encoding: chunked\r\n';

/** Ways to say how long the body is. */
const FRAMINGS: readonly Framing[] = [
  (body) => ({ head: length(body), bytes: body, isHonest: true }),
  (body) => ({ head: `content-LENGTH:${body.length}  \r\n`, bytes: body, isHonest: true }),
  (body) => ({ head: `Connection: content-length\r\n${length(body)}`, bytes: body, isHonest: true }),
  (body) => ({ head: `${length(body)}Connection: close-not, CONTENT-LENGTH\r\n`, bytes: body, isHonest: true }),
  (body, prng) => ({ head: TE, bytes: `${chunked(body, prng)}0\r\n\r\n`, isHonest: true }),
  (body, prng) => ({
    head: 'TRANSFER-encoding:CHUNKED\r\n',
    bytes: `${chunked(body, prng)}0\r\n\r\n`,
    isHonest: true,
  }),
  (body, prng) => ({
    head: `Connection: transfer-encoding\r\n${TE}`,
    bytes: `${chunked(body, prng)}0\r\n\r\n`,
    isHonest: true,
  }),
  (body, prng) => ({
    head: TE,
    bytes: `${chunked(body, prng)}0\r\nX-Tag: trailer\r\n\r\n`,
    isHonest: true,
  }),
];

const ODD_FRAMINGS: readonly Framing[] = [
  (body, prng) => ({ head: TE, bytes: `${chunked(body, prng)}0\r\nContent-Length: 5\r\n\r\n` }),
  (body) => ({ head: length(body) + length(body), bytes: body }),
  (body) => ({ head: `${length(body)}Content-Length: 0\r\n`, bytes: body }),
  (body, prng) => ({ head: length(body) + TE, bytes: `${chunked(body, prng)}0\r\n\r\n` }),
  (body, prng) => ({
    head: `${TE}Content-Length: 4\r\n`,
    bytes: `${chunked(body, prng)}0\r\n\r\n`,
  }),
  (body) => ({ head: 'Content-Length: 5\r\n', bytes: body }),
  (body) => ({ head: `Content-Length: ${body.length + 40}\r\n`, bytes: body }),
  (body) => ({ head: '', bytes: body }),
  ...[
    'identity',
    'xchunked',
    'chunked, identity',
    'identity, chunked',
    'gzip, chunked',
    '\u000bchunked',
    'chunked;q=1',
    '"chunked"',
    '',
  ].map((coding) => (body: string, prng: Prng): Framed => ({
    head: `Transfer-Encoding: ${coding}\r\n`,
    bytes: `${chunked(body, prng)}0\r\n\r\n`,
  })),
  ...['+7', '0x7', '7 7', '7,7', '', '-1', '1e1', '99999999999999999999', '007', '7\u000b'].map(
    (text) =>
      (body: string): Framed => ({
        head: `Content-Length: ${text}\r\n`,
        bytes: body,
      }),
  ),
  (body) => ({ head: `Content-Length:\r\n ${body.length}\r\n`, bytes: body }),
  (body) => ({ head: `Content-Length: ${body.length}\n`, bytes: body }),
  ...['5;\r\n', '0x5\r\n', '+5\r\n', '5 \r\n', '5\n', 'ffffffffffffffff5\r\n', '-5\r\n'].map(
    (size) =>
      (body: string): Framed => ({
        head: TE,
        bytes: `${size}${body.slice(0, 5)}\r\n0\r\n\r\n${body}`,
      }),
  ),
  (body) => ({ head: TE, bytes: `${body.length.toString(16)}\r\n${body}0\r\n\r\n` }),
];

/** A body that is a request itself, as one that smuggles would send, or only text. */
function bodyOf(tag: string, prng: Prng): string {
  const hidden = `GET /console/hidden HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.9\r\nX-Tag: ${tag}h\r\n\r\n`;
  const kind = prng.below(10);
  if (kind < 5) return hidden;
  if (kind < 6) return hidden.replace('GET /console/hidden', 'DELETE /api/console/sessions');
  // As a chunked body without its framing would look.
  if (kind < 7) return `0\r\n\r\n${hidden}`;
  if (kind < 8) return hidden + hidden.replaceAll(`${tag}h`, `${tag}i`);
  // The rest of this hidden request is the head of whoever comes next.
  if (kind < 9) return hidden.replace(/\r\n\r\n$/, '\r\nX-Next: ');
  return '{"a":1}';
}

/** Most conversations are honest: what one odd request does to a connection must not hide what becomes of the others. */
export function makeConversation(name: string, prng: Prng): RawConversation {
  const { pick, chance } = prng;
  const isCut = chance(0.1);
  const isOdd = chance(0.3);
  const isSure = !isCut && !isOdd;
  const requests: RawRequest[] = [];
  const parts: string[] = [];
  const count = 1 + prng.below(6);
  let isClosing = false;
  for (let n = 0; n < count; n += 1) {
    const tag = `${name}r${n}`;
    const method = pick(chance(0.9) ? METHODS.slice(0, 5) : METHODS.slice(0, isOdd ? undefined : ODD_METHODS_FROM));
    const [target, ofTarget] = pick(chance(0.8) ? PASSED_TARGETS : isOdd ? [...TARGETS, ...ODD_TARGETS] : TARGETS);
    const lines = chance(0.4) ? pick(isOdd ? [...HEADERS, ...ODD_HEADERS] : HEADERS) : '';
    const hasBody = chance(WITH_BODY.has(method) ? 0.8 : 0.1);
    const body = hasBody ? bodyOf(tag, prng) : '';
    const framed: Framed = hasBody
      ? pick(isOdd ? [...FRAMINGS, ...ODD_FRAMINGS] : FRAMINGS)(body, prng)
      : { head: chance(0.3) ? 'Content-Length: 0\r\n' : '', bytes: '' };
    const version = isOdd && chance(0.1) ? pick(ODD_VERSIONS) : 'HTTP/1.1';
    const isBodyRefused = body !== '' && (!isOdd || framed.isHonest === true) && !WITH_BODY.has(method);
    const isNever = isBodyRefused || !PASSED_ON.has(method) || ofTarget === 'never';
    requests.push({ tag, method, target, body, fate: isNever ? 'never' : isSure && !isClosing ? 'answered' : 'any' });
    // A server may close the connection after what it refuses.
    isClosing ||= isNever;
    const close = n === count - 1 ? 'Connection: close\r\n' : '';
    parts.push(
      `${method} ${target} ${version}\r\nHost: x\r\nX-Tag: ${tag}\r\n${lines}${framed.head}${close}\r\n${framed.bytes}`,
    );
  }
  const bytes = Buffer.from(parts.join(''), 'latin1');
  return { requests, isCut, isEnding: isSure, bytes: isCut ? bytes.subarray(0, prng.below(bytes.length)) : bytes };
}
