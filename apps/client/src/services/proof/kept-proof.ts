/*
 * What this device remembers so that the site cannot change its story later: the signed acceptance of every order
 * placed here and the whole answer, the keys it saw first, and the products it follows. It stays after a logout.
 */

import type { OrderView } from '@candor/contract/trading';
import type { Result } from '@candor/domain/result';
import type { ProofCrypto } from '@candor/proof/crypto-port';
import { readKept, removeKept, tryWriteKept, writeKept } from '../../lib/kept-store.ts';
import { pinKeys, readPins } from './key-pins.ts';
import type { KeyPin, PinProblem, ServedKey } from './key-pins.ts';

const KEYS = 'proof:keys';
const PRODUCTS = 'proof:products';
/** The products a member looked at last; each costs a call an hour. */
const PRODUCTS_MAX = 20;
/** The storage key of the newest followed checkpoint, a signed note. */
export function checkpointKey(product: string) {
  return `proof:checkpoint:${product}`;
}

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

/** Notes a product whose history this device follows from now on. */
export async function noteProduct(product: string): Promise<void> {
  const noted = await notedProducts();
  if (noted[0] === product) return;
  tryWriteKept(PRODUCTS, [product, ...noted.filter((other) => other !== product)].slice(0, PRODUCTS_MAX));
}

/** Newest first. */
export async function notedProducts(): Promise<readonly string[]> {
  const noted = await readKept(PRODUCTS);
  return Array.isArray(noted) ? noted.filter((code) => typeof code === 'string') : [];
}

/** The signed note as it came, or null if the order was placed elsewhere. */
export async function keptAcceptance(orderId: string): Promise<string | null> {
  const note = await readKept(acceptanceKey(orderId));
  return typeof note === 'string' ? note : null;
}

export async function keptKeys(): Promise<readonly KeyPin[]> {
  return readPins(await readKept(KEYS));
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
  if (isChange) tryWriteKept(KEYS, pins.value);
  return pins;
}

function isSamePin(one: KeyPin, other: KeyPin): boolean {
  return one.vkey === other.vkey && one.retiredAtMs === other.retiredAtMs;
}

/** Called only after the member saw that the keys were replaced and dismissed the alarm. */
export async function forgetKeys(): Promise<void> {
  await removeKept(KEYS);
}
