/** Checks the evidence in a receipt: its signature, the acceptance, the chain of ticks and the checkpoints over it. */
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import { acceptanceText } from './acceptance.ts';
import { canonicalJson } from './canonical-json.ts';
import { extendsCheckpoint, parseCheckpointText } from './checkpoint.ts';
import type { Checkpoint, ExtensionProblem } from './checkpoint.ts';
import type { ProofCrypto } from './crypto-port.ts';
import { textHash, toHex } from './encoding.ts';
import type { ReadReceipt, ReceiptTick } from './read-receipt.ts';
import { receiptSigningText } from './receipt.ts';
import type { Receipt } from './receipt.ts';
import { verifyNote } from './signed-note.ts';
import type { NoteProblem, VerifierKey } from './signed-note.ts';
import { canonicalTickBytes, GENESIS_HASH, logLinkProblem, repeatsPrice } from './tick-chain.ts';
import type { LogLinkProblem } from './tick-chain.ts';

/**
 * TICK_OFF_SECOND: a tick lies between two seconds. EPOCH_DECREASED: a process published that had lost the lead.
 * PRICE_NOT_REPEATED: a tick that is not OK has a price of its own. TEXT_DIFFERS: the note signs another text. START_UNPROVEN, END_UNPROVEN: there is no checkpoint where the list of
 * ticks begins or ends. HEAD_DIFFERS: the ticks do not match a checkpoint.
 */
export type EvidenceProblem =
  | NoteProblem
  | ExtensionProblem
  | 'KEY_MALFORMED'
  | 'TEXT_DIFFERS'
  | ChainProblem
  | 'CHECKPOINT_MALFORMED'
  | 'HEAD_DIFFERS'
  | 'START_UNPROVEN'
  | 'END_UNPROVEN';

export type EvidenceContext = {
  readonly crypto: ProofCrypto;
  readonly keys: readonly VerifierKey[];
  /** Called with each key whose signature holds. */
  readonly onKey: (key: VerifierKey) => void;
};

export async function checkSignature(receipt: Receipt, context: EvidenceContext): Promise<EvidenceProblem | null> {
  const { signature, ...unsigned } = receipt;
  const text = receiptSigningText(receipt, await textHash(canonicalJson(unsigned), context.crypto));
  return await checkNote(signature, text, context);
}

export async function checkAcceptance(receipt: Receipt, context: EvidenceContext): Promise<EvidenceProblem | null> {
  const { order, acceptance } = receipt;
  const text = acceptanceText(order.id, await textHash(canonicalJson(order), context.crypto), order.termsHash);
  return await checkNote(acceptance, text, context);
}

const SECOND_MS = 1000;

/** What is wrong with a list of ticks. */
export type ChainProblem =
  | 'TICKS_MISSING'
  | 'CHAIN_BROKEN'
  | 'TICK_OFF_SECOND'
  | 'EPOCH_DECREASED'
  | 'PRICE_NOT_REPEATED'
  | LogLinkProblem;

/** The hashes of the ticks, in order, computed from the anchor. */
export async function hashTicks(
  { receipt, ticks }: ReadReceipt,
  crypto: ProofCrypto,
): Promise<Result<readonly string[], ChainProblem>> {
  const [first] = ticks;
  if (first === undefined) return err('TICKS_MISSING');
  if ((first.seq === 1n) !== (receipt.anchorHash === GENESIS_HASH)) return err('CHAIN_BROKEN');
  const hashes: string[] = [];
  let last: ReceiptTick | undefined;
  let prevHash = receipt.anchorHash;
  for (const tick of ticks) {
    const problem = last === undefined ? null : linkProblem(last, tick);
    if (problem !== null) return err(problem);
    if (tick.at % SECOND_MS !== 0) return err('TICK_OFF_SECOND');
    prevHash = toHex(await crypto.sha256(canonicalTickBytes({ ...tick.canonical, prevHash })));
    hashes.push(prevHash);
    last = tick;
  }
  return ok(hashes);
}

/** What the feed never publishes: a gap in the numbers, a moment that is not later, a tick of an earlier leader, a new price that is not valid. */
function linkProblem(last: ReceiptTick, next: ReceiptTick): ChainProblem | null {
  if (next.seq !== last.seq + 1n) return 'TICKS_MISSING';
  if (next.at <= last.at) return 'CHAIN_BROKEN';
  if (next.canonical.epoch < last.canonical.epoch) return 'EPOCH_DECREASED';
  if (!repeatsPrice(last.canonical, next.canonical)) return 'PRICE_NOT_REPEATED';
  return logLinkProblem(last.canonical, next.canonical);
}

/** Whether there are signed checkpoints at the start and the end of the ticks, and all of them are on the chain. */
export async function checkCheckpoints(
  read: ReadReceipt,
  hashes: readonly string[],
  context: EvidenceContext,
): Promise<EvidenceProblem | null> {
  const checkpoints: Checkpoint[] = [];
  let last: { readonly checkpoint: Checkpoint; readonly text: string } | null = null;
  for (const note of read.receipt.checkpoints) {
    const verified = await verifyNote(note, context.keys, context.crypto);
    if (!verified.ok) return verified.error;
    context.onKey(verified.value.key);
    const parsed = parseCheckpointText(verified.value.text);
    if (!parsed.ok) return parsed.error;
    if (last !== null) {
      const extended = extendsCheckpoint(last.checkpoint, await textHash(last.text, context.crypto), parsed.value);
      if (!extended.ok) return extended.error;
    }
    if (!isOnChain(parsed.value, read, hashes)) return 'HEAD_DIFFERS';
    checkpoints.push(parsed.value);
    last = { checkpoint: parsed.value, text: verified.value.text };
  }
  return checkEnds(read, checkpoints);
}

function isOnChain(checkpoint: Checkpoint, { order, ticks }: ReadReceipt, hashes: readonly string[]): boolean {
  const index = ticks.findIndex((tick) => tick.seq === checkpoint.seq);
  return (
    checkpoint.product === order.product && ticks[index]?.at === checkpoint.at && hashes[index] === checkpoint.hash
  );
}

/** If the first tick has number 1, it needs no checkpoint: there is nothing before it. */
function checkEnds(
  { receipt, order, ticks }: ReadReceipt,
  checkpoints: readonly Checkpoint[],
): 'START_UNPROVEN' | 'END_UNPROVEN' | null {
  const [first] = checkpoints;
  const [firstTick] = ticks;
  const startsAtCheckpoint = first !== undefined && first.seq === firstTick?.seq && first.at <= order.entryAt;
  if (firstTick?.seq !== 1n && !startsAtCheckpoint) return 'START_UNPROVEN';
  if (!receipt.final) return null;
  const last = checkpoints.at(-1);
  const endsAtCheckpoint = last !== undefined && last.seq === ticks.at(-1)?.seq && last.at >= order.closesAt;
  return endsAtCheckpoint ? null : 'END_UNPROVEN';
}

async function checkNote(note: string, text: string, context: EvidenceContext): Promise<EvidenceProblem | null> {
  const verified = await verifyNote(note, context.keys, context.crypto);
  if (!verified.ok) return verified.error;
  if (verified.value.text !== text) return 'TEXT_DIFFERS';
  context.onKey(verified.value.key);
  return null;
}
