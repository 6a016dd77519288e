import { DEPOSIT_KINDS, NETWORKS } from '@candor/contract/cashier';
import { ADJUSTMENT_STATES } from '@candor/domain/cashier/adjustment';
import type { AdjustmentState } from '@candor/domain/cashier/adjustment';
import { money, rate } from '@candor/domain/money';
import * as z from 'zod/mini';
import type { Db } from '../../../platform/db/pool.ts';
import { int4, int8, moment, rowOf, rowsOf } from '../../../platform/db/rows.ts';
import { names } from '../columns.ts';

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

/** As a proposal kept them. Those decided before there were these terms have none of them. */
const keptChannelTerms = z.extend(channelTerms, {
  secondFrom: z.optional(minor),
  farRate: z.optional(tenThousandths),
  boundRate: z.optional(tenThousandths),
});
export type KeptChannelTerms = z.infer<typeof keptChannelTerms>;

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

/** All channels, also those that are switched off, in the site's order. */
export async function selectAllChannels(db: Db): Promise<ChannelTermsLine[]> {
  const subject = `'channel/' || c.code`;
  const result = await db.query(
    `select c.code, c.version, c.asset, ${TERMS_OF_CHANNEL} as terms, ${openSql.replace('$SUBJECT', subject)}
     from deposit_channel c order by c.position, c.code limit $1`,
    [CHANNELS_MAX],
  );
  return rowsOf(channelRow, result);
}

const TERMS_OF_CHANNEL = `jsonb_build_object('kind', c.kind, 'network', c.network, 'names', c.names, 'rate', c.rate::text,
  'min', c.min::text, 'max', c.max::text, 'details', c.details, 'arrivalMinutes', c.arrival_minutes,
  'proofRequired', c.proof_required, 'active', c.active, 'position', c.position, 'confirmations', c.confirmations,
  'secondFrom', c.second_from::text, 'farRate', c.far_rate::text, 'boundRate', c.bound_rate::text)`;

const ruleRow = z.object({ version: int4, open: z.nullable(z.string()), terms: withdrawalTerms });
export type RuleTermsLine = z.infer<typeof ruleRow>;

export async function selectRuleTerms(db: Db): Promise<RuleTermsLine> {
  const result = await db.query(
    `select r.version, ${openSql.replace('$SUBJECT', `'${WITHDRAWALS}'`)}, jsonb_build_object('min', r.min::text,
       'max', r.max::text, 'dailyMax', r.daily_max::text, 'feeRate', r.fee_rate::text, 'feeMin', r.fee_min::text,
       'feeMax', r.fee_max::text, 'cardRequired', r.card_required, 'identityRequired', r.identity_required,
       'arrivalHours', r.arrival_hours) as terms
     from withdrawal_rule r`,
  );
  const row = rowOf(ruleRow, result);
  if (row === undefined) throw new Error('the rule of withdrawals is missing');
  return row;
}

const rewardRow = z.object({ version: int4, open: z.nullable(z.string()), terms: rewardTerms });
export type RewardTermsLine = z.infer<typeof rewardRow>;

export async function selectRewardTerms(db: Db): Promise<RewardTermsLine> {
  const result = await db.query(
    `select r.version, ${openSql.replace('$SUBJECT', `'${REWARDS}'`)}, jsonb_build_object('amount', r.amount::text,
       'turnoverRate', r.turnover_rate::text, 'dayMax', r.day_max) as terms from reward_rule r`,
  );
  const row = rowOf(rewardRow, result);
  if (row === undefined) throw new Error('the rule of rewards is missing');
  return row;
}

/** Two who propose or decide about the same terms come one after the other. */
export async function lockSubject(db: Db, subject: string): Promise<void> {
  await db.query(`select wait_turn('terms/' || $1)`, [subject]);
}

const person = z.object({ id: z.string(), username: z.string() });
const changeRow = z.object({
  id: z.string(),
  subject: z.string(),
  base: int4,
  before: z.unknown(),
  terms: z.unknown(),
  reason: z.string(),
  status: z.enum(ADJUSTMENT_STATES),
  maker: person,
  checker: z.nullable(person),
  note: z.nullable(z.string()),
  createdAt: moment,
  decidedAt: z.nullable(moment),
});

interface ChangeOf {
  id: string;
  base: number;
  reason: string;
  status: AdjustmentState;
  maker: { id: string; username: string };
  checker: { id: string; username: string } | null;
  note: string | null;
  createdAt: number;
  decidedAt: number | null;
}
/** A proposal, with what holds for its maker's version, and what is proposed. */
export type ChangeRow = ChangeOf &
  (
    | { subject: 'channel'; code: string; before: KeptChannelTerms | null; terms: KeptChannelTerms }
    | { subject: 'withdrawals'; before: WithdrawalTermsRow; terms: WithdrawalTermsRow }
    | { subject: 'rewards'; before: RewardTermsRow; terms: RewardTermsRow }
  );

const CHANGE = `select x.id, x.subject, x.base, x.before, x.terms, x.reason, x.status, x.note,
    json_build_object('id', m.id::text, 'username', m.username) as maker,
    case when k.id is not null then json_build_object('id', k.id::text, 'username', k.username) end as checker,
    x.created_at as "createdAt", x.decided_at as "decidedAt"
  from cashier_change x join member m on m.id = x.maker left join member k on k.id = x.checker`;

function parsed({ subject, before, terms, ...row }: z.infer<typeof changeRow>): ChangeRow {
  if (subject === REWARDS)
    return { ...row, subject: REWARDS, before: rewardTerms.parse(before), terms: rewardTerms.parse(terms) };
  return subject === WITHDRAWALS
    ? { ...row, subject: WITHDRAWALS, before: withdrawalTerms.parse(before), terms: withdrawalTerms.parse(terms) }
    : {
        ...row,
        subject: 'channel',
        code: subject.slice('channel/'.length),
        before: before === null ? null : keptChannelTerms.parse(before),
        terms: keptChannelTerms.parse(terms),
      };
}

export interface ChangeFilter {
  statuses?: readonly AdjustmentState[] | undefined;
  beforeId?: string | undefined;
  limit: number;
}

/** Newest first. */
export async function selectChanges(db: Db, filter: ChangeFilter): Promise<ChangeRow[]> {
  const result = await db.query(
    `${CHANGE} where ($1::text[] is null or x.status = any($1)) and ($2::uuid is null or x.id < $2)
     order by x.id desc limit $3`,
    [filter.statuses ?? null, filter.beforeId ?? null, filter.limit],
  );
  return rowsOf(changeRow, result).map(parsed);
}

export async function selectChange(db: Db, id: string): Promise<ChangeRow | undefined> {
  const row = rowOf(changeRow, await db.query(`${CHANGE} where x.id = $1`, [id]));
  return row === undefined ? undefined : parsed(row);
}

/** The subject of a proposal; undefined when there is none. */
export async function selectSubject(db: Db, id: string): Promise<string | undefined> {
  const result = await db.query('select subject from cashier_change where id = $1', [id]);
  return rowOf(z.object({ subject: z.string() }), result)?.subject;
}

/** The version of terms; 0 when there are none. */
export async function selectVersion(db: Db, subject: string): Promise<number> {
  const result = await db.query(
    `select version from deposit_channel where 'channel/' || code = $1
     union all select version from withdrawal_rule where $1 = '${WITHDRAWALS}'
     union all select version from reward_rule where $1 = '${REWARDS}'`,
    [subject],
  );
  return rowOf(z.object({ version: int4 }), result)?.version ?? 0;
}

export async function isProposed(db: Db, subject: string): Promise<boolean> {
  const result = await db.query(`select from cashier_change where subject = $1 and status = 'proposed'`, [subject]);
  return (result.rowCount ?? 0) > 0;
}

export interface NewChange {
  id: string;
  subject: string;
  base: number;
  terms: TermsRow;
  reason: string;
  makerId: bigint;
}

export async function insertChange(db: Db, change: NewChange): Promise<void> {
  await db.query(
    'insert into cashier_change (id, subject, base, terms, reason, maker) values ($1, $2, $3, $4, $5, $6)',
    [change.id, change.subject, change.base, termsText(change.terms), change.reason, change.makerId.toString()],
  );
}

/** The terms as they are stored: amounts as text, so that no reader makes them a floating number. */
export function termsText(terms: KeptChannelTerms | TermsRow): string {
  return JSON.stringify(terms, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
}

/** With an approval, the database applies the proposed terms. */
export async function updateChange(
  db: Db,
  decision: { id: string; status: AdjustmentState; checkerId: bigint; note: string | null },
): Promise<void> {
  await db.query('update cashier_change set status = $2, checker = $3, note = $4 where id = $1', [
    decision.id,
    decision.status,
    decision.checkerId.toString(),
    decision.note,
  ]);
}

export async function countProposedChanges(db: Db): Promise<number> {
  const result = await db.query(`select count(*) as count from cashier_change where status = 'proposed'`);
  return Number(rowOf(z.object({ count: int8 }), result)?.count ?? 0n);
}
