import type { ErrorKey } from '@candor/contract/errors';
import type { BuyRefusal } from '@candor/domain/invest/project';
import type { RedemptionRefusal } from '@candor/domain/invest/holding';
import type { SavingsRefusal } from '@candor/domain/invest/savings';
import { dateText } from '@candor/domain/market/local-time';
import { moneyInWords, parseMoney } from '@candor/domain/money';
import type { Money } from '@candor/domain/money';
import { err } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Pool } from '../../platform/db/pool.ts';
import { Refused } from '../../platform/http/http-app.ts';
import { runCommand } from '../../services/commands/run-commands.ts';
import type { Command } from '../../services/commands/run-commands.ts';
import type { Site } from '../../services/site/site.ts';

/** Why a rule said no: the key of its text, the field it belongs to, and the values in the text. */
export interface InvestRefusal {
  readonly key: ErrorKey;
  readonly field?: string;
  readonly params?: Record<string, string | number>;
}

/** An amount in a message, with the symbol of the currency. */
function textOf(site: Site): (amount: Money) => string {
  return (amount) => moneyInWords(amount, site.currency, site.currencySymbol);
}

/** A refusal of the domain as the answer that carries it. Every difference is exact. */
export function refusalOf(refusal: BuyRefusal | RedemptionRefusal | SavingsRefusal, site: Site): InvestRefusal {
  const text = textOf(site);
  const { key } = refusal;
  switch (key) {
    case 'INVEST_AMOUNT_BELOW_MINIMUM':
      return { key, field: 'amount', params: { min: text(refusal.min), short: text(refusal.short) } };
    case 'INVEST_AMOUNT_ABOVE_MAXIMUM':
      return { key, field: 'amount', params: { max: text(refusal.max), over: text(refusal.over) } };
    case 'PROJECT_LEFT_INSUFFICIENT':
      return { key, field: 'amount', params: { left: text(refusal.left), over: text(refusal.over) } };
    case 'INVEST_BALANCE_INSUFFICIENT':
    case 'SAVINGS_INSUFFICIENT':
      return { key, field: 'amount', params: { missing: text(refusal.missing) } };
    case 'REDEMPTION_LOCKED':
      return { key, params: { date: dateText(refusal.from) } };
    case 'REDEMPTION_CHANGED':
      return { key, params: { credited: text(refusal.credited) } };
    case 'HOLDING_STATE_CHANGED':
    case 'INVEST_TERMS_CHANGED':
    case 'PROJECT_CLOSED':
    case 'PROJECT_NOT_OPEN':
    case 'PROJECT_SOLD_OUT':
    case 'REDEMPTION_NOT_ALLOWED':
      return { key };
  }
}

/** An amount that a member typed, in the site's currency. */
export function readAmount(text: string, site: Site, field = 'amount'): Result<Money, InvestRefusal> {
  const read = parseMoney(text, site.currency);
  if (read.ok) return read;
  return read.error === 'MONEY_TOO_PRECISE'
    ? err({ key: 'AMOUNT_TOO_PRECISE', field, params: { decimals: site.currency.decimals } })
    : err({ key: 'AMOUNT_INVALID', field });
}

export function refusedBy({ key, field, params }: InvestRefusal): Refused {
  return new Refused(key, {
    ...(field === undefined ? {} : { fields: { [field]: key } }),
    ...(params === undefined ? {} : { params }),
  });
}

/** Runs one call and returns its answer. @throws Refused with the reason and its field */
export async function carryOut<Input, Facts, Effect, Written, Value>(
  pool: Pool,
  command: Command<Input, Facts, Effect, Written, Result<Value, InvestRefusal>>,
  call: Parameters<typeof runCommand<Input, Facts, Effect, Written, Result<Value, InvestRefusal>>>[2],
): Promise<Value> {
  const run = await runCommand(pool, command, call);
  if (!run.ok) throw new Refused(run.error);
  if (!run.value.ok) throw refusedBy(run.value.error);
  return run.value.value;
}
