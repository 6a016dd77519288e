import type { ComplaintDecision } from '@candor/contract/complaints';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Db, Pool } from '../../../platform/db/pool.ts';
import { recordActs } from '../../../services/commands/audit-store.ts';
import { asOperator } from '../../../services/operators/acting-store.ts';
import type { Acting } from '../../../services/operators/acting-store.ts';
import { insertOutbox } from '../../../services/outbox/outbox-store.ts';
import { insertOperatorStep, selectRegistered, selectStepOfKey } from './register-store.ts';

export type Step =
  | { readonly kind: 'taken' }
  | { readonly kind: 'asked'; readonly text: string; readonly key: string }
  | {
      readonly kind: 'answered';
      readonly text: string;
      readonly decision: ComplaintDecision;
      readonly key: string;
    };

type Refusal = 'COMPLAINT_ENDED' | 'COMPLAINT_NOT_FOUND' | 'IDEMPOTENCY_KEY_REUSED' | 'ITEM_TAKEN';

const COMMANDS = {
  taken: 'console/complaint/take',
  asked: 'console/complaint/ask',
  answered: 'console/complaint/answer',
} as const;

/** One step of an operator, with its entry in the audit log. Who asks or answers first takes it; a colleague's is taken openly. */
export async function stepComplaint(
  pool: Pool,
  { id, acting, step }: { id: bigint; acting: Acting; step: Step },
): Promise<Result<null, Refusal>> {
  return await asOperator(pool, acting, async (db) => await stepIn(db, id, acting, step));
}

async function stepIn(
  db: Db,
  id: bigint,
  { operatorId }: Pick<Acting, 'operatorId'>,
  step: Step,
): Promise<Result<null, Refusal>> {
  const found = await selectRegistered(db, id);
  if (found === undefined) return err('COMPLAINT_NOT_FOUND');
  const earlier = await answerOfKey(db, id, step);
  if (earlier !== undefined) return earlier;
  if (found.endedAt !== null) return err('COMPLAINT_ENDED');
  if (step.kind === 'taken' && found.operatorId === operatorId) return ok(null);
  if (step.kind !== 'taken' && found.operatorId !== null && found.operatorId !== operatorId) return err('ITEM_TAKEN');
  // Sent twice at once: the other call wrote it, with its entry and its news.
  if (!(await insertOperatorStep(db, { id, operatorId, ...step })))
    return (await answerOfKey(db, id, step)) ?? err('IDEMPOTENCY_KEY_REUSED');
  await insertOutbox(db, [{ memberId: found.memberId, message: { type: 'support' } }]);
  await recordActs(db, [
    {
      command: COMMANDS[step.kind],
      subjectType: 'complaint',
      subjectId: id.toString(),
      detail: step.kind === 'answered' ? { decision: step.decision } : {},
    },
  ]);
  return ok(null);
}

/** The answer to a call whose key was used: this very step was written, or another one. */
async function answerOfKey(
  db: Db,
  id: bigint,
  step: Step,
): Promise<Result<null, 'IDEMPOTENCY_KEY_REUSED'> | undefined> {
  if (step.kind === 'taken') return undefined;
  const earlier = await selectStepOfKey(db, id, step.key);
  if (earlier === undefined) return undefined;
  const decision = step.kind === 'answered' ? step.decision : null;
  const isSame = earlier.kind === step.kind && earlier.text === step.text && earlier.decision === decision;
  return isSame ? ok(null) : err('IDEMPOTENCY_KEY_REUSED');
}
