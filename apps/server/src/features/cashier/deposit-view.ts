import type { DepositChannel, DepositStatus, DepositView } from '@candor/contract/cashier';
import type { DepositState } from '@candor/domain/cashier/deposit';
import { writeDecimal } from '@candor/domain/decimal';
import { formatMoney, formatRate, money, wholeUnits } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';
import type { ChannelRow } from './channel-store.ts';
import type { StepRow } from './columns.ts';
import type { DepositRow } from './deposit-store.ts';

const PRESETS = [500n, 1_000n, 5_000n, 10_000n];

/** Amounts to choose from, those within the channel's bounds. */
export function channelView(row: ChannelRow, paidIn: Currency): DepositChannel {
  const presets = PRESETS.map((count) => wholeUnits(count, paidIn)).filter(
    (preset) => preset >= row.min && preset <= row.max,
  );
  return {
    code: row.code,
    kind: row.kind,
    network: row.network,
    names: row.names,
    asset: row.asset,
    assetDecimals: row.assetDecimals,
    rate: formatRate(row.rate),
    min: formatMoney(row.min, paidIn),
    max: formatMoney(row.max, paidIn),
    presets: presets.map((preset) => formatMoney(preset, paidIn)),
    arrivalMinutes: row.arrivalMinutes,
    proofRequired: row.proofRequired,
  };
}

/** A second opinion in the console is still a review for the member. */
export function depositStatus(state: DepositState): DepositStatus {
  return state === 'seconding' ? 'reviewing' : state;
}

/** What a member sees of a deposit. An amount that an operator only proposes is not told yet. */
export function depositView(row: DepositRow, paidIn: Currency): DepositView {
  const { details, ...own } = row;
  return {
    id: own.id,
    reference: own.reference,
    channel: own.channel,
    kind: own.kind,
    network: own.network,
    names: own.names,
    wallet: own.wallet,
    status: depositStatus(own.status),
    amount: formatMoney(own.amount, paidIn),
    asset: own.asset,
    assetAmount: writeDecimal(own.assetAmount, own.assetDecimals),
    rate: formatRate(own.rate),
    rateUntil: isoOf(own.rateUntil),
    expiresAt: isoOf(own.expiresAt),
    credited: own.status === 'approved' && own.credited !== null ? formatMoney(money(own.credited), paidIn) : null,
    instructions: details,
    txid: own.txid,
    payer: own.payer,
    hasProof: own.proof !== null,
    reason: own.status === 'seconding' ? null : own.reason,
    createdAt: isoOf(own.createdAt),
    paidAt: isoOrNull(own.paidAt),
    decidedAt: isoOrNull(own.decidedAt),
    arrivalMinutes: own.arrivalMinutes,
    steps: memberSteps(own.steps),
  };
}

/** What a member is told of a step between two operators: a review goes on, a payment is on its way. */
const TOLD_AS: Readonly<Record<string, string>> = { seconding: 'reviewing', returning: 'sent' };

/** The steps that a member sees: what happens between two operators is one step. */
export function memberSteps(rows: readonly StepRow[]): DepositView['steps'] {
  return rows
    .map((row) => ({ ...row, state: TOLD_AS[row.state] ?? row.state }))
    .filter((row, index, all) => row.state !== all[index - 1]?.state)
    .map(stepView);
}

/** A step as it is stored, for an operator. */
export function stepView({ at, ...row }: StepRow): DepositView['steps'][number] {
  return { ...row, at: isoOf(at) };
}

export function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}

export function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : isoOf(ms);
}
