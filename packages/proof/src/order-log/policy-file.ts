/**
 * A policy file: which logs, which witnesses, and how many of them must have seen a head. Rules: https://c2sp.org/tlog-policy.
 * A group here has witnesses alone; a group of groups is refused.
 */
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { ProofCrypto } from '../crypto-port.ts';
import { parseVerifierKey } from '../signed-note.ts';
import type { VerifierKey } from '../signed-note.ts';
import { parseWitnessKey } from './cosignature.ts';
import type { WitnessKey } from './cosignature.ts';

const LINES_MAX = 256;
const ALLOWED = /^[\t\n\u0020-\u007E\u0080-\u{10FFFF}]*$/u;

export type PolicyFile = {
  readonly logs: readonly { readonly key: VerifierKey; readonly url: string | null }[];
  readonly witnesses: readonly { readonly key: WitnessKey; readonly url: string | null }[];
  /** How many of `keys` are needed; 0 and no key for `quorum none`. */
  readonly quorum: number;
  readonly keys: readonly WitnessKey[];
};

type Malformed = Result<never, 'POLICY_MALFORMED'>;

export async function parsePolicyFile(
  text: string,
  crypto: ProofCrypto,
): Promise<Result<PolicyFile, 'POLICY_MALFORMED'>> {
  const malformed: Malformed = err('POLICY_MALFORMED');
  const lines = text.split('\n');
  if (!ALLOWED.test(text) || lines.length > LINES_MAX) return malformed;
  const logs: PolicyFile['logs'][number][] = [];
  const witnesses: PolicyFile['witnesses'][number][] = [];
  const named = new Map<string, Pick<PolicyFile, 'quorum' | 'keys'>>([['none', { quorum: 0, keys: [] }]]);
  const single = new Map<string, WitnessKey>();
  let quorum: Pick<PolicyFile, 'quorum' | 'keys'> | null = null;
  for (const line of lines) {
    const [word = '', ...rest] = line.split(/[ \t]+/).filter((part) => part !== '');
    if (word === '' || word.startsWith('#')) continue;
    if (word === 'log') {
      const [keyText = '', url = null, ...more] = rest;
      const key = await parseVerifierKey(keyText, crypto);
      if (!key.ok || more.length > 0 || has(logs, key.value)) return malformed;
      logs.push({ key: key.value, url });
    } else if (word === 'witness') {
      const [name = '', keyText = '', url = null, ...more] = rest;
      const key = await parseWitnessKey(keyText, crypto);
      if (!key.ok || more.length > 0 || named.has(name) || has(witnesses, key.value)) return malformed;
      witnesses.push({ key: key.value, url });
      named.set(name, { quorum: 1, keys: [key.value] });
      single.set(name, key.value);
    } else if (word === 'group') {
      const [name = '', count = '', ...members] = rest;
      const keys = members.flatMap((member) => single.get(member) ?? []);
      const isKnown = keys.length === members.length && new Set(members).size === members.length;
      const needed = neededOf(count, keys.length);
      if (!isKnown || needed === null || named.has(name)) return malformed;
      named.set(name, { quorum: needed, keys });
    } else if (word === 'quorum' && quorum === null && rest.length === 1) {
      quorum = named.get(rest[0] ?? '') ?? null;
      if (quorum === null) return malformed;
    } else return malformed;
  }
  return quorum === null ? malformed : ok({ logs, witnesses, ...quorum });
}

/** A policy that asks for `quorum` of all its witnesses. Keys are lines, as people read them. */
export function policyText({
  logs,
  witnesses,
  quorum,
}: {
  readonly logs: readonly { readonly key: string; readonly url: string | null }[];
  readonly witnesses: readonly { readonly name: string; readonly key: string; readonly url: string }[];
  readonly quorum: number;
}): string {
  const group = witnesses.map(({ name }) => name).join(' ');
  const lines = [
    '# Who watches this site, in the form of https://c2sp.org/tlog-policy',
    ...logs.map(({ key, url }) => `log ${key}${url === null ? '' : ` ${url}`}`),
    ...witnesses.map(({ name, key, url }) => `witness ${name} ${key} ${url}`),
    ...(quorum === 0 ? ['quorum none'] : [`group enough ${quorum} ${group}`, 'quorum enough']),
  ];
  return `${lines.join('\n')}\n`;
}

/** More than half: two different logs cannot both have as many honest witnesses. */
export function majorityOf(witnesses: number): number {
  return witnesses === 0 ? 0 : Math.floor(witnesses / 2) + 1;
}

/** The same key under two names would count twice. */
function has(list: readonly { readonly key: VerifierKey }[], { publicKey }: VerifierKey): boolean {
  return list.some(({ key }) => key.publicKey.join() === publicKey.join());
}

function neededOf(count: string, members: number): number | null {
  if (members === 0) return null;
  if (count === 'all') return members;
  if (count === 'any') return 1;
  const needed = Number(count);
  return /^[1-9]\d?$/.test(count) && needed <= members ? needed : null;
}
