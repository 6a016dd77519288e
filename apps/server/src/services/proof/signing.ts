import { setTimeout as sleep } from 'node:timers/promises';
import { rotationText } from '@candor/proof/key-rotation';
import { assembleNote } from '@candor/proof/signed-note';
import type { Db } from '../../platform/db/pool.ts';
import { sqlState } from '../../platform/db/transaction.ts';
import type { Log } from '../../platform/log/log.ts';
import { SigningAway } from '../signatures/signing-key.ts';
import { publicKeyOf } from '../token/call-signer.ts';
import type { SignerLink } from '../token/call-signer.ts';
import type { SignerState } from '../token/signing-messages.ts';
import { isKeyInUse, KEY_INTRODUCTION_SQLSTATE, KEY_RETIRED_SQLSTATE, selectKeys, useKey } from './key-store.ts';
import { createSigner, signerOfSeed } from './signer.ts';
import type { Signer } from './signer.ts';

/** The seeds of the key that signs and, during a rotation, of the key that signed until now. */
export interface SigningSeeds {
  readonly tick: Buffer;
  readonly previousTick: Buffer | null;
}

/** Whoever may introduce the next key, and how the person who starts the server calls it. */
interface Introducer extends Pick<Signer, 'vkey' | 'sign'> {
  readonly place: string;
}

/**
 * Records the public half of the key that the site signs with, as the owner of the database. A key other than the last
 * one is a rotation: the old public half is kept and served, so that its signatures can still be checked. The old key
 * signs who comes after it, if its seed is there.
 * @throws Error, for the person who starts the server, when a newer key has retired this key, or when the previous key is
 *   not the one in use.
 */
export async function recordSigningKey(db: Db, { tick, previousTick }: SigningSeeds, log: Log): Promise<void> {
  const previous =
    previousTick === null ? undefined : { ...signerOfSeed(previousTick), place: 'tick.key.previous holds a key' };
  await record(db, signerOfSeed(tick), previous, 'tick.key', log);
}

/** A start waits so long for a token, if the site knows a key already; then it goes on without one. */
const TOKEN_MS_MAX = 10_000;
const LOOK_AGAIN_MS = 250;

/**
 * The same for a key on a token. It is introduced by the key before it on the token, or by the file that signed until now. A token that is away
 * stops no start: the site signs again, with the key that it knows, as soon as the token is there. Only a first start waits for it.
 */
export async function recordTokenKey(
  db: Db,
  link: Pick<SignerLink, 'read' | 'handOver'>,
  seeds: readonly Buffer[],
  log: Log,
  msMax = TOKEN_MS_MAX,
): Promise<void> {
  const inUse = (await selectKeys(db)).find(({ retiredAt }) => retiredAt === null);
  const state = await untilThere(link, inUse === undefined ? Infinity : msMax, log);
  const [current, before] = state.keys;
  if (current === undefined) {
    log.error({ why: state.state }, 'the token does not answer: the key that signs stays the one that is known');
    return;
  }
  const next = createSigner(publicOnly(current));
  const files = seeds.map((seed) => ({ ...signerOfSeed(seed), place: 'the file holds a key' }));
  const onToken = before === undefined ? undefined : introducerOf(link, before);
  const known =
    inUse === undefined ? undefined : createSigner(publicOnly(Buffer.from(inUse.publicKey).toString('hex')));
  const introducers = onToken === undefined ? files : [onToken, ...files];
  // A key that was named as the one before must be it; a file may have been left from long ago.
  const introducer = introducers.find(({ vkey }) => vkey === known?.vkey) ?? onToken;
  await record(db, next, introducer, 'the token', log);
}

async function untilThere(link: Pick<SignerLink, 'read'>, msMax: number, log: Log): Promise<SignerState> {
  const endsAt = performance.now() + msMax;
  let told = '';
  for (;;) {
    const state = await link.read().catch((error: unknown) => ({ state: wordsOf(error), keys: [] }));
    if (state.keys.length > 0 || performance.now() >= endsAt) return state;
    if (state.state !== told) log.warn({ why: state.state }, 'the start waits for the token that signs');
    told = state.state;
    await sleep(LOOK_AGAIN_MS);
  }
}

function introducerOf(link: Pick<SignerLink, 'handOver'>, publicKeyHex: string): Introducer {
  const { key, vkey } = createSigner(publicOnly(publicKeyHex));
  return {
    vkey,
    sign: async (text) => assembleNote(text, key, await link.handOver(text)),
    place: 'PKCS11_PREVIOUS_KEY names a key',
  };
}

/** Names the key, and signs nothing. */
function publicOnly(publicKeyHex: string): Parameters<typeof createSigner>[0] {
  const away = 'only its public half is here';
  return {
    publicKey: publicKeyOf(publicKeyHex),
    away: () => away,
    sign: async () => await Promise.reject(new SigningAway(away)),
  };
}

async function record(
  db: Db,
  signer: Signer,
  previous: Introducer | undefined,
  place: string,
  log: Log,
): Promise<void> {
  const known = await selectKeys(db);
  const isNew = known.every(({ keyHash }) => keyHash !== signer.key.keyHash);
  const introduction = previous === undefined || !isNew ? null : await handOver(previous, signer);
  try {
    if (!(await useKey(db, signer.key, introduction))) return;
    log.warn({ key: signer.vkey }, 'signing with a new key from now on');
    if (introduction === null && known.length > 0)
      log.error({ key: signer.vkey }, 'NO KEY INTRODUCED THE NEW KEY: the devices of members will warn of it');
  } catch (error) {
    if (sqlState(error) === KEY_INTRODUCTION_SQLSTATE)
      throw new Error(`${previous?.place} that this site does not sign with; restore the right one.`, { cause: error });
    if (sqlState(error) !== KEY_RETIRED_SQLSTATE) throw error;
    throw new Error(
      `${place} holds key ${signer.key.keyHash}, which a newer key has replaced; restore the newer one, or remove this one to create a new key.`,
      { cause: error },
    );
  }
}

/** The note by which one key hands over to the next. */
async function handOver(previous: Introducer, next: Signer): Promise<string> {
  return await previous.sign(rotationText({ from: previous.vkey, to: next.vkey, at: Date.now() }));
}

/**
 * The signer of this process.
 * @throws Error, for the person who starts the server, when its key is not the one the site signs with.
 */
export async function startSigning(db: Db, seed: Buffer): Promise<Signer> {
  const signer = signerOfSeed(seed);
  if (!(await isKeyInUse(db, signer.key))) {
    throw new Error(
      `tick.key holds key ${signer.key.keyHash}, which is not the one this site signs with; copy the newest file to every machine.`,
    );
  }
  return signer;
}

/** The same with a token, which need not be there: what the site does without signatures goes on. */
export async function startSigningOnToken(db: Db, link: Pick<SignerLink, 'keyOf'>): Promise<Signer> {
  const inUse = (await selectKeys(db)).find(({ retiredAt }) => retiredAt === null);
  if (inUse === undefined) throw new Error('This site has no key that signs; prepare its database first.');
  return createSigner(link.keyOf(inUse.publicKey));
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : 'no answer';
}
