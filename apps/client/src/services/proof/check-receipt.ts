/*
 * Checks the receipt of an order in this browser, with the same code as the command line, against the keys and the
 * acceptance this device remembers. It asks the server for the receipt and its keys, and trusts neither.
 */

import { listCheckpoints } from '@candor/contract/calls/market';
import type { OrderView } from '@candor/contract/trading';
import type { ProofCrypto } from '@candor/proof/crypto-port';
import type { Receipt } from '@candor/proof/receipt';
import { isAcceptanceOf } from '@candor/proof/shared-acceptance';
import { parseNote } from '@candor/proof/signed-note';
import { verifyReceipt } from '@candor/proof/verify-receipt';
import type { Step } from '@candor/proof/verify-receipt';
import type { Warning } from '@candor/proof/warnings';
import { call } from '../api/request.ts';
import { serverNow } from '../live/server-clock.ts';
import { deviceKeys } from '../session/device-keys.ts';
import { chooseCrypto } from './choose-crypto.ts';
import type { CryptoOrigin } from './choose-crypto.ts';
import { compareWithScreen } from './check-steps.ts';
import type { StepReport } from './check-steps.ts';
import { keptOrder } from './kept-order.ts';
import { keepKeys, keptAcceptance, keptKeys } from './kept-proof.ts';
import { tracedKeys } from './key-pins.ts';
import type { KeyPin } from './key-pins.ts';
import { compareWithLog } from './logged-orders.ts';
import { whyNotFinal } from './late-receipt.ts';
import type { LateReason } from './late-receipt.ts';
import { lookAtLog } from './look-at-log.ts';
import type { LogLook } from './look-at-log.ts';
import { fetchReceipt, receiptFigures } from './receipt-file.ts';
import type { ReceiptFigures } from './receipt-file.ts';
import { tieReceipt } from './tie-receipt.ts';
import type { TiedReceipt } from './tie-receipt.ts';

/** consistent: all of it holds, but this device had pinned no key before, so nobody vouches for the one that signed. */
export type Verdict = 'valid' | 'consistent' | 'provisional' | 'invalid';

export type CheckedReceipt = {
  readonly verdict: Verdict;
  readonly text: string;
  readonly figures: ReceiptFigures;
  readonly reports: readonly StepReport[];
  readonly warnings: readonly Warning[];
  /** The pinned key that signed; null if none did. */
  readonly pin: KeyPin | null;
  /** This check pinned the key. */
  readonly isFirstSeen: boolean;
  readonly origin: CryptoOrigin;
  /** It would be valid if enough of the witnesses that this app trusts had seen its log. */
  readonly isUnwitnessed: boolean;
  /** Why it is not final though the close is long past; null if it is, or need not be yet. */
  readonly late: LateReason | null;
};

type Progress = (reports: readonly StepReport[], figures: ReceiptFigures) => Promise<void>;

/** @throws ApiError if the receipt or the keys could not be fetched */
export async function checkReceipt(order: OrderView, onProgress: Progress): Promise<CheckedReceipt> {
  const { crypto, origin } = await chooseCrypto();
  const known = await keptKeys();
  const looking = lookAtLog();
  // The step of the log asks whether it could be read.
  looking.catch(() => undefined);
  const reading = call(listCheckpoints, { query: { product: order.product, limit: 1 } });
  const [text, { keys }] = await Promise.all([fetchReceipt(order.id), reading]);
  const tying = tieReceipt(text, looking, crypto);
  const figures = receiptFigures(text);
  const reports: StepReport[] = [];
  const report = async (step: StepReport) => {
    reports.push(step);
    await onProgress([...reports], figures);
    return step.ended !== 'failed';
  };
  const ended = (found: Verdict, pin: KeyPin | null = null, warnings: readonly Warning[] = []): CheckedReceipt => {
    const isFirstSeen = pin !== null && known.every(({ vkey }) => vkey !== pin.vkey);
    const isWaiting = found === 'valid' && !isWitnessed(reports);
    const verdict = isWaiting ? 'provisional' : found === 'valid' && isFirstSeen ? 'consistent' : found;
    const seen = { ...figures, isUnwitnessed: isWaiting };
    const late = verdict === 'provisional' ? whyNotFinal(seen, Date.parse(order.closesAt), serverNow()) : null;
    return { verdict, text, figures, reports, warnings, pin, isFirstSeen, origin, isUnwitnessed: isWaiting, late };
  };

  const pins = await keepKeys(keys, serverNow(), crypto);
  if (!pins.ok) {
    await report({ key: 'key', ended: 'failed', problem: pins.error });
    return ended('invalid');
  }
  await report({ key: 'key', ended: 'ok' });
  const checked = await verifyReceipt(text, {
    crypto,
    trustedKeys: await tracedKeys(pins.value, crypto),
    onStep: async (step) => {
      const plain = reportOf(step);
      if (!step.ok) await report(plain);
      else if (step.key === 'log') await report(await reportTie(await tying, reports));
      else await report(step.key === 'request' ? { ...plain, ...(await signerOf(figures)) } : plain);
    },
  });
  const pin = pins.value.find(({ vkey }) => checked.keys.includes(vkey)) ?? null;
  const isTorn = reports.some(({ ended: how }) => how === 'failed');
  if (checked.verdict === 'invalid' || checked.receipt === null || isTorn) return ended('invalid', pin);
  const agrees =
    (await report(compareWithScreen(figures, order))) &&
    (await report(await compareWithAnswer(text, checked.receipt, looking, crypto)));
  return agrees ? ended(checked.verdict, pin, checked.warnings) : ended('invalid', pin);
}

/** Whether as many of the witnesses that this app was built to trust have seen the log as are needed. */
function isWitnessed(reports: readonly StepReport[]): boolean {
  const { witnessed = null } = reports.find(({ key }) => key === 'log') ?? {};
  return witnessed === null || witnessed.count >= witnessed.quorum;
}

function reportOf({ key, ok, problem }: Step): StepReport {
  return { key, ended: ok ? 'ok' : 'failed', problem };
}

/** Only this device knows which keys are its own: a site can sign with any other. */
async function signerOf({ signer }: ReceiptFigures): Promise<Pick<StepReport, 'signer'>> {
  if (signer === null) return {};
  return { signer: (await deviceKeys.everUsed()).includes(signer) ? 'this' : 'other' };
}

/** The order is in the log that its entry price names. Is that the log that everyone is shown? */
async function reportTie({ tie, witnessed, alarm }: TiedReceipt, before: readonly StepReport[]): Promise<StepReport> {
  if (tie !== 'differs') return { key: 'log', ended: 'ok', tie, witnessed };
  if (before.every(({ ended }) => ended === 'ok')) await alarm();
  return { key: 'log', ended: 'failed', problem: 'LOG_FORKED' };
}

/** What this device kept when the order was placed: the signed acceptance, and the nonce in the order log. */
async function compareWithAnswer(
  text: string,
  receipt: Receipt,
  looking: Promise<LogLook>,
  crypto: ProofCrypto,
): Promise<StepReport> {
  const { id } = receipt.order;
  const [note, answer] = await Promise.all([keptAcceptance(id), keptOrder(id)]);
  if (note === null) return { key: 'kept', ended: 'skipped' };
  const problem = (await isSamePromise(receipt.acceptance, note, crypto))
    ? answer && (await compareWithLog(text, answer, looking, crypto))
    : 'ACCEPTANCE_DIFFERS';
  return problem === null ? { key: 'kept', ended: 'ok' } : { key: 'kept', ended: 'failed', problem };
}

/** Compares the texts: the same text signed with a new key is the same promise. */
async function isSamePromise(note: string, kept: string, crypto: ProofCrypto): Promise<boolean> {
  const received = parseNote(note);
  return received.ok && (await isAcceptanceOf(kept, received.value.text, crypto));
}
