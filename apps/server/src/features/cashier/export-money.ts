import { operatorDepositsQuery, operatorWithdrawalsQuery } from '@candor/contract/console-cashier';
import { cursorId } from '../../platform/http/paging.ts';
import { exportKind } from '../../services/exports/export-kind.ts';
import type { ExportKind } from '../../services/exports/export-kind.ts';
import { rangeMs } from '../../services/site/date-range.ts';
import type { Site } from '../../services/site/site.ts';
import { selectDepositLines, selectWithdrawalLines } from './operator-store.ts';

/** Deposits of a filter as a file. */
export function exportDeposits(site: Pick<Site, 'timeZone'>): ExportKind {
  return exportKind({
    list: 'deposits',
    permission: 'cashier:deposit:read',
    query: operatorDepositsQuery,
    read: (query, operatorId) => {
      const filter = { ...filterOf(query, operatorId, site), states: query.status, kinds: query.kind };
      return async (db, after, limit) => await selectDepositLines(db, { ...filter, afterId: cursorId(after), limit });
    },
    placeOf: ({ id }) => id,
    cells: {
      reference: ({ reference }) => reference,
      member: ({ username }) => username,
      channel: ({ names }, { language }) => names[language],
      amount: ({ amount }, { money }) => money(amount),
      credited: ({ credited }, { money }) => money(credited),
      payer: ({ payer }) => payer,
      txid: ({ txid }) => txid,
      state: ({ status }) => status,
      holder: ({ holder }) => holder,
      createdAt: ({ createdAt }, { moment }) => moment(createdAt),
      paidAt: ({ paidAt }, { moment }) => moment(paidAt),
      decidedAt: ({ decidedAt }, { moment }) => moment(decidedAt),
    },
  });
}

/** Withdrawals of a filter as a file. Of a card there is what the list shows of it. */
export function exportWithdrawals(site: Pick<Site, 'timeZone'>): ExportKind {
  return exportKind({
    list: 'withdrawals',
    permission: 'cashier:withdrawal:read',
    query: operatorWithdrawalsQuery,
    read: (query, operatorId) => {
      const filter = { ...filterOf(query, operatorId, site), states: query.status, payouts: query.payout };
      return async (db, after, limit) =>
        await selectWithdrawalLines(db, { ...filter, afterId: cursorId(after), limit });
    },
    placeOf: ({ id }) => id,
    cells: {
      reference: ({ reference }) => reference,
      member: ({ username }) => username,
      amount: ({ amount }, { money }) => money(amount),
      fee: ({ fee }, { money }) => money(fee),
      credited: ({ credited }, { money }) => money(credited),
      state: ({ status, payout }) => (status === 'approved' ? payout : status),
      bank: ({ bank }, { language }) => bank ?? WITHHELD[language],
      card: ({ card }, { language }) => card?.slice(-CARD_DIGITS) ?? WITHHELD[language],
      payoutRef: ({ payoutRef }) => payoutRef,
      holder: ({ holder }) => holder,
      createdAt: ({ createdAt }, { moment }) => moment(createdAt),
      decidedAt: ({ decidedAt }, { moment }) => moment(decidedAt),
    },
  });
}

const CARD_DIGITS = 4;

/** Why a file does not say where an approved withdrawal goes. */
const WITHHELD = {
  'zh-Hans': '账目核对异常，暂停打款',
  'zh-Hant': '帳目核對異常，暫停撥款',
  en: 'Money out is halted',
};

type Shared = Pick<ReturnType<typeof operatorDepositsQuery.parse>, 'q' | 'sort' | 'mine' | 'from' | 'to'>;

function filterOf(query: Shared, operatorId: bigint, { timeZone }: Pick<Site, 'timeZone'>) {
  return {
    q: query.q,
    sort: query.sort,
    takenBy: query.mine === undefined ? undefined : operatorId,
    ...rangeMs(query, timeZone),
  };
}
