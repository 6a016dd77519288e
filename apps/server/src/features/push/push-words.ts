import type { Language } from '@candor/contract/languages';
import type { Outcome } from './push-store.ts';

/** The words of a notification. They are few and short: a locked screen shows them. */
export interface PushWords {
  readonly settled: Readonly<Record<Outcome, string>>;
  readonly up: string;
  readonly down: string;
  readonly deposit: Readonly<Record<'approved' | 'rejected', string>>;
  readonly withdrawal: Readonly<Record<'approved' | 'sent' | 'arrived' | 'returned' | 'rejected', string>>;
  readonly notice: string;
  /** A price that the member waited for, and a market that opened. */
  readonly alert: Readonly<Record<'above' | 'below' | 'open', string>>;
  /** The body where an amount could stand and may not. */
  readonly open: string;
}

export const PUSH_WORDS: Readonly<Record<Language, PushWords>> = {
  'zh-Hans': {
    settled: {
      won: '订单已结算：盈利',
      lost: '订单已结算：亏损',
      tied: '订单已结算：平局退款',
      voided: '订单作废，已退款',
    },
    up: '买涨',
    down: '买跌',
    deposit: { approved: '充值已到账', rejected: '充值未通过审核' },
    withdrawal: {
      approved: '提现审核通过',
      sent: '提现已打款',
      arrived: '提现已到账',
      returned: '提现款项被银行退回',
      rejected: '提现未通过审核，金额已退回',
    },
    notice: '新公告',
    alert: { above: '价格升到了提醒价', below: '价格降到了提醒价', open: '市场已开市' },
    open: '点按查看详情',
  },
  'zh-Hant': {
    settled: {
      won: '訂單已結算：盈利',
      lost: '訂單已結算：虧損',
      tied: '訂單已結算：平局退款',
      voided: '訂單作廢，已退款',
    },
    up: '買漲',
    down: '買跌',
    deposit: { approved: '儲值已到帳', rejected: '儲值未通過審核' },
    withdrawal: {
      approved: '提現審核通過',
      sent: '提現已匯出',
      arrived: '提現已到帳',
      returned: '提現款項遭銀行退回',
      rejected: '提現未通過審核，金額已退回',
    },
    notice: '新公告',
    alert: { above: '價格漲到提醒價了', below: '價格跌到提醒價了', open: '市場開市了' },
    open: '輕觸查看詳情',
  },
  en: {
    settled: {
      won: 'Order settled: won',
      lost: 'Order settled: lost',
      tied: 'Order settled: tie, refunded',
      voided: 'Order void, refunded',
    },
    up: 'Up',
    down: 'Down',
    deposit: { approved: 'Deposit credited', rejected: 'Deposit not approved' },
    withdrawal: {
      approved: 'Withdrawal approved',
      sent: 'Withdrawal paid out',
      arrived: 'Withdrawal arrived',
      returned: 'Withdrawal returned by the bank',
      rejected: 'Withdrawal not approved, the amount is back in your balance',
    },
    notice: 'New announcement',
    alert: { above: 'Price rose to your alert', below: 'Price fell to your alert', open: 'The market is open' },
    open: 'Tap to see the details',
  },
};
