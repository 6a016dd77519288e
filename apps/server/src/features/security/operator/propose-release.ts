import { factorReleaseView as releaseSchema } from '@candor/contract/console-security';
import type { FactorReleaseView } from '@candor/contract/console-security';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Db } from '../../../platform/db/pool.ts';
import type { Call, Command } from '../../../services/commands/run-commands.ts';
import { insertRelease, selectRelease, selectStanding } from './release-store.ts';
import type { MemberStanding } from './release-store.ts';
import { releaseView } from './release-view.ts';

interface NewRelease {
  memberId: bigint;
  makerId: bigint;
  reason: string;
}

export type ProposeRefusal = 'ITEM_OWN' | 'MEMBER_NOT_FOUND' | 'RELEASE_NO_FACTOR' | 'RELEASE_OPEN';
type Answer = Result<FactorReleaseView, ProposeRefusal>;

/** An operator proposes to release the second factor of a member who lost it. Nothing happens before another approves. */
export function proposeRelease(): Command<{ reason: string }, MemberStanding, NewRelease, bigint, Answer> {
  return {
    name: 'console/factor-releases/propose',
    stored: storedRelease<ProposeRefusal>(),
    readFacts: async (db, calls) => await selectStanding(db, onlyCall(calls).memberId),
    decide: (call, { exists, hasFactor, isOpen }) => {
      const refuse = (key: ProposeRefusal) => ({ answer: err(key), kept: false });
      const makerId = operatorOf(call);
      if (!exists) return refuse('MEMBER_NOT_FOUND');
      if (makerId === call.memberId) return refuse('ITEM_OWN');
      if (isOpen) return refuse('RELEASE_OPEN');
      if (!hasFactor) return refuse('RELEASE_NO_FACTOR');
      return { effect: { memberId: call.memberId, makerId, reason: call.input.reason } };
    },
    write: async (db, effects) => {
      const ids: bigint[] = [];
      for (const effect of effects) ids.push(await insertRelease(db, effect));
      return ids;
    },
    answer: async (db, done) => await Promise.all(done.map(async ({ written }) => ok(await viewOf(db, written)))),
    auditOf: ({ memberId, reason }) => ({
      subjectType: 'member',
      subjectId: memberId.toString(),
      detail: { reason },
    }),
  };
}

/** Only what was carried out is kept for a retry. */
export function storedRelease<Refusal>() {
  return {
    of: (answer: Result<FactorReleaseView, Refusal>) => (answer.ok ? answer.value : null),
    read: (json: unknown): Result<FactorReleaseView, Refusal> => ok(releaseSchema.parse(json)),
  };
}

export async function viewOf(db: Db, id: bigint): Promise<FactorReleaseView> {
  const row = await selectRelease(db, id);
  if (row === undefined) throw new Error('the release was not found again');
  return releaseView(row);
}

export function onlyCall<Input>(calls: readonly Call<Input>[]): Call<Input> {
  const [call] = calls;
  if (call === undefined || calls.length > 1) throw new Error('operators decide one release at a time');
  return call;
}

export function operatorOf({ operatorId }: Call<unknown>): bigint {
  if (operatorId === undefined) throw new Error('a release needs an operator');
  return operatorId;
}
