import { decideReview } from '@candor/domain/identity/verification';
import type {
  VerificationPart,
  RejectionReason,
  ReviewAction,
  ReviewRefusal,
} from '@candor/domain/identity/verification';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Command } from '../../services/commands/run-commands.ts';
import { isNumberUsed, selectReview, updateReview } from './review-store.ts';
import type { Decision, ReviewRow } from './review-store.ts';

export interface Review {
  readonly id: bigint;
  /** The version the operator saw. */
  readonly version: number;
  /** Of a rejection. */
  readonly reason?: RejectionReason;
  readonly wrong?: readonly VerificationPart[];
  readonly note?: string | undefined;
}

type Refusal = ReviewRefusal | 'VERIFICATION_NOT_FOUND' | 'ID_NUMBER_USED';

interface Facts {
  readonly row: ReviewRow | undefined;
  readonly isUsed: boolean;
}

interface Effect {
  readonly row: ReviewRow;
  readonly decision: Decision;
}

/**
 * An operator takes a submission, gives it back, verifies or rejects it. Two who decide at once are put in a row by the
 * lock on it; the second sees another version. The member's devices hear of a decision.
 */
export function reviewSubmission(action: ReviewAction): Command<Review, Facts, Effect, null, Result<null, Refusal>> {
  return {
    name: `console/verifications/${action}`,
    stored: { of: () => null, read: () => ok(null) },
    readFacts: async (db, calls) => {
      const [call] = calls;
      if (call === undefined || calls.length > 1) throw new Error('an operator decides one submission at a time');
      const row = await selectReview(db, call.input.id, 'for update of v');
      return { row, isUsed: action === 'verify' && row !== undefined && (await isNumberUsed(db, row)) };
    },
    decide: ({ operatorId, input }, { row, isUsed }) => {
      if (row === undefined) return { answer: err('VERIFICATION_NOT_FOUND'), kept: false };
      if (operatorId === undefined) throw new Error('a review needs its operator');
      const decided = decideReview(
        { state: row.status, memberId: row.memberId, version: row.version, takenBy: row.takenById },
        { operatorId, action, seen: input.version },
      );
      if (!decided.ok) return { answer: decided, kept: false };
      if (isUsed) return { answer: err('ID_NUMBER_USED'), kept: false };
      const isRejected = action === 'reject';
      return {
        effect: {
          row,
          decision: {
            id: row.id,
            status: decided.value,
            takenBy: action === 'release' ? null : operatorId,
            decidedBy: decided.value === 'pending' ? null : operatorId,
            reason: isRejected ? (input.reason ?? null) : null,
            wrong: isRejected ? (input.wrong ?? []) : [],
            note: isRejected ? (input.note ?? null) : null,
          },
        },
      };
    },
    write: async (db, effects) => {
      for (const { decision } of effects) await updateReview(db, decision);
      return effects.map(() => null);
    },
    answer: async (_, done) => done.map(() => ok(null)),
    newsOf: (_, { decision }) => (decision.status === 'pending' ? [] : [{ type: 'account' }]),
    auditOf: ({ row, decision }) => ({
      subjectType: 'verification',
      subjectId: row.id.toString(),
      detail: {
        from: row.status,
        to: decision.status,
        reason: decision.reason,
        note: decision.note,
        wrong: decision.wrong.join(' '),
      },
    }),
  };
}
