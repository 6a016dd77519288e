/*
 * Compares the key and the order log that this device is shown with what other people see: another member's device, and the
 * site's witnesses. A site that shows two logs is caught by any two people who do this.
 */

import { listCheckpoints } from '@candor/contract/calls/market';
import { listLogWitnesses, readLogPolicy } from '@candor/contract/calls/order-log';
import { readBytes } from '@candor/api-client/read-bytes';
import { readCompareCode, writeCompareCode } from '@candor/proof/compare-code';
import type { ProofCrypto } from '@candor/proof/crypto-port';
import { fromUtf8, textHash } from '@candor/proof/encoding';
import { keyDigits } from '@candor/proof/key-digits';
import { parseWitnessKey, witnessKeyText } from '@candor/proof/order-log/cosignature';
import { isPrefix, TileMissing } from '@candor/proof/order-log/follow-head';
import { LOG_ORIGIN, verifyLogCheckpoint } from '@candor/proof/order-log/log-checkpoint';
import { parsePolicyFile } from '@candor/proof/order-log/policy-file';
import type { TreeHead } from '@candor/proof/order-log/verify-proof';
import { newestCosigned } from '@candor/proof/order-log/witnessed';
import { verifierKeyText } from '@candor/proof/signed-note';
import { hosts } from '../api/hosts.ts';
import { call } from '../api/request.ts';
import { serverNow } from '../live/server-clock.ts';
import { keepAlarm } from './alarms.ts';
import { chooseCrypto } from './choose-crypto.ts';
import { chosenWitnesses } from './chosen-witnesses.ts';
import { tracedKeys } from './key-pins.ts';
import { keepKeys, keptKeys } from './kept-proof.ts';
import { lookAtLog, raise } from './look-at-log.ts';
import type { LogLook } from './look-at-log.ts';

const POLICY_BYTES_MAX = 64 * 1024;

export type OwnCode = {
  /** The line of the key, and its digits to read aloud. */
  readonly vkey: string;
  readonly digits: string;
  /** What another member's device reads. */
  readonly code: string;
  /** Entries of the order log that this device has verified; null without one. */
  readonly size: number | null;
};

/** Null if the site shows keys that are not those of this device: there is an alarm for that. @throws ApiError */
export async function ownCode(): Promise<OwnCode | null> {
  const own = await lookNow();
  const key = own?.keys.at(-1);
  if (own === null || key === undefined) return null;
  const vkey = verifierKeyText(key);
  const { crypto, look } = own;
  const signed = look.head === null ? null : await verifyLogCheckpoint(look.head.note, [key], crypto);
  const head = signed?.ok === true ? look.head : null;
  return { vkey, digits: await keyDigits(vkey, crypto), code: writeCompareCode(key, head), size: head?.size ?? null };
}

/** fork: signed by the site's own key, and kept on this device as evidence. unread: the site does not serve what lies between. */
export type Compared =
  | { readonly kind: 'broken' | 'unread' | 'ownKeyLost' }
  | { readonly kind: 'same'; readonly size: number | null }
  | { readonly kind: 'otherKey'; readonly theirs: string; readonly own: string }
  | { readonly kind: 'fork'; readonly size: number };

/** @param text the code, or an address that has it @throws ApiError */
export async function compareWith(text: string): Promise<Compared> {
  const { crypto } = await chooseCrypto();
  const code = await readCompareCode(text, crypto);
  if (code === null) return { kind: 'broken' };
  const own = await lookNow();
  const key = own?.keys.at(-1);
  if (own === null || key === undefined) return { kind: 'ownKeyLost' };
  const theirKey = verifierKeyText(code.key);
  if (own.keys.every((known) => verifierKeyText(known) !== theirKey)) {
    const [theirs, mine] = [await keyDigits(theirKey, crypto), await keyDigits(verifierKeyText(key), crypto)];
    return { kind: 'otherKey', theirs, own: mine };
  }
  const { head, log } = own.look;
  if (code.head === null || head === null) return { kind: 'same', size: null };
  const tied = await tie(code.head, own.look, crypto);
  if (tied === 'fork') await raise('LOG_FORKED', head, code.head.note, log);
  if (tied !== 'same') return tied === 'fork' ? { kind: 'fork', size: code.head.size } : { kind: 'unread' };
  return { kind: 'same', size: Math.min(head.size, code.head.size) };
}

export type AskedWitness = {
  readonly name: string;
  readonly key: string;
  /** Where it says itself what it cosigned; null if the site does not say. */
  readonly url: string | null;
  /** Whether this app was built to trust it. */
  readonly isTrusted: boolean;
  /** silent: it has cosigned nothing yet. unsigned: what the site shows of it is not its signature. */
  readonly state: 'same' | 'fork' | 'silent' | 'unsigned' | 'unread';
  readonly size: number | null;
  readonly atMs: number | null;
  /** Its line as it cosigned, to compare with what it shows itself. */
  readonly line: string;
};

/** Null if the site shows keys that are not those of this device: there is an alarm for that. @throws ApiError */
export async function askWitnesses(): Promise<readonly AskedWitness[] | null> {
  const [own, { items }, urls] = await Promise.all([lookNow(), call(listLogWitnesses), witnessUrls()]);
  if (own === null) return null;
  const { crypto, keys, look } = own;
  const trusted = (await chosenWitnesses(crypto))?.keys.map(witnessKeyText) ?? [];
  const oldest = keys[0] === undefined ? '' : verifierKeyText(keys[0]);
  const logId = (await textHash(`${LOG_ORIGIN}\n${oldest}\n`, crypto)).slice(0, 32);
  return await Promise.all(
    items.map(async ({ name, key: keyText, checkpoint }) => {
      const at = urls.get(keyText);
      const witness = {
        name,
        key: keyText,
        url: at === undefined ? null : `${at.replace(/\/$/, '')}/checkpoint/${logId}`,
        isTrusted: trusted.includes(keyText),
      };
      const nothing = { ...witness, size: null, atMs: null, line: '' };
      if (checkpoint === null) return { ...nothing, state: 'silent' as const };
      const key = await parseWitnessKey(keyText, crypto);
      const [seen] = key.ok ? await newestCosigned([checkpoint], keys, [key.value], crypto) : [];
      if (seen === undefined) return { ...nothing, state: 'unsigned' as const };
      const state = look.head === null ? 'unread' : await tie(seen.head, look, crypto);
      if (state === 'fork') await raise('LOG_FORKED', look.head, checkpoint, look.log);
      const line = checkpoint.trimEnd().split('\n').at(-1) ?? '';
      return { ...witness, state, size: seen.head.size, atMs: seen.atSec * 1000, line };
    }),
  );
}

/** What this device is shown now, under the keys that it knows. Null if they do not fit, with an alarm. */
async function lookNow() {
  const { crypto } = await chooseCrypto();
  const look = await lookAtLog();
  // A site without an order log has told its keys to nobody yet.
  const { keys: served } = await call(listCheckpoints, { query: { limit: 1 } });
  const pins = await keepKeys(served, serverNow(), crypto);
  if (!pins.ok) {
    const slot = new Date(serverNow()).toISOString();
    await keepAlarm({ product: '', slot, problem: pins.error, kept: '', served: '', orderId: null });
    return null;
  }
  const keys = await tracedKeys((await keptKeys()).length > 0 ? await keptKeys() : pins.value, crypto);
  // The one that signs stands last.
  return { crypto, look, keys: keys.toSorted((one, other) => endOf(one) - endOf(other)) };
}

function endOf({ retiredAt }: { readonly retiredAt: number | null }): number {
  return retiredAt ?? Number.MAX_SAFE_INTEGER;
}

async function tie(theirs: TreeHead, { head, log }: LogLook, crypto: ProofCrypto): Promise<'same' | 'fork' | 'unread'> {
  if (head === null) return 'unread';
  const [older, newer] = theirs.size <= head.size ? [theirs, head] : [head, theirs];
  try {
    return (await isPrefix(older, newer, { readTile: log.readTile, crypto })) ? 'same' : 'fork';
  } catch (error) {
    // A machine of the site may be a moment behind the other's.
    if (error instanceof TileMissing) return 'unread';
    throw error;
  }
}

/** By the line of the key, from the policy that the site serves. */
async function witnessUrls(): Promise<ReadonlyMap<string, string>> {
  const bytes = await readBytes(hosts.urlOf(readLogPolicy.path), POLICY_BYTES_MAX).catch(() => null);
  const { crypto } = await chooseCrypto();
  const policy = bytes === null ? null : await parsePolicyFile(fromUtf8(bytes) ?? '', crypto);
  const witnesses = policy?.ok === true ? policy.value.witnesses : [];
  return new Map(
    witnesses.flatMap(({ key, url }) =>
      url !== null && /^https?:\/\//.test(url) ? [[witnessKeyText(key), url] as const] : [],
    ),
  );
}
