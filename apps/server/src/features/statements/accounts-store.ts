import * as z from 'zod/mini';
import { date, int4, int8 } from '../../platform/db/rows.ts';
import { firstRow, manyRows, write } from '../../platform/db/statement.ts';

/** SQL of accounts at banks and on chains, and what their entries come to. */

const columns = z.record(z.string(), z.string());

const accountFields = {
  code: z.string(),
  name: z.string(),
  number: z.string(),
  currency: z.string(),
  decimals: int4,
  channels: z.array(z.string()),
  paysOut: z.boolean(),
  columns: z.nullable(columns),
};
const accountRow = z.object(accountFields);
export type AccountRow = z.infer<typeof accountRow>;

const ACCOUNT = 'a.code, a.name, a.number, a.currency, a.decimals, a.channels, a.pays_out, a.columns';

export const selectAccount = firstRow(
  accountRow,
  `select ${ACCOUNT} from statement_account a where a.code = $1`,
  (code: string) => [code],
);

/** What entries add up to: more than fits into an amount, where files say so. */
export const total = z.pipe(
  z.string(),
  z.transform((text: string) => BigInt(text)),
);

const sumFields = {
  matchedCount: int8,
  matchedAmount: total,
  explainedCount: int8,
  explainedAmount: total,
  openCount: int8,
  openAmount: total,
};

/** Of entries `e` and their matches `m`. What differs from its match is open: somebody has to look. */
const SUMS = `count(e.id) filter (where m.kind <> 'explained' and m.differs_since is null) as matched_count,
  coalesce(sum(e.amount) filter (where m.kind <> 'explained' and m.differs_since is null), 0)::text as matched_amount,
  count(e.id) filter (where m.kind = 'explained') as explained_count,
  coalesce(sum(e.amount) filter (where m.kind = 'explained'), 0)::text as explained_amount,
  count(e.id) filter (where m.id is null or m.differs_since is not null) as open_count,
  coalesce(sum(e.amount) filter (where m.id is null or m.differs_since is not null), 0)::text as open_amount`;

const accountFiguresRow = z.object({
  ...accountFields,
  ...sumFields,
  lastOn: z.nullable(date),
  closing: z.nullable(int8),
});
export type AccountFiguresRow = z.infer<typeof accountFiguresRow>;

/** All accounts, or the one of this code. */
export const selectAccounts = manyRows(
  accountFiguresRow,
  `select ${ACCOUNT}, f.*, l.last_on, l.closing from statement_account a
   cross join lateral (select ${SUMS} from statement_entry e left join statement_match m on m.id = e.match_id where e.account = a.code) f
   left join lateral (select s.last_on, s.closing from statement s where s.account = a.code and s.last_on is not null
     order by s.last_on desc, s.id desc limit 1) l on true
   where $1::text is null or a.code = $1 order by a.code`,
  (code?: string) => [code ?? null],
);

const channelRow = z.object({
  code: z.string(),
  names: z.record(z.string(), z.string()),
  currency: z.string(),
  decimals: int4,
});

/** What an account may have as its channels. What arrives by a channel of a chain is in its asset, all else in the site's currency. */
export const selectChannels = manyRows(
  channelRow,
  `select c.code, c.names, case c.kind when 'usdt' then c.asset else s.currency end as currency,
     (case c.kind when 'usdt' then c.asset_decimals else s.currency_decimals end)::int as decimals
   from deposit_channel c cross join site s order by c.position, c.code`,
);

interface SavedAccount extends AccountRow {
  readonly operatorId: bigint;
}

/** A new one, or other words for the one of this code. The database refuses another currency. */
export const upsertAccount = write(
  `insert into statement_account (code, name, number, currency, decimals, channels, pays_out, columns, operator_id)
   values ($1, $2, $3, $4, $5, $6::text[], $7, $8::jsonb, $9)
   on conflict (code) do update set name = excluded.name, number = excluded.number, channels = excluded.channels,
     pays_out = excluded.pays_out, columns = excluded.columns, operator_id = excluded.operator_id`,
  (account: SavedAccount) => [
    account.code,
    account.name,
    account.number,
    account.currency,
    account.decimals,
    account.channels,
    account.paysOut,
    account.columns === null ? null : JSON.stringify(account.columns),
    account.operatorId.toString(),
  ],
);

const dayRow = z.object({
  account: z.string(),
  name: z.string(),
  currency: z.string(),
  decimals: int4,
  ...sumFields,
});
export type DayRow = z.infer<typeof dayRow>;

/** Entries of a date by account, of every account. */
export const selectDay = manyRows(
  dayRow,
  `select a.code as account, a.name, a.currency, a.decimals, ${SUMS} from statement_account a
   left join statement_entry e on e.account = a.code and e.booked_on = $1::date left join statement_match m on m.id = e.match_id
   group by a.code order by a.code`,
  (day: string) => [day],
);
