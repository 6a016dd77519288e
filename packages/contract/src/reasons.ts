import * as z from 'zod/mini';
import { optionalText } from './fields.ts';
import { LANGUAGES } from './languages.ts';
import { STOP_REASONS } from './stop-reasons.ts';

/*
 * Why an operator did something to a member. A reason has three parts: a code of this table, a note that stays inside, and a
 * neutral text for the member in their language. The member's side of the product knows the code and its text alone.
 * `reason-texts.ts` has the texts. A code stays for ever: old rows have it.
 */

/** Why a member may not log in, trade or withdraw. The same for all three: what differs is what is forbidden. */
const RESTRICTION_REASONS = [
  'SECURITY_CHECK',
  'PAYMENT_CHECK',
  'PAPERS_NEEDED',
  'LEGAL_DUTY',
  'MEMBER_ASKED',
  'OTHER',
] as const;

/** The codes of each subject, in the order of the list that the operator chooses from. */
export const REASONS = {
  frozen: RESTRICTION_REASONS,
  trading: RESTRICTION_REASONS,
  withdrawal: RESTRICTION_REASONS,
  /** A restriction is taken back. */
  lifted: ['CHECK_DONE', 'PAPERS_RECEIVED', 'MEMBER_ASKED', 'MISTAKE', 'OTHER'],
  adjustmentAdd: ['CORRECTION', 'PAYMENT_FOUND', 'GOODWILL', 'PROMOTION', 'OTHER'],
  adjustmentDeduct: ['CORRECTION', 'BOOKED_TWICE', 'PAYMENT_RECALLED', 'OTHER'],
  depositRejected: [
    'PAYMENT_NOT_FOUND',
    'AMOUNT_DIFFERS',
    'PAYER_DIFFERS',
    'PROOF_UNREADABLE',
    'DUPLICATE',
    'WRONG_NETWORK',
    'RISK_CHECK',
    'OTHER',
  ],
  /** Another amount than the submitted one was credited. */
  depositDiffers: ['AMOUNT_DIFFERS', 'FEE_TAKEN', 'WRONG_NETWORK', 'OTHER'],
  withdrawalRejected: ['CARD_WRONG', 'NAME_DIFFERS', 'ACCOUNT_LIMITED', 'RISK_CHECK', 'DUPLICATE', 'OTHER'],
  /** The bank sent the payment back. */
  withdrawalReturned: ['BANK_REFUSED', 'CARD_WRONG', 'NAME_DIFFERS', 'OTHER'],
  verificationRejected: [
    'PHOTO_UNREADABLE',
    'PHOTO_INCOMPLETE',
    'PHOTO_WRONG',
    'NAME_DIFFERS',
    'NUMBER_DIFFERS',
    'PAPER_EXPIRED',
    'PAPER_DOUBTED',
    'NUMBER_USED',
    'OTHER',
  ],
  /** New orders of a product, a category or everything are stopped. */
  stop: STOP_REASONS,
} as const;

export type ReasonSubject = keyof typeof REASONS;
export type ReasonCode<Subject extends ReasonSubject = ReasonSubject> = (typeof REASONS)[Subject][number];

/** The code as the subject knows it. An older row may have one that the subject no longer offers: its text is that of OTHER. */
export function reasonOf<Subject extends ReasonSubject>(subject: Subject, code: string): ReasonCode<Subject> | 'OTHER' {
  const known: readonly ReasonCode<Subject>[] = REASONS[subject];
  return known.find((one) => one === code) ?? 'OTHER';
}

/** In which a member reads, for operators who decide; null: they never chose one, and their device decides. */
export const memberLanguage = z.nullable(z.enum(LANGUAGES));

export const NOTE_CHARS_MAX = 500;
/** Several lines. */
export const NOTE_TEXT = /^[^\p{Cs}\0]*$/u;

/** The note of an operator, for colleagues and the audit log alone. No answer to a member has it. */
export const noteField = optionalText({ max: NOTE_CHARS_MAX, kind: 'words', pattern: NOTE_TEXT });

/** OTHER says nothing to a colleague: then the note is required. */
export function isNoteMissing({ reason, note }: { reason?: string | undefined; note?: string | undefined }): boolean {
  return reason === 'OTHER' && (note === undefined || note.trim() === '');
}

/** The check of every body with a reason and a note. */
export const noteWithOther = z.refine<{ reason?: string | undefined; note?: string | undefined }>(
  (body) => !isNoteMissing(body),
  { path: ['note'], error: 'NOTE_REQUIRED' },
);
