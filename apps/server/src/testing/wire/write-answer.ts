import { createHash } from 'node:crypto';
import type { TestAnswer } from '../call.ts';

/** They differ with every answer, or follow from the body. */
const NOT_OURS = new Set(['date', 'content-length', 'connection', 'keep-alive']);
/** Of nearly every answer of the API. Only what differs from these is written. */
const USUAL: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'content-type': 'application/json; charset=utf-8',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
};
const TEXT_MAX = 4_000;
const TEXT_SHOWN = 1_500;

type Answer = Pick<TestAnswer, 'status' | 'headers' | 'text'>;

/** Status, headers and body of an answer. `hide` writes what is volatile in a form that is not. */
export function writeAnswer({ status, headers, text }: Answer, hide: (text: string) => string): string {
  const type = String(headers['content-type']);
  const body = /^(?:image|application\/(?:octet|zip))/.test(type) ? 'bytes' : shortened(hide(text));
  return `< ${status}${hide(headersText(headers))}\n${body}`;
}

function headersText(headers: Readonly<Record<string, unknown>>): string {
  const own = Object.entries(headers)
    .filter(([name, value]) => !NOT_OURS.has(name) && String(value) !== USUAL[name])
    .map(([name, value]) => `${name}: ${name === 'retry-after' ? 'seconds' : String(value)}`);
  const missing = Object.keys(USUAL).filter((name) => headers[name] === undefined);
  return [...own.toSorted(), ...missing.map((name) => `no ${name}`)].map((part) => ` | ${part}`).join('');
}

/** A long text is its beginning and a hash of the whole. Marks that no editor shows are written as in a program. */
function shortened(whole: string): string {
  const text = whole.replaceAll('\r', String.raw`\r`).replaceAll('\uFEFF', String.raw`\uFEFF`);
  if (text.length <= TEXT_MAX) return text;
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return `${text.slice(0, TEXT_SHOWN)}… (${text.length} characters, sha256 ${hash})`;
}
