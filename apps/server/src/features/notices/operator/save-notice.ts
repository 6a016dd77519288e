import { operatorNoticeView as operatorNoticeSchema } from '@candor/contract/console-notices';
import type { OperatorNoticeView, NoticeBody } from '@candor/contract/console-notices';
import { LANGUAGES } from '@candor/contract/languages';
import { checkNotice } from '@candor/domain/content/notice';
import type { MaintenanceWindow, NoticeRefusal } from '@candor/domain/content/notice';
import { isPlainText, readMarkup, tidyMarkup } from '@candor/domain/content/read-markup';
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
  insertNotice,
  insertNoticeVersion,
  lockContent,
  selectOperatorNotice,
  updateAnnounced,
} from './operator-store.ts';
import type { OperatorNoticeRow, NewNoticeVersion } from './operator-store.ts';
import { operatorNoticeView } from './operator-view.ts';

export type NoticeAnswer = Result<OperatorNoticeView, SiteRefusal>;

export interface NoticeInput {
  readonly id: string;
  readonly isNew: boolean;
  readonly body: NoticeBody;
}

/** An operator writes a notice, or its next version. What members see changes at once, and they hear of it. */
export function saveNotice(
  clock: Pick<Clock, 'now'>,
): Command<
  NoticeInput,
  { before: OperatorNoticeRow | undefined },
  NewNoticeVersion & { wasShown: boolean },
  null,
  NoticeAnswer,
  OperatorCall<NoticeInput>
> {
  return {
    name: 'console/notices/save',
    stored: storedAnswer(operatorNoticeSchema),
    readFacts: async (db, calls) => {
      const { id } = onlyCall(calls).input;
      await lockContent(db, id);
      return { before: await selectOperatorNotice(db, id) };
    },
    decide: (call, { before }) => {
      const { id, isNew, body } = call.input;
      if (!isNew && before === undefined) return { answer: err({ key: 'NOTICE_NOT_FOUND' }), kept: false };
      const texts = readTexts(body);
      if (!texts.ok) return { answer: texts, kept: false };
      const newest =
        before === undefined
          ? undefined
          : { version: before.version, withdrawn: before.state === 'withdrawn', fromMs: before.publishedFrom };
      const draft = {
        category: body.category,
        fromMs: msOf(body.publishedFrom),
        untilMs: msOf(body.publishedUntil),
        maintenance: windowOf(body),
      };
      const checked = checkNotice(draft, body.base, newest, clock.now());
      if (!checked.ok) return { answer: err(refusalOf(checked.error)), kept: false };
      return {
        effect: {
          ...checked.value,
          id,
          version: body.base + 1,
          pinned: body.pinned,
          important: body.important,
          texts: texts.value,
          operatorId: call.operatorId,
          wasShown: before?.state === 'shown',
        },
      };
    },
    write: async (db, effects) => {
      for (const effect of effects) {
        if (effect.version === 1) await insertNotice(db, effect.id);
        await insertNoticeVersion(db, effect);
        await sendNews(db, effect.id, effect.wasShown);
      }
      return effects.map(() => null);
    },
    answer: async (db, done) => await Promise.all(done.map(async ({ effect }) => await answerOf(db, effect.id))),
    auditOf: ({ id, version, category, pinned, important, fromMs, texts }) => ({
      subjectType: 'notice',
      subjectId: id,
      detail: {
        version,
        category,
        pinned,
        important,
        publishedFrom: fromMs === null ? null : new Date(fromMs).toISOString(),
        title: texts['zh-Hans'].title,
      },
    }),
  };
}

/** Members hear of what they can see now, and of what they could see before. What waits for its time is the worker's. */
export async function sendNews(db: Db, id: string, wasShown: boolean): Promise<void> {
  const isShown = (await selectOperatorNotice(db, id))?.state === 'shown';
  if (isShown) await updateAnnounced(db, id);
  if (isShown || wasShown) await insertNewsForEveryone(db, { type: 'notice' });
}

export async function answerOf(db: Db, id: string): Promise<NoticeAnswer> {
  const row = await selectOperatorNotice(db, id);
  if (row === undefined) throw new Error('the notice was not found again');
  return ok(operatorNoticeView(row));
}

/** The texts without invisible blanks. A body that no reader can show is refused before it is stored. */
function readTexts({ texts }: NoticeBody): Result<NoticeBody['texts'], SiteRefusal> {
  const tidy = structuredClone(texts);
  for (const language of LANGUAGES) {
    const text = tidy[language];
    text.body = tidyMarkup(text.body);
    const read = readMarkup(text.body);
    if (!read.ok || read.value.length === 0)
      return err({ key: 'NOTICE_MARKUP_WRONG', field: `texts.${language}.body` });
    for (const field of ['title', 'summary'] as const)
      if (!isPlainText(text[field])) return err({ key: 'NOTICE_MARKUP_WRONG', field: `texts.${language}.${field}` });
  }
  return ok(tidy);
}

/** Null where nothing of a window was given. A half window stays one, for the rule to refuse. */
function windowOf({ startsAt, endsAt, areas }: NoticeBody): MaintenanceWindow | null {
  if (startsAt === undefined && endsAt === undefined && areas.length === 0) return null;
  return { startsAtMs: msOf(startsAt) ?? Infinity, endsAtMs: msOf(endsAt) ?? -Infinity, areas };
}

const FIELDS: Readonly<Partial<Record<NoticeRefusal, string>>> = {
  NOTICE_UNTIL_WRONG: 'publishedUntil',
  NOTICE_WINDOW_REQUIRED: 'startsAt',
  NOTICE_WINDOW_WRONG: 'endsAt',
};

function refusalOf(key: NoticeRefusal): SiteRefusal {
  const field = FIELDS[key];
  return field === undefined ? { key } : { key, field };
}
