import type { Money, Rate } from '../money.ts';
import { lossLimitsProblem } from './loss-limits.ts';
import type { LossLimits } from './loss-limits.ts';
import { ENTRY_DELAY_SEC_MAX } from './terms.ts';
import type { DurationTerms } from './terms.ts';

/** What operators may change of the terms of a product. The database refuses the same (check_terms_draft). */
export type TermsDraft = {
  readonly durations: readonly DurationTerms[];
  readonly presets: readonly Money[];
  readonly feeRate: Rate;
  /** Left out, it stays as it was; so do the limits. */
  readonly entryDelaySec?: number;
  readonly lossLimits?: LossLimits;
};

export const DURATIONS_MAX = 12;
export const SECONDS_MIN = 5;
/** An order runs for an hour at most. */
export const SECONDS_MAX = 3_600;
/** 1 % to 100 % of the stake. */
export const PAYOUT_RATE_MIN = 100n;
export const PAYOUT_RATE_MAX = 10_000n;
export const FEE_RATE_MAX = 1_000n;
/** Of an amount in minor units. */
export const STAKE_MAX = 10n ** 15n;
export const PRESETS_MAX = 8;

/** The field that is wrong; that of a duration with its place in the list. */
export type TermsProblem =
  | 'durations'
  | 'presets'
  | 'feeRate'
  | 'entryDelaySec'
  | `lossLimits.${keyof LossLimits}`
  | `durations.${number}.${'seconds' | 'payoutRate' | 'minStake' | 'maxStake'}`;

/** What is wrong with proposed terms; null if they may be proposed. */
export function termsProblem({
  durations,
  presets,
  feeRate,
  entryDelaySec = 0,
  lossLimits,
}: TermsDraft): TermsProblem | null {
  if (durations.length === 0 || durations.length > DURATIONS_MAX) return 'durations';
  if (feeRate < 0n || feeRate > FEE_RATE_MAX) return 'feeRate';
  if (!Number.isInteger(entryDelaySec) || entryDelaySec < 0 || entryDelaySec > ENTRY_DELAY_SEC_MAX)
    return 'entryDelaySec';
  const limit = lossLimits === undefined ? null : lossLimitsProblem(lossLimits);
  if (limit !== null) return `lossLimits.${limit}`;
  for (const [index, offer] of durations.entries()) {
    const isTwice = durations.findIndex(({ seconds }) => seconds === offer.seconds) < index;
    const field = isTwice ? 'seconds' : durationProblem(offer, feeRate);
    if (field !== null) return `durations.${index}.${field}`;
  }
  return arePresetsGood(presets, durations) ? null : 'presets';
}

function durationProblem(
  { seconds, payoutRate, minStake, maxStake }: DurationTerms,
  feeRate: Rate,
): 'seconds' | 'payoutRate' | 'minStake' | 'maxStake' | null {
  if (!Number.isInteger(seconds) || seconds < SECONDS_MIN || seconds > SECONDS_MAX) return 'seconds';
  // Who wins must have more than before, also after the fee.
  if (payoutRate < PAYOUT_RATE_MIN || payoutRate > PAYOUT_RATE_MAX || payoutRate <= feeRate) return 'payoutRate';
  if (minStake <= 0n) return 'minStake';
  return maxStake < minStake || maxStake > STAKE_MAX ? 'maxStake' : null;
}

/** They rise, and each is a stake that some duration takes. */
function arePresetsGood(presets: readonly Money[], durations: readonly DurationTerms[]): boolean {
  if (presets.length > PRESETS_MAX) return false;
  return presets.every((preset, index) => {
    const before = presets[index - 1];
    const isTaken = durations.some(({ minStake, maxStake }) => preset >= minStake && preset <= maxStake);
    return isTaken && (before === undefined || before < preset);
  });
}

/** Terms as they are written on the wire and in their document. */
export type TermsTexts = {
  readonly durations: readonly {
    readonly seconds: number;
    readonly payoutRate: string;
    readonly minStake: string;
    readonly maxStake: string;
  }[];
  readonly feeRate: string;
  readonly entryDelaySec?: number;
  readonly lossLimits?: { readonly second: string; readonly product: string; readonly day: string } | undefined;
  /** A document has none. */
  readonly presets?: readonly string[];
};

/** One figure that differs. `seconds` names the duration, where it is one of a duration; null: not offered. */
export type TermsDifference = {
  readonly what: (typeof WHATS)[number];
  readonly seconds: number | null;
  readonly before: string | null;
  readonly after: string | null;
};

const WHATS = [
  'payoutRate',
  'minStake',
  'maxStake',
  'feeRate',
  'presets',
  'entryDelaySec',
  'lossSecond',
  'lossProduct',
  'lossDay',
] as const;
const LIMITS = ['second', 'product', 'day'] as const;
const LIMIT_NAMES = { second: 'lossSecond', product: 'lossProduct', day: 'lossDay' } as const;

const OF_DURATION = ['payoutRate', 'minStake', 'maxStake'] as const;

/** What differs between two versions: durations by their length, then the fee and the presets. */
export function termsDifferences(before: TermsTexts, after: TermsTexts): TermsDifference[] {
  const seconds = [...new Set([...before.durations, ...after.durations].map((offer) => offer.seconds))].sort(
    (a, b) => a - b,
  );
  const ofDurations = seconds.flatMap((length) => {
    const [was, is] = [before, after].map(({ durations }) => durations.find((offer) => offer.seconds === length));
    return OF_DURATION.map((what) => ({
      what,
      seconds: length,
      before: was?.[what] ?? null,
      after: is?.[what] ?? null,
    }));
  });
  const presets = (texts: readonly string[] | undefined): string | null => texts?.join(' ') ?? null;
  const delay = ({ entryDelaySec }: TermsTexts): string => (entryDelaySec ?? 0).toString();
  const all: TermsDifference[] = [
    ...ofDurations,
    { what: 'feeRate', seconds: null, before: before.feeRate, after: after.feeRate },
    { what: 'presets', seconds: null, before: presets(before.presets), after: presets(after.presets) },
    { what: 'entryDelaySec', seconds: null, before: delay(before), after: delay(after) },
    ...LIMITS.map((limit) => ({
      what: LIMIT_NAMES[limit],
      seconds: null,
      before: before.lossLimits?.[limit] ?? null,
      after: after.lossLimits?.[limit] ?? null,
    })),
  ];
  return all.filter((one) => one.before !== one.after);
}

/** A difference in a line of the audit: `payoutRate/60: 0.8500 > 0.8200`. */
export function writeDifference({ what, seconds, before, after }: TermsDifference): string {
  return `${what}${seconds === null ? '' : `/${seconds}`}: ${before ?? '-'} > ${after ?? '-'}`;
}

const DIFFERENCE = /^([a-zA-Z]+)(?:\/(\d+))?: (.+) > (.+)$/;

/** Null for a line that is none. */
export function readDifference(line: string): TermsDifference | null {
  const [, name, seconds, before, after] = DIFFERENCE.exec(line) ?? [];
  const what = WHATS.find((one) => one === name);
  if (what === undefined || before === undefined || after === undefined) return null;
  const side = (text: string): string | null => (text === '-' ? null : text);
  return { what, seconds: seconds === undefined ? null : Number(seconds), before: side(before), after: side(after) };
}
