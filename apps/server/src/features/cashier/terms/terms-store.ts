import { DEPOSIT_KINDS, NETWORKS } from '@candor/contract/cashier';
import { money, rate } from '@candor/domain/money';
import * as z from 'zod/mini';
import { int4 } from '../../../platform/db/rows.ts';
import { proposalColumns } from '../../../services/proposals/proposal-store.ts';
import type { ProposalTable } from '../../../services/proposals/proposal-store.ts';
import { names } from '../columns.ts';
import { firstValue, manyRows, onlyRow } from '../../../platform/db/statement.ts';

/** SQL of the terms of paying in and out, and of proposals to change them. The database applies what is approved. */
const minor = z.pipe(
  z.string(),
  z.transform((text) => money(BigInt(text))),
);
const tenThousandths = z.pipe(
  z.string(),
  z.transform((text) => rate(BigInt(text))),
);

const channelTerms = z.object({
  kind: z.enum(DEPOSIT_KINDS),
  network: z.nullable(z.enum(NETWORKS)),
  names,
  rate: tenThousandths,
  min: minor,
  max: minor,
  details: z.record(z.string(), z.string()),
  arrivalMinutes: int4,
  proofRequired: z.boolean(),
  active: z.boolean(),
  position: int4,
  confirmations: int4,
  secondFrom: minor,
  farRate: tenThousandths,
  boundRate: tenThousandths,
});
export type ChannelTermsRow = z.infer<typeof channelTerms>;

const withdrawalTerms = z.object({
  min: minor,
  max: minor,
  dailyMax: minor,
  feeRate: tenThousandths,
  feeMin: minor,
  feeMax: minor,
  cardRequired: z.boolean(),
  identityRequired: z.boolean(),
  arrivalHours: int4,
});
export type WithdrawalTermsRow = z.infer<typeof withdrawalTerms>;

const rewardTerms = z.object({ amount: minor, turnoverRate: tenThousandths, dayMax: int4 });
export type RewardTermsRow = z.infer<typeof rewardTerms>;
export type TermsRow = ChannelTermsRow | WithdrawalTermsRow | RewardTermsRow;

/** What a proposal is about. */
export const WITHDRAWALS = 'withdrawals';
export const REWARDS = 'rewards';
export function channelSubject(code: string): string {
  return `channel/${code}`;
}

const openSql = `(select x.id from cashier_change x where x.subject = $SUBJECT and x.status = 'proposed') as open`;

const channelRow = z.object({
  code: z.string(),
  version: int4,
  asset: z.string(),
  open: z.nullable(z.string()),
  terms: channelTerms,
});
export type ChannelTermsLine = z.infer<typeof channelRow>;

/** A site has no more channels than a person can look through. */
export const CHANNELS_MAX = 50;

const TERMS_OF_CHANNEL = `jsonb_build_object('kind', c.kind, 'network', c.network, 'names', c.names, 'rate', c.rate::text,
  'min', c.min::text, 'max', c.max::text, 'details', c.details, 'arrivalMinutes', c.arrival_minutes,
  'proofRequired', c.proof_required, 'active', c.active, 'position', c.position, 'confirmations', c.confirmations,
  'secondFrom', c.second_from::text, 'farRate', c.far_rate::text, 'boundRate', c.bound_rate::text)`;

/** All channels, also those that are switched off, in the site's order. */
export const selectAllChannels = manyRows(
  channelRow,
  `select c.code, c.version, c.asset, ${TERMS_OF_CHANNEL} as terms, ${openSql.replace('$SUBJECT', `'channel/' || c.code`)}
   from deposit_channel c order by c.position, c.code limit $1`,
  () => [CHANNELS_MAX],
);

const ruleRow = z.object({ version: int4, open: z.nullable(z.string()), terms: withdrawalTerms });
export type RuleTermsLine = z.infer<typeof ruleRow>;

export const selectRuleTerms = onlyRow(
  ruleRow,
  `select r.version, ${openSql.replace('$SUBJECT', `'${WITHDRAWALS}'`)}, jsonb_build_object('min', r.min::text,
     'max', r.max::text, 'dailyMax', r.daily_max::text, 'feeRate', r.fee_rate::text, 'feeMin', r.fee_min::text,
     'feeMax', r.fee_max::text, 'cardRequired', r.card_required, 'identityRequired', r.identity_required,
     'arrivalHours', r.arrival_hours) as terms
   from withdrawal_rule r`,
  () => [],
  { missing: 'the rule of withdrawals is missing' },
);

const rewardRow = z.object({ version: int4, open: z.nullable(z.string()), terms: rewardTerms });
export type RewardTermsLine = z.infer<typeof rewardRow>;

export const selectRewardTerms = onlyRow(
  rewardRow,
  `select r.version, ${openSql.replace('$SUBJECT', `'${REWARDS}'`)}, jsonb_build_object('amount', r.amount::text,
   'turnoverRate', r.turnover_rate::text, 'dayMax', r.day_max) as terms from reward_rule r`,
  () => [],
  { missing: 'the rule of rewards is missing' },
);

/** A proposal, with what held when it was made, and what is proposed. */
export type TermsChange =
  | { subject: 'channel'; code: string; before: ChannelTermsRow | null; terms: ChannelTermsRow }
  | { subject: 'withdrawals'; before: WithdrawalTermsRow; terms: WithdrawalTermsRow }
  | { subject: 'rewards'; before: RewardTermsRow; terms: RewardTermsRow };

const changeRow = z.object({
  ...proposalColumns,
  subject: z.string(),
  base: int4,
  before: z.unknown(),
  terms: z.unknown(),
});
export type ChangeRow = z.infer<typeof changeRow>;

export const TERMS_CHANGES: ProposalTable<ChangeRow> = {
  name: 'cashier_change',
  idType: 'uuid',
  isOfMember: false,
  columns: 'x.subject, x.base, x.before, x.terms',
  row: changeRow,
};

/** What a row proposes, by its subject. */
export function changeOf({ subject, before, terms }: ChangeRow): TermsChange {
  if (subject === REWARDS) return { subject, before: rewardTerms.parse(before), terms: rewardTerms.parse(terms) };
  if (subject === WITHDRAWALS)
    return { subject, before: withdrawalTerms.parse(before), terms: withdrawalTerms.parse(terms) };
  return {
    subject: 'channel',
    code: subject.slice('channel/'.length),
    before: before === null ? null : channelTerms.parse(before),
    terms: channelTerms.parse(terms),
  };
}

/** The version of terms; 0 when there are none. */
export const selectVersion = firstValue(
  int4,
  `select version from deposit_channel where 'channel/' || code = $1
   union all select version from withdrawal_rule where $1 = '${WITHDRAWALS}'
   union all select version from reward_rule where $1 = '${REWARDS}'`,
  (subject: string) => [subject],
  { or: 0 },
);

/** The terms as they are stored: amounts as text, so that no reader makes them a floating number. */
export function termsText(terms: ChannelTermsRow | TermsRow): string {
  return JSON.stringify(terms, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
}
