import { termsChangeView as changeSchema } from '@candor/contract/console-terms';
import type { TermsChangeBody, TermsChangeView } from '@candor/contract/console-terms';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Db } from '../../../platform/db/pool.ts';
import { uuidV7 } from '../../../platform/ids/ids.ts';
import type { Call, Command } from '../../../services/commands/run-commands.ts';
import type { Site } from '../../../services/site/site.ts';
import type { CashierRefusal } from '../cashier-refusal.ts';
import { operatorOf } from '../review-deposit.ts';
import { changedTerms } from './changed-terms.ts';
import { planTerms } from './plan-terms.ts';
import {
  channelSubject,
  CHANNELS_MAX,
  insertChange,
  isProposed,
  lockSubject,
  selectAllChannels,
  selectChange,
  selectRewardTerms,
  selectRuleTerms,
} from './terms-store.ts';
import type { ChannelTermsLine, NewChange, RewardTermsLine, RuleTermsLine } from './terms-store.ts';
import { termsChangeView } from './terms-view.ts';

export type ChangeAnswer = Result<TermsChangeView, CashierRefusal>;

interface Facts {
  channels: readonly ChannelTermsLine[];
  rule: RuleTermsLine;
  rewards: RewardTermsLine;
  isOpen: boolean;
}

interface Effect extends NewChange {
  changed: readonly string[];
}

/** An operator proposes other terms. Nothing changes before another operator approves them. */
export function proposeChange(site: Site): Command<TermsChangeBody, Facts, Effect, null, ChangeAnswer> {
  return {
    name: 'console/terms/propose',
    stored: storedChange,
    readFacts: async (db, calls) => {
      const { input } = onlyCall(calls);
      const subject = subjectOf(input);
      await lockSubject(db, subject);
      return {
        channels: await selectAllChannels(db),
        rule: await selectRuleTerms(db),
        rewards: await selectRewardTerms(db),
        isOpen: await isProposed(db, subject),
      };
    },
    decide: (call, { channels, rule, rewards, isOpen }) => {
      const refuse = (refusal: CashierRefusal) => ({ answer: err(refusal), kept: false });
      const { input } = call;
      const channel = input.subject === 'channel' ? channels.find(({ code }) => code === input.code) : undefined;
      const current = { channel, withdrawals: rule, rewards }[input.subject];
      if (isOpen) return refuse({ key: 'TERMS_CHANGE_OPEN' });
      if ((current?.version ?? 0) !== input.base) return refuse({ key: 'TERMS_CHANGE_OLD' });
      if (current === undefined && channels.length >= CHANNELS_MAX)
        return refuse({ key: 'FIELD_INVALID', field: 'code' });
      const planned = planTerms(input, channel?.terms, site.currency);
      if (!planned.ok) return refuse(planned.error);
      const changed = changedTerms(current?.terms ?? null, planned.value);
      if (changed.length === 0) return refuse({ key: 'TERMS_UNCHANGED' });
      return {
        effect: {
          id: uuidV7(),
          subject: subjectOf(input),
          base: input.base,
          terms: planned.value,
          reason: input.reason,
          makerId: operatorOf(call),
          changed,
        },
      };
    },
    write: async (db, effects) => {
      for (const effect of effects) await insertChange(db, effect);
      return effects.map(() => null);
    },
    answer: async (db, done) => await Promise.all(done.map(async ({ effect }) => await answerOf(db, site, effect.id))),
    auditOf: ({ id, subject, base, changed, reason }) => ({
      subjectType: 'terms',
      subjectId: id,
      detail: { terms: subject, base, changed: changed.join(' '), reason },
    }),
  };
}

function subjectOf(body: TermsChangeBody): string {
  return body.subject === 'channel' ? channelSubject(body.code) : body.subject;
}

/** Only what was carried out is kept for a retry. */
export const storedChange = {
  of: (answer: ChangeAnswer) => (answer.ok ? answer.value : null),
  read: (json: unknown): ChangeAnswer => ok(changeSchema.parse(json)),
};

export async function answerOf(db: Db, site: Site, id: string): Promise<ChangeAnswer> {
  const row = await selectChange(db, id);
  if (row === undefined) throw new Error('the proposal was not found again');
  return ok(termsChangeView(row, site.currency));
}

export function onlyCall<Input>(calls: readonly Call<Input>[]): Call<Input> {
  const [call] = calls;
  if (call === undefined || calls.length > 1) throw new Error('operators change terms one at a time');
  return call;
}
