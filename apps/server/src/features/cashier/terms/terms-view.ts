import type {
  ChannelTermsView,
  RewardTermsView,
  TermsChangeView,
  TermsView,
  WithdrawalRuleView,
} from '@candor/contract/console-terms';
import { formatMoney, formatRate } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';
import { proposalView } from '../../../services/proposals/proposal-kind.ts';
import { changeOf } from './terms-store.ts';
import type {
  ChangeRow,
  ChannelTermsLine,
  ChannelTermsRow,
  RewardTermsLine,
  RewardTermsRow,
  RuleTermsLine,
  WithdrawalTermsRow,
} from './terms-store.ts';

export function termsView(
  channels: readonly ChannelTermsLine[],
  { rule, rewards }: { rule: RuleTermsLine; rewards: RewardTermsLine },
  paidIn: Currency,
): TermsView {
  return {
    channels: channels.map(({ terms, ...line }) => ({ ...line, terms: channelTermsView(terms, paidIn) })),
    withdrawals: { ...rule, terms: ruleView(rule.terms, paidIn) },
    rewards: { ...rewards, terms: rewardsView(rewards.terms, paidIn) },
  };
}

function channelTermsView(terms: ChannelTermsRow, paidIn: Currency): ChannelTermsView {
  return {
    ...terms,
    rate: formatRate(terms.rate),
    min: formatMoney(terms.min, paidIn),
    max: formatMoney(terms.max, paidIn),
    secondFrom: formatMoney(terms.secondFrom, paidIn),
    farRate: formatRate(terms.farRate),
    boundRate: formatRate(terms.boundRate),
  };
}

function ruleView(terms: WithdrawalTermsRow, paidIn: Currency): WithdrawalRuleView {
  return {
    ...terms,
    min: formatMoney(terms.min, paidIn),
    max: formatMoney(terms.max, paidIn),
    dailyMax: formatMoney(terms.dailyMax, paidIn),
    feeRate: formatRate(terms.feeRate),
    feeMin: formatMoney(terms.feeMin, paidIn),
    feeMax: formatMoney(terms.feeMax, paidIn),
  };
}

function rewardsView(terms: RewardTermsRow, paidIn: Currency): RewardTermsView {
  return {
    ...terms,
    amount: formatMoney(terms.amount, paidIn),
    turnoverRate: formatRate(terms.turnoverRate),
  };
}

export function termsChangeView(row: ChangeRow, paidIn: Currency): TermsChangeView {
  const change = changeOf(row);
  const shared = { id: row.id, base: row.base, ...proposalView(row) };
  switch (change.subject) {
    case 'channel':
      return {
        ...shared,
        subject: change.subject,
        code: change.code,
        before: change.before === null ? null : channelTermsView(change.before, paidIn),
        terms: channelTermsView(change.terms, paidIn),
      };
    case 'withdrawals': {
      const { subject, before, terms } = change;
      return { ...shared, subject, before: ruleView(before, paidIn), terms: ruleView(terms, paidIn) };
    }
    case 'rewards': {
      const { subject, before, terms } = change;
      return { ...shared, subject, before: rewardsView(before, paidIn), terms: rewardsView(terms, paidIn) };
    }
  }
}
