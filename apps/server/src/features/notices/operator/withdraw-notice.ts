import { operatorNoticeView as operatorNoticeSchema } from '@candor/contract/console-notices';
import type { WithdrawNoticeBody } from '@candor/contract/console-notices';
import { err } from '@candor/domain/result';
import type { Command, OperatorCall } from '../../../services/commands/run-commands.ts';
import { onlyCall, storedAnswer } from '../../../services/commands/site-command.ts';
import { lockContent, selectOperatorNotice, withdrawNoticeRow } from './operator-store.ts';
import type { OperatorNoticeRow, Withdrawal } from './operator-store.ts';
import { answerOf, sendNews } from './save-notice.ts';
import type { NoticeAnswer } from './save-notice.ts';

export type WithdrawInput = WithdrawNoticeBody & { readonly id: string };

/** Takes a notice back. Nobody sees it any more; what it said and why it went stays stored. */
export function withdrawNotice(): Command<
  WithdrawInput,
  { before: OperatorNoticeRow | undefined },
  Withdrawal & { wasShown: boolean },
  null,
  NoticeAnswer,
  OperatorCall<WithdrawInput>
> {
  return {
    name: 'console/notices/withdraw',
    stored: storedAnswer(operatorNoticeSchema),
    readFacts: async (db, calls) => {
      const { id } = onlyCall(calls).input;
      await lockContent(db, id);
      return { before: await selectOperatorNotice(db, id) };
    },
    decide: (call, { before }) => {
      const { id, base, reason } = call.input;
      if (before === undefined) return { answer: err({ key: 'NOTICE_NOT_FOUND' }), kept: false };
      if (before.state === 'withdrawn') return { answer: err({ key: 'NOTICE_WITHDRAWN' }), kept: false };
      if (before.version !== base) return { answer: err({ key: 'NOTICE_CHANGED' }), kept: false };
      const wasShown = before.state === 'shown';
      return { effect: { id, version: base + 1, reason, operatorId: call.operatorId, wasShown } };
    },
    write: async (db, effects) => {
      for (const effect of effects) {
        await withdrawNoticeRow(db, effect);
        await sendNews(db, effect.id, effect.wasShown);
      }
      return effects.map(() => null);
    },
    answer: async (db, done) => await Promise.all(done.map(async ({ effect }) => await answerOf(db, effect.id))),
    auditOf: ({ id, version, reason }) => ({ subjectType: 'notice', subjectId: id, detail: { version, reason } }),
  };
}
