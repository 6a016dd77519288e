import type { OperatorDeposit, OperatorWithdrawal } from '@candor/contract/console-cashier';
import { creditBounds } from '@candor/domain/cashier/credit-bounds';
import type { CreditTerms } from '@candor/domain/cashier/credit-bounds';
import { convertAsset } from '@candor/domain/cashier/deposit';
import { writeDecimal } from '@candor/domain/decimal';
import { formatMoney, formatRate } from '@candor/domain/money';
import type { Currency, Money } from '@candor/domain/money';
import { depositView, isoOf, isoOrNull, stepView } from './deposit-view.ts';
import type { OperatorDepositRow, OperatorWithdrawalRow } from './operator-store.ts';
import { withdrawalView } from './withdrawal-view.ts';

/** A deposit as an operator sees it: with its true state, who has it, and what the chain says. */
export function operatorDepositView(row: OperatorDepositRow, paidIn: Currency): OperatorDeposit {
  return {
    ...depositView(row, paidIn),
    status: row.status,
    steps: handedSteps(row),
    credited: row.credited === null ? null : formatMoney(row.credited, paidIn),
    reason: row.reason,
    note: row.note,
    version: row.version,
    member: row.member,
    block: blockView(row),
    takenBy: row.takenBy,
    firstBy: row.firstBy,
    secondBy: row.secondBy,
    proof: row.proof,
    chain: chainView(row, paidIn),
    creditTerms: creditTermsView(row, paidIn),
  };
}

/** What the rules of crediting know of a row. */
export function creditTermsOf(row: OperatorDepositRow): CreditTerms {
  const { channelMin: min, channelMax: max, secondFrom, farRate, boundRate } = row;
  return { min, max, secondFrom, farRate, boundRate };
}

export function lacksProof({ proofRequired, proof }: Pick<OperatorDepositRow, 'proofRequired' | 'proof'>): boolean {
  return proofRequired && proof === null;
}

function creditTermsView(row: OperatorDepositRow, paidIn: Currency): OperatorDeposit['creditTerms'] {
  const { least, most } = creditBounds(row.amount, creditTermsOf(row));
  return {
    least: formatMoney(least, paidIn),
    most: formatMoney(most, paidIn),
    farRate: formatRate(row.farRate),
    secondFrom: formatMoney(row.secondFrom, paidIn),
    lacksProof: lacksProof(row),
  };
}

function blockView({ block }: Pick<OperatorDepositRow, 'block'>): OperatorDeposit['block'] {
  return block === null ? null : { why: block.why, until: isoOrNull(block.until) };
}

/** The steps, each with the operator who made it and their note. */
function handedSteps({ steps, hands }: Pick<OperatorDepositRow, 'steps' | 'hands'>): OperatorDeposit['steps'] {
  return steps.map((step, index) => ({ ...stepView(step), ...(hands[index] ?? { by: null, note: null }) }));
}

/** What the chain says beside what was claimed. An operator decides. */
function chainView(row: OperatorDepositRow, paidIn: Currency): OperatorDeposit['chain'] {
  if (row.chain === null) return null;
  const units = row.chain.units === null ? null : BigInt(row.chain.units);
  return {
    found: row.chain.found,
    recipient: row.chain.recipient,
    recipientFits: isSameAddress(row.network, row.chain.recipient, row.details.address),
    amount: units === null ? null : writeDecimal(units, row.assetDecimals),
    needed: row.confirmationsNeeded,
    amountFits: units !== null && convertAsset(units, row.assetDecimals, row.rate, paidIn) === row.amount,
    confirmations: row.chain.confirmations,
    checkedAt: isoOf(row.chain.checkedAt),
  };
}

/** Addresses of Ethereum may be written in any case; those of TRON are others in another case. */
export function isSameAddress(network: string | null, one: string | null, other: string | undefined): boolean {
  if (one === null || other === undefined) return false;
  return network === 'erc20' ? one.toLowerCase() === other.toLowerCase() : one === other;
}

/** What an operator sees beside a withdrawal when they open one. */
export interface OpenedWithdrawal {
  readonly available: Money;
  readonly held: Money;
  readonly total: Money;
  readonly after: Money;
  /** halted: nobody is to be paid now. */
  readonly payee: { readonly holder: string; readonly number: string } | 'halted' | null;
}

export function operatorWithdrawalView(
  row: OperatorWithdrawalRow,
  paidIn: Currency,
  opened?: OpenedWithdrawal,
): OperatorWithdrawal {
  const { canCancel: _, ...view } = withdrawalView(row, paidIn);
  const payee = opened?.payee ?? null;
  const text = (amount: Money) => formatMoney(amount, paidIn);
  return {
    ...view,
    status: row.status,
    payout: row.payout,
    reason: row.reason,
    note: row.note,
    steps: handedSteps(row),
    version: row.version,
    member: row.member,
    block: blockView(row),
    takenBy: row.takenBy,
    firstBy: row.firstBy,
    secondBy: row.secondBy,
    sentBy: row.sentBy,
    returnBy: row.returnBy,
    payoutRef: row.payoutRef,
    balance:
      opened === undefined
        ? null
        : {
            available: text(opened.available),
            held: text(opened.held),
            total: text(opened.total),
            after: text(opened.after),
          },
    payee: payee === 'halted' ? null : payee,
    payeeWithheld: payee === 'halted' ? payee : null,
  };
}
