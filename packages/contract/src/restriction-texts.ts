import type { ErrorKey } from './error-keys.ts';
import { reasonOf } from './reasons.ts';
import type { ReasonCode, ReasonSubject } from './reasons.ts';

/* How a member who is frozen, or may not trade or withdraw, is refused: with what is forbidden, and why. */

export type RestrictionSubject = Extract<ReasonSubject, 'frozen' | 'trading' | 'withdrawal'>;

const MESSAGES = {
  frozen: 'ACCOUNT_FROZEN_BECAUSE',
  trading: 'TRADING_FORBIDDEN_BECAUSE',
  withdrawal: 'WITHDRAWAL_FORBIDDEN_BECAUSE',
} as const satisfies Record<RestrictionSubject, ErrorKey>;
export type RestrictionKey = (typeof MESSAGES)[RestrictionSubject];

/** `{because}` of a message takes the text of another key, in the same language. */
const BECAUSE = {
  SECURITY_CHECK: 'BECAUSE_SECURITY_CHECK',
  PAYMENT_CHECK: 'BECAUSE_PAYMENT_CHECK',
  PAPERS_NEEDED: 'BECAUSE_PAPERS_NEEDED',
  LEGAL_DUTY: 'BECAUSE_LEGAL_DUTY',
  MEMBER_ASKED: 'BECAUSE_MEMBER_ASKED',
  OTHER: 'BECAUSE_OTHER',
} as const satisfies Record<ReasonCode<RestrictionSubject>, ErrorKey>;

export function isRestriction(subject: ReasonSubject): subject is RestrictionSubject {
  return Object.hasOwn(MESSAGES, subject);
}

export function restrictionMessage<Subject extends RestrictionSubject>(
  subject: Subject,
  code: string,
): { key: (typeof MESSAGES)[Subject]; params: { because: ErrorKey } } {
  return { key: MESSAGES[subject], params: { because: BECAUSE[reasonOf(subject, code)] } };
}
