import { markReleaseView as schema } from '@candor/contract/console-marks';
import type { MarkReleaseView } from '@candor/contract/console-marks';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Db } from '../../../platform/db/pool.ts';
import type { Call, Command } from '../../../services/commands/run-commands.ts';
import type { OwnedMark } from '../../../services/marks/mark-store.ts';
import { insertMarkRelease, selectMarkRelease, selectStanding } from './mark-release-store.ts';
import type { NewMarkRelease } from './mark-release-store.ts';
import { markReleaseView } from './mark-release-view.ts';

interface Proposal {
  readonly kind: OwnedMark;
  readonly mark: string;
  readonly reason: string;
}
type Facts = Awaited<ReturnType<typeof selectStanding>>;
export type ProposeRefusal = 'ITEM_OWN' | 'MARK_NOT_HELD' | 'RELEASE_OPEN';
type Answer = Result<MarkReleaseView, ProposeRefusal>;

/** An operator proposes to release a card, an identity or a device key. Nothing happens before another approves. */
export function proposeMarkRelease(): Command<Proposal, Facts, NewMarkRelease, bigint, Answer> {
  return {
    name: 'console/mark-releases/propose',
    stored: storedMarkRelease<ProposeRefusal>(),
    readFacts: async (db, calls) => {
      const { memberId, input } = onlyCall(calls);
      return await selectStanding(db, { memberId, ...input });
    },
    decide: (call, { isHeld, isOpen }) => {
      const refuse = (key: ProposeRefusal) => ({ answer: err(key), kept: false });
      const makerId = operatorOf(call);
      if (makerId === call.memberId) return refuse('ITEM_OWN');
      if (!isHeld) return refuse('MARK_NOT_HELD');
      if (isOpen) return refuse('RELEASE_OPEN');
      return { effect: { ...call.input, memberId: call.memberId, makerId } };
    },
    write: async (db, effects) => {
      const ids: bigint[] = [];
      for (const effect of effects) ids.push(await insertMarkRelease(db, effect));
      return ids;
    },
    answer: async (db, done) => await Promise.all(done.map(async ({ written }) => ok(await viewOf(db, written)))),
    auditOf: ({ memberId, kind, mark, reason }) => ({
      subjectType: 'member',
      subjectId: memberId.toString(),
      detail: { kind, mark: mark.slice(0, 12), reason },
    }),
  };
}

/** Only what was carried out is kept for a retry. */
export function storedMarkRelease<Refusal>() {
  return {
    of: (answer: Result<MarkReleaseView, Refusal>) => (answer.ok ? answer.value : null),
    read: (json: unknown): Result<MarkReleaseView, Refusal> => ok(schema.parse(json)),
  };
}

export async function viewOf(db: Db, id: bigint): Promise<MarkReleaseView> {
  const row = await selectMarkRelease(db, id);
  if (row === undefined) throw new Error('the release was not found again');
  return markReleaseView(row);
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
