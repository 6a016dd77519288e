/**
 * Judges a receipt. Nothing in it is trusted: signatures are checked, every tick is hashed again, and the domain's own
 * rules accept and settle the order again. Their result must equal the receipt's exactly. Any file gets a verdict; only
 * a failing crypto port makes this reject.
 */
import { canonicalJson } from './canonical-json.ts';
import { checkLog } from './check-log.ts';
import type { LogProblem } from './check-log.ts';
import { checkRequest } from './check-request.ts';
import type { RequestProblem } from './check-request.ts';
import { checkSettled } from './check-settled.ts';
import type { SettledProblem } from './check-settled.ts';
import type { ProofCrypto } from './crypto-port.ts';
import { textHash } from './encoding.ts';
import { readReceipt } from './read-receipt.ts';
import type { FormatProblem, ReadReceipt } from './read-receipt.ts';
import type { Receipt } from './receipt.ts';
import { checkRounds } from './receipt-rounds.ts';
import type { RoundProblem } from './receipt-rounds.ts';
import { checkSources } from './receipt-sources.ts';
import type { SourcesProblem } from './receipt-sources.ts';
import { acceptAgain, checkAmounts, checkOutcome, checkPrices, checkTerms, settleAgain } from './replay-order.ts';
import type { ReplayProblem } from './replay-order.ts';
import { parseVerifierKey, verifierKeyText } from './signed-note.ts';
import type { VerifierKey } from './signed-note.ts';
import { checkAcceptance, checkSignature, hashTicks, checkCheckpoints } from './verify-evidence.ts';
import type { EvidenceProblem } from './verify-evidence.ts';
import { warningsOf } from './warnings.ts';
import type { Warning } from './warnings.ts';

/** In the order in which they run. */
export const STEP_KEYS = [
  'format',
  'signature',
  'acceptance',
  'request',
  'terms',
  'chain',
  'checkpoints',
  'log',
  'prices',
  'outcome',
  'amounts',
] as const;

export type StepKey = (typeof STEP_KEYS)[number];

export type StepProblem =
  | FormatProblem
  | EvidenceProblem
  | RequestProblem
  | LogProblem
  | SettledProblem
  | SourcesProblem
  | RoundProblem
  | ReplayProblem;

/** `problem` is set if and only if the step failed. */
export type Step = { readonly key: StepKey; readonly ok: boolean; readonly problem?: StepProblem };

/**
 * provisional: everything so far holds, but the settlement or the checkpoint after it is still missing. consistent: the
 * receipt is final and everything holds, but no key was trusted, so anyone could have signed it.
 */
export type Verdict = 'valid' | 'consistent' | 'provisional' | 'invalid';

export type Verification = {
  readonly verdict: Verdict;
  /** trusted: every signature is from one of the trusted keys. */
  readonly keyTrust: 'trusted' | 'unknown';
  /** Texts of the keys whose signatures held. */
  readonly keys: readonly string[];
  /** The steps that ran. After a broken format or chain nothing else can be judged. */
  readonly steps: readonly Step[];
  /** Empty if the receipt is invalid. */
  readonly warnings: readonly Warning[];
  /** Null if the file is not a receipt. */
  readonly receipt: Receipt | null;
};

export type VerifyOptions = {
  readonly crypto: ProofCrypto;
  /**
   * If given, a signature by any other key is invalid. If not, the receipt's own keys are used: it is never valid then,
   * only consistent.
   */
  readonly trustedKeys?: readonly VerifierKey[];
  /** Called after each step, and awaited. */
  readonly onStep?: (step: Step) => void | Promise<void>;
};

/** Judges the file of a receipt, given as text or (better) as bytes. */
export async function verifyReceipt(file: string | Uint8Array, options: VerifyOptions): Promise<Verification> {
  const steps: Step[] = [];
  const take = async (key: StepKey, problem: StepProblem | null): Promise<boolean> => {
    const step: Step = problem === null ? { key, ok: true } : { key, ok: false, problem };
    steps.push(step);
    await options.onStep?.(step);
    return step.ok;
  };
  const read = readReceipt(file);
  await take('format', read.ok ? null : read.error);
  if (!read.ok) return { verdict: 'invalid', keyTrust: 'unknown', keys: [], steps, warnings: [], receipt: null };
  const used = new Map<string, VerifierKey>();
  await judge(read.value, options, take, (key) => used.set(verifierKeyText(key), key));
  const holds = steps.length === STEP_KEYS.length && steps.every((step) => step.ok);
  const isUnknown = options.trustedKeys === undefined || steps.some((step) => step.problem === 'KEY_UNKNOWN');
  return {
    verdict: holds ? verdictOf(read.value.receipt, isUnknown) : 'invalid',
    keyTrust: isUnknown || used.size === 0 ? 'unknown' : 'trusted',
    keys: [...used.keys()],
    steps,
    warnings: holds ? warningsOf(read.value) : [],
    receipt: read.value.receipt,
  };
}

/** The verdict on a receipt that holds. */
function verdictOf({ final }: Receipt, isUnknown: boolean): Verdict {
  if (!final) return 'provisional';
  return isUnknown ? 'consistent' : 'valid';
}

async function judge(
  read: ReadReceipt,
  { crypto, trustedKeys }: VerifyOptions,
  take: (key: StepKey, problem: StepProblem | null) => Promise<boolean>,
  onKey: (key: VerifierKey) => void,
): Promise<void> {
  const { receipt } = read;
  const ownKeys = await readKeys(receipt, crypto);
  const context = { crypto, keys: trustedKeys ?? ownKeys ?? [], onKey };
  const termsHash = await textHash(canonicalJson(receipt.terms), crypto);

  await take('signature', ownKeys === null ? 'KEY_MALFORMED' : await checkSignature(receipt, context));
  await take('acceptance', await checkAcceptance(receipt, context));
  await take('request', await checkRequest(receipt, crypto));
  const accepted = acceptAgain(read);
  await take('terms', checkTerms(read, termsHash, accepted));
  const chain = await hashTicks(read, crypto);
  if (!(await take('chain', chain.ok ? null : chain.error)) || !chain.ok) return;
  await take('checkpoints', await checkCheckpoints(read, chain.value, context));
  await take('log', (await checkLog(read, crypto)) ?? (await checkSettled(read, context)));
  const settled = settleAgain(read);
  const reported = (await checkSources(read, crypto)) ?? (await checkRounds(read, crypto));
  await take('prices', reported ?? checkPrices(read, settled));
  await take('outcome', checkOutcome(read, settled));
  await take('amounts', checkAmounts(read, accepted, settled));
}

/** The keys in the receipt; null if one of them is not a key. */
async function readKeys(receipt: Receipt, crypto: ProofCrypto): Promise<VerifierKey[] | null> {
  const keys: VerifierKey[] = [];
  for (const text of receipt.keys) {
    const key = await parseVerifierKey(text, crypto);
    if (!key.ok) return null;
    keys.push(key.value);
  }
  return keys;
}
