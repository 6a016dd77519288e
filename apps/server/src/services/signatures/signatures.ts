import { hash } from 'node:crypto';
import { shareAcceptances } from '@candor/proof/shared-acceptance';
import { assembleNote } from '@candor/proof/signed-note';
import { isSignedBy } from './device-signature.ts';
import type { SigningKey } from './signing-key.ts';

/**
 * Checks signatures on Node's own pool of threads, so that answers go out meanwhile, and gathers what is signed together. A thread of our own would be a
 * little cheaper for a crowd, but a process that may start threads can start one without its limits (decision 083).
 */

/** What signs a note, and how the note names it. */
export interface NoteSigner extends Pick<SigningKey, 'sign'> {
  readonly name: string;
  readonly keyHash: string;
}

export interface Signatures {
  /**
   * A shared acceptance (packages/proof/src/shared-acceptance.ts): those that are asked for together get one signature, and so
   * do those that wait meanwhile.
   */
  shareAcceptance: (by: NoteSigner, text: string) => Promise<string>;
  /** Whether the owner of a device's key signed the text. @throws Error if the bytes are no key */
  isSignedBy: (raw: Buffer, text: string, signature: Buffer) => Promise<boolean>;
}

interface Asked {
  by: NoteSigner;
  text: string;
  resolve: (acceptance: string) => void;
  reject: (error: unknown) => void;
}

/** Texts under one signature: hashing them takes less than a millisecond. */
const SHARED_MAX = 64;
/** While one is made, the next one lies ready. */
const RUNNING_MAX = 2;

export function createSignatures(): Signatures {
  // No bound of its own: acceptances are made for as many orders as the placement queue takes.
  let waiting: Asked[] = [];
  let running = 0;

  const shareNext = (): void => {
    while (waiting.length > 0 && running < RUNNING_MAX) {
      const batch = waiting.slice(0, SHARED_MAX);
      waiting = waiting.slice(SHARED_MAX);
      running += 1;
      void shareAll(batch).finally(() => {
        running -= 1;
        shareNext();
      });
    }
  };

  return {
    shareAcceptance: async (by, text) =>
      await new Promise((resolve, reject) => {
        waiting.push({ by, text, resolve, reject });
        // What this turn of the event loop asks for goes together.
        if (waiting.length === 1) setImmediate(shareNext);
      }),
    isSignedBy,
  };
}

/** One signature for all texts of a key. What one group throws is its own answer: the others have theirs. */
async function shareAll(batch: readonly Asked[]): Promise<void> {
  await Promise.all([...Map.groupBy(batch, ({ by }) => by.keyHash).values()].map(shareGroup));
}

async function shareGroup(group: readonly Asked[]): Promise<void> {
  const [first] = group;
  if (first === undefined) return;
  try {
    const { by } = first;
    const { text, places } = shareAcceptances(
      group.map((one) => one.text),
      (bytes) => new Uint8Array(hash('sha256', bytes, 'buffer')),
    );
    const note = assembleNote(text, by, await by.sign(text));
    for (const [index, { resolve }] of group.entries()) resolve((places[index] ?? '') + note);
  } catch (error) {
    for (const { reject } of group) reject(error);
  }
}

/** Those of this process. */
export const signatures = createSignatures();
