import { createHash } from 'node:crypto';
import { termsChangeView as changeSchema } from '@candor/contract/console-terms';
import type { TermsChangeBody, TermsChangeView } from '@candor/contract/console-terms';
import { PROPOSAL_TABLE } from '@candor/domain/proposal';
import { err, ok } from '@candor/domain/result';
import type { ProposalForm, ProposalKind } from '../../../services/proposals/proposal-kind.ts';
import { isProposed, takeTurn } from '../../../services/proposals/proposal-store.ts';
import type { Site } from '../../../services/site/site.ts';
import type { CashierRefusal } from '../cashier-refusal.ts';
import { changedTerms } from './changed-terms.ts';
import { planTerms } from './plan-terms.ts';
import {
  changeOf,
  channelSubject,
  CHANNELS_MAX,
  selectAllChannels,
  selectRewardTerms,
  selectRuleTerms,
  selectVersion,
  TERMS_CHANGES,
  termsText,
} from './terms-store.ts';
import type { ChangeRow, ChannelTermsLine, RewardTermsLine, RuleTermsLine } from './terms-store.ts';
import { termsChangeView } from './terms-view.ts';

/** The terms of paying in and out. The database applies what is approved, if the version is still the one that the maker saw. */
export function termsKind({ currency }: Pick<Site, 'currency'>): ProposalKind<ChangeRow, TermsChangeView> {
  return {
    name: 'terms',
    table: TERMS_CHANGES,
    states: PROPOSAL_TABLE,
    viewOf: (row) => termsChangeView(row, currency),
    view: changeSchema,
    refusals: { notFound: 'TERMS_CHANGE_NOT_FOUND', decided: 'TERMS_CHANGE_DECIDED' },
    subjectType: 'terms',
    detailOf: (row) => {
      const { before, terms } = changeOf(row);
      return {
        terms: row.subject,
        changed: changedTerms(before, terms).join(' '),
        // So that the chain says which terms were decided on, and not only that some were.
        sha256: createHash('sha256').update(termsText(terms)).digest('hex'),
      };
    },
    turnOf: ({ subject }) => turnOf(subject),
    obstacleTo: async (db, { subject, base }) =>
      (await selectVersion(db, subject)) === base ? null : { key: 'TERMS_CHANGE_OLD' },
  };
}

interface Facts {
  channels: readonly ChannelTermsLine[];
  rule: RuleTermsLine;
  rewards: RewardTermsLine;
  isOpen: boolean;
}

export function termsForm({ currency }: Pick<Site, 'currency'>): ProposalForm<TermsChangeBody, Facts> {
  return {
    name: 'propose',
    readFacts: async (db, { input }) => {
      const subject = subjectOf(input);
      await takeTurn(db, turnOf(subject));
      return {
        channels: await selectAllChannels(db),
        rule: await selectRuleTerms(db),
        rewards: await selectRewardTerms(db),
        isOpen: await isProposed(db, TERMS_CHANGES, { subject }),
      };
    },
    plan: (input, { channels, rule, rewards, isOpen }) => {
      const refuse = (refusal: CashierRefusal) => err(refusal);
      const channel = input.subject === 'channel' ? channels.find(({ code }) => code === input.code) : undefined;
      const current = { channel, withdrawals: rule, rewards }[input.subject];
      if (isOpen) return refuse({ key: 'TERMS_CHANGE_OPEN' });
      if ((current?.version ?? 0) !== input.base) return refuse({ key: 'TERMS_CHANGE_OLD' });
      if (current === undefined && channels.length >= CHANNELS_MAX)
        return refuse({ key: 'FIELD_INVALID', field: 'code' });
      const planned = planTerms(input, channel?.terms, currency);
      if (!planned.ok) return planned;
      const changed = changedTerms(current?.terms ?? null, planned.value);
      if (changed.length === 0) return refuse({ key: 'TERMS_UNCHANGED' });
      const { base, reason } = input;
      const subject = subjectOf(input);
      return ok({
        values: { subject, base, terms: termsText(planned.value) },
        reason,
        detail: { terms: subject, base, changed: changed.join(' ') },
      });
    },
  };
}

function subjectOf(body: TermsChangeBody): string {
  return body.subject === 'channel' ? channelSubject(body.code) : body.subject;
}

function turnOf(subject: string): string {
  return `terms/${subject}`;
}
