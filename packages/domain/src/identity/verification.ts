import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';

/*
 * The check of who a member is: the member submits name, number and photos, an operator decides. Each submission is a
 * row of its own; the newest one says how the member stands. A rejected member submits again, a verified one does not.
 */

export const SUBMISSION_STATES = ['pending', 'verified', 'rejected'] as const;
export type SubmissionState = (typeof SUBMISSION_STATES)[number];
/** How a member stands: `none` before the first submission. */
export type VerificationState = 'none' | SubmissionState;

/** Where a submission may go. Nothing leads back: what was decided stays as it was decided. */
export const SUBMISSION_EDGES: Readonly<Record<SubmissionState, readonly SubmissionState[]>> = {
  pending: ['verified', 'rejected'],
  verified: [],
  rejected: [],
};

/** From where a member may submit documents. */
export const MAY_SUBMIT: Readonly<Record<VerificationState, boolean>> = {
  none: true,
  pending: false,
  verified: false,
  rejected: true,
};

/** What a rejection may say is wrong. The member redoes these parts and keeps the others. */
export const VERIFICATION_PARTS = ['realName', 'idNumber', 'front', 'back'] as const;
export type VerificationPart = (typeof VERIFICATION_PARTS)[number];

/** What is wrong with them. */
export type RejectionReason =
  | 'PHOTO_UNREADABLE'
  | 'PHOTO_INCOMPLETE'
  | 'PHOTO_WRONG'
  | 'NAME_DIFFERS'
  | 'NUMBER_DIFFERS'
  | 'PAPER_EXPIRED'
  | 'PAPER_DOUBTED'
  | 'NUMBER_USED'
  | 'OTHER';

/** Another operator may take a submission when the one who took it has not decided for so long. */
export const TAKEN_MS_MAX = 15 * 60_000;

/** What a member gives. A part that is left out is kept from the rejected submission, if that did not find it wrong. */
export type Given<Part> = { readonly [part in VerificationPart]: Part | undefined };

export interface EarlierSubmission {
  readonly state: SubmissionState;
  /** Empty unless it was rejected. */
  readonly wrong: readonly VerificationPart[];
}

export type SubmissionProblem = 'VERIFICATION_PENDING' | 'VERIFICATION_DONE' | readonly VerificationPart[];

/**
 * Which parts are not sent: they come from the earlier submission, or from the registration. Refuses when the member may
 * not submit now, or with the parts that are missing.
 * @param registered the parts that the member gave when they registered
 */
export function keptParts<Part>(
  given: Given<Part>,
  earlier: EarlierSubmission | undefined,
  registered: readonly VerificationPart[] = [],
): Result<readonly VerificationPart[], SubmissionProblem> {
  const state: VerificationState = earlier?.state ?? 'none';
  if (!MAY_SUBMIT[state]) return err(state === 'verified' ? 'VERIFICATION_DONE' : 'VERIFICATION_PENDING');
  const left = VERIFICATION_PARTS.filter((part) => given[part] === undefined);
  const missing = left.filter((part) =>
    earlier === undefined ? !registered.includes(part) : earlier.wrong.includes(part),
  );
  return missing.length > 0 ? err(missing) : ok(left);
}

/** A submission as the operator who acts on it finds it. */
export interface Submission {
  readonly state: SubmissionState;
  readonly memberId: bigint;
  readonly version: number;
  /** Who took it, while that still counts. */
  readonly takenBy: bigint | null;
}

export type ReviewAction = 'take' | 'release' | 'verify' | 'reject';
export type ReviewRefusal =
  | 'VERIFICATION_OWN'
  | 'VERIFICATION_CHANGED'
  | 'VERIFICATION_TAKEN'
  | 'VERIFICATION_NOT_TAKEN';

/**
 * Whether an operator may do this now. Nobody decides about themselves, and only who took a submission decides it.
 * @param seen the version the operator saw: two who look at the same submission never both decide
 */
export function decideReview(
  submission: Submission,
  { operatorId, action, seen }: { operatorId: bigint; action: ReviewAction; seen: number },
): Result<SubmissionState, ReviewRefusal> {
  const { state, memberId, version, takenBy } = submission;
  if (operatorId === memberId) return err('VERIFICATION_OWN');
  if (version !== seen || state !== 'pending') return err('VERIFICATION_CHANGED');
  if (takenBy !== null && takenBy !== operatorId) return err('VERIFICATION_TAKEN');
  if (action === 'take') return ok('pending');
  if (takenBy === null) return err('VERIFICATION_NOT_TAKEN');
  return ok(action === 'release' ? 'pending' : action === 'verify' ? 'verified' : 'rejected');
}
