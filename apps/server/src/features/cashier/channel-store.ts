import { DEPOSIT_KINDS, NETWORKS } from '@candor/contract/cashier';
import type { Money, Rate } from '@candor/domain/money';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { int4 } from '../../platform/db/rows.ts';
import { amount, names, rateOf } from './columns.ts';
import { manyRows, onlyRow, write } from '../../platform/db/statement.ts';

/** Where to pay, as the owner of the site wrote it. */
export const details = z.object({
  bank: z.optional(z.string()),
  holder: z.optional(z.string()),
  number: z.optional(z.string()),
  branch: z.optional(z.string()),
  address: z.optional(z.string()),
  url: z.optional(z.string()),
});

const channelRow = z.object({
  code: z.string(),
  kind: z.enum(DEPOSIT_KINDS),
  network: z.nullable(z.enum(NETWORKS)),
  names,
  asset: z.string(),
  assetDecimals: int4,
  rate: rateOf,
  min: amount,
  max: amount,
  arrivalMinutes: int4,
  proofRequired: z.boolean(),
});
export type ChannelRow = z.infer<typeof channelRow>;

const CHANNEL = `code, kind, network, names, asset, asset_decimals, rate, min, max,
  arrival_minutes, proof_required`;

/** The channels that take money now, in the site's order. */
export const selectChannels = manyRows(
  channelRow,
  `select ${CHANNEL} from deposit_channel where active order by position`,
);

const ruleRow = z.object({
  min: amount,
  max: amount,
  dailyMax: amount,
  feeRate: rateOf,
  feeMin: amount,
  feeMax: amount,
  cardRequired: z.boolean(),
  identityRequired: z.boolean(),
  arrivalHours: int4,
});
export type RuleRow = z.infer<typeof ruleRow>;

export const selectWithdrawalRule = onlyRow(
  ruleRow,
  `select min, max, daily_max, fee_rate, fee_min, fee_max,
     card_required, identity_required, arrival_hours
   from withdrawal_rule`,
  () => [],
  { missing: 'the rule of withdrawals is missing' },
);

export interface NewChannel extends ChannelRow {
  details: z.infer<typeof details>;
  position: number;
  confirmations: number;
  secondFrom: Money;
  farRate: Rate;
  boundRate: Rate;
}

/** Adds the channels that are missing, as the owner of the database. An existing channel stays as it is. */
export async function insertMissingChannels(db: Db, channels: readonly NewChannel[]): Promise<void> {
  for (const channel of channels)
    await db.query(
      `insert into deposit_channel (code, kind, network, names, asset, asset_decimals, rate, min, max, details,
         arrival_minutes, proof_required, position, confirmations, second_from, far_rate, bound_rate)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) on conflict do nothing`,
      [
        channel.code,
        channel.kind,
        channel.network,
        JSON.stringify(channel.names),
        channel.asset,
        channel.assetDecimals,
        channel.rate.toString(),
        channel.min.toString(),
        channel.max.toString(),
        JSON.stringify(channel.details),
        channel.arrivalMinutes,
        channel.proofRequired,
        channel.position,
        channel.confirmations,
        channel.secondFrom.toString(),
        channel.farRate.toString(),
        channel.boundRate.toString(),
      ],
    );
}

/** Writes the rule of withdrawals once, as the owner of the database. */
export const insertMissingRule = write(
  `insert into withdrawal_rule (min, max, daily_max, fee_rate, fee_min, fee_max, card_required, identity_required, arrival_hours)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
  (rule: RuleRow) => [
    rule.min,
    rule.max,
    rule.dailyMax,
    rule.feeRate,
    rule.feeMin,
    rule.feeMax,
    rule.cardRequired,
    rule.identityRequired,
    rule.arrivalHours,
  ],
);
