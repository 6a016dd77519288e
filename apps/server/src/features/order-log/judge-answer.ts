/** What the answer of a witness to add-checkpoint means. Rules: https://c2sp.org/tlog-witness. */
import { verifyCosignatures } from '@candor/proof/order-log/cosignature';
import type { WitnessKey } from '@candor/proof/order-log/cosignature';
import { splitNote } from '@candor/proof/signed-note';
import { nodeCrypto } from '../../services/receipts/node-crypto.ts';
import type { WitnessAnswer } from './call-witness.ts';

/**
 * Why a witness does not cosign. The last three say that it saw another history than the log has now: that is what a
 * witness is for.
 */
export type Refusal =
  | 'NOT_UNDERSTOOD'
  | 'KEY_UNKNOWN'
  | 'LOG_UNKNOWN'
  | 'OTHER_HISTORY'
  | 'HISTORY_CHANGED'
  | 'LOG_SHRANK';

export type Judged =
  | { readonly kind: 'cosigned'; readonly checkpoint: string; readonly atSec: number }
  /** The proof must begin at this size. */
  | { readonly kind: 'from'; readonly size: number }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'failed'; readonly reason: string };

export interface Sent {
  /** The size from which the proof led on. */
  readonly old: number;
  readonly size: number;
  /** The text and the note of the head. */
  readonly text: string;
  readonly note: string;
}

const REFUSALS: ReadonlyMap<number, Refusal> = new Map([
  [400, 'NOT_UNDERSTOOD'],
  [403, 'KEY_UNKNOWN'],
  [404, 'LOG_UNKNOWN'],
  [422, 'HISTORY_CHANGED'],
]);

const SIZE = /^(?:0|[1-9]\d{0,15})\n?$/;
/** A line with a time further from ours says nothing about when the head was seen. */
const CLOCK_SEC_MAX = 600;

export async function judgeAnswer(
  { status, body }: WitnessAnswer,
  sent: Sent,
  { key, nowSec }: { readonly key: WitnessKey; readonly nowSec: number },
): Promise<Judged> {
  if (status === 200) return await findCosignature(body, sent, key, nowSec);
  if (status === 409) return judgeSize(body, sent);
  const refusal = REFUSALS.get(status);
  return refusal === undefined ? { kind: 'failed', reason: `status ${status}` } : { kind: 'refused', refusal };
}

function judgeSize(body: string, { old, size }: Sent): Judged {
  const known = SIZE.test(body) ? Number(body) : Number.NaN;
  if (!Number.isSafeInteger(known)) return { kind: 'failed', reason: 'status 409 without a size' };
  if (known > size) return { kind: 'refused', refusal: 'LOG_SHRANK' };
  if (known !== old) return { kind: 'from', size: known };
  // It cosigned a head of this very size, and says that ours is another.
  return known === size
    ? { kind: 'refused', refusal: 'OTHER_HISTORY' }
    : { kind: 'failed', reason: 'status 409 with the size that was sent' };
}

/** The note with the witness's own line, if one of the lines is that and holds. Other lines are not kept. */
async function findCosignature(body: string, { text, note }: Sent, key: WitnessKey, nowSec: number): Promise<Judged> {
  let reason = 'no cosignature by its key';
  for (const line of body.split('\n').filter((one) => one.startsWith(`\u2014 ${key.name} `))) {
    const checkpoint = `${note}${line}\n`;
    const split = splitNote(checkpoint);
    if (!split.ok || split.value.text !== text) continue;
    const [cosigned] = await verifyCosignatures(split.value, [key], nodeCrypto);
    if (cosigned === undefined) continue;
    if (Math.abs(cosigned.atSec - nowSec) <= CLOCK_SEC_MAX)
      return { kind: 'cosigned', checkpoint, atSec: cosigned.atSec };
    reason = 'its clock is wrong';
  }
  return { kind: 'failed', reason };
}
