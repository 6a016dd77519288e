/*
 * What this device remembers so that the site cannot change its story later: the signed acceptance of every order
 * placed here and the whole answer, and the keys it saw first. It stays after a logout.
 */

import type { OrderView } from '@candor/contract/trading';
import type { Result } from '@candor/domain/result';
import type { ProofCrypto } from '@candor/proof/crypto-port';
import { readKept, tryWriteKept, writeKept } from '../../lib/kept-store.ts';
import { KEYS_KEY } from './forget-keys.ts';
import { pinKeys, readPins } from './key-pins.ts';
import type { KeyPin, PinProblem, ServedKey } from './key-pins.ts';

function acceptanceKey(orderId: string) {
  return `proof:acceptance:${orderId}`;
}

/** The storage key of an order as it was answered. */
export function answerKey(orderId: string) {
  return `proof:answer:${orderId}`;
}

/**
 * Keeps the acceptance that came with the answer to an order, and the answer: the acceptance signs only a hash of the order,
 * and not its nonce in the order log. The first ones stay.
 */
export async function keepAcceptance(order: OrderView): Promise<void> {
  const { id, acceptance } = order;
  if (acceptance === undefined || (await keptAcceptance(id)) !== null) return;
  await writeKept(answerKey(id), order);
  await writeKept(acceptanceKey(id), acceptance.note);
}

/** The signed note or shared acceptance as it came, or null if the order was placed elsewhere. */
export async function keptAcceptance(orderId: string): Promise<string | null> {
  const note = await readKept(acceptanceKey(orderId));
  return typeof note === 'string' ? note : null;
}

/** Those that this device pinned; on a first visit those that the app was built with, if it was. */
export async function keptKeys(): Promise<readonly KeyPin[]> {
  const pins = readPins(await readKept(KEYS_KEY));
  return pins.length > 0 ? pins : builtKeys();
}

/** From the policy of the build (vite-witnesses.ts). `seenAtMs` is 0: before any visit. */
function builtKeys(): KeyPin[] {
  const text = document.querySelector<HTMLMetaElement>('meta[name="candor-witnesses"]')?.dataset['siteKeys'] ?? '';
  return text.split(' ').flatMap((vkey) => (vkey === '' ? [] : [{ vkey, seenAtMs: 0, retiredAtMs: null }]));
}

/** Pins the keys the site serves now, if they agree with the keys that are already pinned. */
export async function keepKeys(
  served: readonly ServedKey[],
  nowMs: number,
  crypto: ProofCrypto,
): Promise<Result<readonly KeyPin[], PinProblem>> {
  const pinned = await keptKeys();
  const pins = await pinKeys(pinned, served, nowMs, crypto);
  const isChange = pins.ok && pins.value.some((pin) => pinned.every((known) => !isSamePin(known, pin)));
  if (isChange) tryWriteKept(KEYS_KEY, pins.value);
  return pins;
}

function isSamePin(one: KeyPin, other: KeyPin): boolean {
  return one.vkey === other.vkey && one.retiredAtMs === other.retiredAtMs;
}
