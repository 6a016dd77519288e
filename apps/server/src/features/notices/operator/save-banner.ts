import { operatorBannerView as operatorBannerSchema } from '@candor/contract/console-notices';
import type { BannerBody, OperatorBannerView } from '@candor/contract/console-notices';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/pool.ts';
import type { Command, OperatorCall } from '../../../services/commands/run-commands.ts';
import { insertNewsForEveryone } from '../../../services/outbox/outbox-store.ts';
import { onlyCall, storedAnswer } from '../../../services/commands/site-command.ts';
import { msOf } from './moment-of.ts';
import type { SiteRefusal } from '../../../services/commands/site-command.ts';
import {
  insertBanner,
  insertBannerVersion,
  lockContent,
  selectOperatorBanner,
  withdrawBannerRow,
} from './operator-store.ts';
import type { OperatorBannerRow, NewBannerVersion, Withdrawal } from './operator-store.ts';
import { operatorBannerView } from './operator-view.ts';
import type { WithdrawInput } from './withdraw-notice.ts';

export type BannerAnswer = Result<OperatorBannerView, SiteRefusal>;

export interface BannerInput {
  readonly id: string;
  readonly isNew: boolean;
  readonly body: BannerBody;
}

interface Facts {
  before: OperatorBannerRow | undefined;
}

/** An operator writes a banner of the home screen, or its next version. */
export function saveBanner(
  clock: Pick<Clock, 'now'>,
): Command<BannerInput, Facts, NewBannerVersion, null, BannerAnswer, OperatorCall<BannerInput>> {
  return {
    name: 'console/banners/save',
    stored: storedAnswer(operatorBannerSchema),
    readFacts: async (db, calls) => await readFacts(db, onlyCall(calls).input.id),
    decide: (call, { before }) => {
      const { id, isNew, body } = call.input;
      const [shownFromMs, shownUntilMs] = [msOf(body.shownFrom), msOf(body.shownUntil)];
      const refuse = (refusal: SiteRefusal) => ({ answer: err(refusal), kept: false });
      if (!isNew && before === undefined) return refuse({ key: 'BANNER_NOT_FOUND' });
      if (before?.state === 'withdrawn') return refuse({ key: 'NOTICE_WITHDRAWN' });
      if ((before?.version ?? 0) !== body.base) return refuse({ key: 'NOTICE_CHANGED' });
      if (shownUntilMs !== null && shownUntilMs <= Math.max(shownFromMs ?? 0, clock.now()))
        return refuse({ key: 'NOTICE_UNTIL_WRONG', field: 'shownUntil' });
      const { texts, target, position } = body;
      return {
        effect: {
          id,
          version: body.base + 1,
          texts,
          target,
          position,
          shownFromMs,
          shownUntilMs,
          operatorId: call.operatorId,
        },
      };
    },
    write: async (db, effects) => {
      for (const effect of effects) {
        if (effect.version === 1) await insertBanner(db, effect.id);
        await insertBannerVersion(db, effect);
        await insertNewsForEveryone(db, { type: 'notice' });
      }
      return effects.map(() => null);
    },
    answer: async (db, done) => await Promise.all(done.map(async ({ effect }) => await answerOf(db, effect.id))),
    auditOf: ({ id, version, target, texts }) => ({
      subjectType: 'banner',
      subjectId: id,
      detail: { version, target, title: texts['zh-Hans'].title },
    }),
  };
}

export function withdrawBanner(): Command<
  WithdrawInput,
  Facts,
  Withdrawal,
  null,
  BannerAnswer,
  OperatorCall<WithdrawInput>
> {
  return {
    name: 'console/banners/withdraw',
    stored: storedAnswer(operatorBannerSchema),
    readFacts: async (db, calls) => await readFacts(db, onlyCall(calls).input.id),
    decide: (call, { before }) => {
      const { id, base, reason } = call.input;
      if (before === undefined) return { answer: err({ key: 'BANNER_NOT_FOUND' }), kept: false };
      if (before.state === 'withdrawn') return { answer: err({ key: 'NOTICE_WITHDRAWN' }), kept: false };
      if (before.version !== base) return { answer: err({ key: 'NOTICE_CHANGED' }), kept: false };
      return { effect: { id, version: base + 1, reason, operatorId: call.operatorId } };
    },
    write: async (db, effects) => {
      for (const effect of effects) {
        await withdrawBannerRow(db, effect);
        await insertNewsForEveryone(db, { type: 'notice' });
      }
      return effects.map(() => null);
    },
    answer: async (db, done) => await Promise.all(done.map(async ({ effect }) => await answerOf(db, effect.id))),
    auditOf: ({ id, version, reason }) => ({ subjectType: 'banner', subjectId: id, detail: { version, reason } }),
  };
}

async function readFacts(db: Db, id: string): Promise<Facts> {
  await lockContent(db, id);
  return { before: await selectOperatorBanner(db, id) };
}

async function answerOf(db: Db, id: string): Promise<BannerAnswer> {
  const row = await selectOperatorBanner(db, id);
  if (row === undefined) throw new Error('the banner was not found again');
  return ok(operatorBannerView(row));
}
