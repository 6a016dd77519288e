/* Moving money into the savings and out: what is wrong with an amount, and round amounts to choose. */

import { savingsTransferBody } from '@candor/contract/invest';
import type { SavingsDirection, SavingsView } from '@candor/contract/invest';
import { planSavingsTransfer } from '@candor/domain/invest/savings';
import { formatMoney, parseMoney, ZERO } from '@candor/domain/money';
import type { Currency, Money } from '@candor/domain/money';
import { readMoney } from '@candor/domain/text/typed-amount';
import type { ErrorKey } from '@candor/contract/error-keys';
import { schemaErrors } from '../../services/form/form-errors.ts';

type Sides = Pick<SavingsView, 'available' | 'balance'>;

/** The first reason why this amount cannot be moved, with the exact difference; null: it can. */
export function transferProblem(
  direction: SavingsDirection,
  amount: string,
  sides: Sides,
  of: Currency,
): { key: ErrorKey; missing: string } | null {
  const none = formatMoney(ZERO, of);
  const asked = readMoney(amount, of);
  if (!asked.ok) return { key: asked.error, missing: none };
  const body = { direction, amount: formatMoney(asked.value, of) };
  const wrong = schemaErrors({ fields: ['amount'] }, savingsTransferBody, body);
  if (wrong.amount !== undefined) return { key: wrong.amount, missing: none };
  const facts = { available: read(sides.available, of), savings: read(sides.balance, of) };
  const planned = planSavingsTransfer(direction, asked.value, facts);
  return planned.ok ? null : { key: planned.error.key, missing: formatMoney(planned.error.missing, of) };
}

const PRESETS = ['500', '1000', '5000', '10000', '50000'] as const;

/** At most four round amounts that are there. */
export function transferPresets(direction: SavingsDirection, sides: Sides, of: Currency): string[] {
  return PRESETS.filter((amount) => transferProblem(direction, amount, sides, of) === null).slice(0, 4);
}

function read(text: string, of: Currency): Money {
  const amount = parseMoney(text, of);
  if (!amount.ok) throw new Error(`the server sent an amount that cannot be read: ${text}`);
  return amount.value;
}
