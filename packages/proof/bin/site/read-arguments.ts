import { parseVerifierKey } from '../../src/signed-note.ts';
import type { VerifierKey } from '../../src/signed-note.ts';
import { nodeCrypto } from '../shell/node-crypto.ts';
import { printable } from '../shell/printable.ts';

/** A text with one key or several, separated by commas, the oldest first. @throws if one is not a key */
export async function readKeys(text: string): Promise<[VerifierKey, ...VerifierKey[]]> {
  const keys: VerifierKey[] = [];
  for (const part of text.split(',')) {
    const key = await parseVerifierKey(part.trim(), nodeCrypto);
    if (!key.ok) throw new Error(`This is not the key of a site: ${printable(part)}`);
    keys.push(key.value);
  }
  const [first, ...others] = keys;
  if (first === undefined) throw new Error('There is no key.');
  return [first, ...others];
}

/** @throws if it is not the address of a site */
export function readSite(text: string): URL {
  const site = URL.canParse(text) ? new URL(text) : null;
  if (site === null || !['https:', 'http:'].includes(site.protocol))
    throw new Error(`This is not the address of a site (https://…): ${printable(text)}`);
  return site;
}
