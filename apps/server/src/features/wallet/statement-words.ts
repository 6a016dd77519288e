import type { TransferType } from '@candor/contract/wallet';
import type { Language } from '@candor/contract/languages';
import type { Wallet } from '@candor/domain/ledger/account';

export type StatementEnd = 'opening' | 'closing';

/**
 * The words of the statement file. Its times are UTC, as its head says: the file stays the same when its reader changes
 * time zone.
 */
export interface StatementWords {
  head: readonly [
    at: string,
    type: string,
    amount: string,
    balance: string,
    wallet: string,
    refType: string,
    refId: string,
    id: string,
    reason: string,
  ];
  /** The lines around all others, in the column of the type. */
  balances: Readonly<Record<StatementEnd, string>>;
  types: Readonly<Record<TransferType, string>>;
  wallets: Readonly<Record<Wallet, string>>;
  /** What a line belongs to; a kind without a word here is written as it is. */
  refTypes: Readonly<Record<string, string>>;
}

export const STATEMENT_WORDS: Readonly<Record<Language, StatementWords>> = {
  'zh-Hans': {
    head: ['时间（UTC）', '类型', '金额', '变动后余额', '钱包', '关联类型', '关联编号', '流水编号', '说明'],
    balances: { opening: '期初余额', closing: '期末余额' },
    types: {
      practiceGrant: '模拟资金发放',
      practiceReset: '模拟资金重置',
      orderStake: '下单扣款',
      orderPayout: '到期返还',
      orderRefund: '订单退款',
      fee: '手续费',
      recharge: '充值',
      manualAdd: '人工增加',
      withdraw: '提现',
      withdrawalReturned: '提现退回',
      manualDeduct: '人工扣除',
      invitationReward: '邀请奖励',
      investment: '投资',
      redemption: '赎回',
      interest: '利息',
      savingsIn: '利息宝转入',
      savingsOut: '利息宝转出',
    },
    wallets: { practice: '模拟', cash: '真实' },
    refTypes: {
      order: '订单',
      member: '会员',
      deposit: '充值',
      withdrawal: '提现',
      holding: '定期投资',
      savings: '利息宝',
      savingsTransfer: '利息宝',
      adjustment: '人工调整',
    },
  },
  'zh-Hant': {
    head: ['時間（UTC）', '類型', '金額', '異動後餘額', '錢包', '關聯類型', '關聯編號', '流水編號', '說明'],
    balances: { opening: '期初餘額', closing: '期末餘額' },
    types: {
      practiceGrant: '模擬資金發放',
      practiceReset: '模擬資金重設',
      orderStake: '下單扣款',
      orderPayout: '到期返還',
      orderRefund: '訂單退款',
      fee: '手續費',
      recharge: '儲值',
      manualAdd: '人工增加',
      withdraw: '提現',
      withdrawalReturned: '提現退回',
      manualDeduct: '人工扣除',
      invitationReward: '邀請獎勵',
      investment: '投資',
      redemption: '贖回',
      interest: '利息',
      savingsIn: '利息寶轉入',
      savingsOut: '利息寶轉出',
    },
    wallets: { practice: '模擬', cash: '真實' },
    refTypes: {
      order: '訂單',
      member: '會員',
      deposit: '儲值',
      withdrawal: '提現',
      holding: '定期投資',
      savings: '利息寶',
      savingsTransfer: '利息寶',
      adjustment: '人工調整',
    },
  },
  en: {
    head: [
      'Time (UTC)',
      'Type',
      'Amount',
      'Balance after',
      'Wallet',
      'Belongs to',
      'Reference',
      'Transfer',
      'Explanation',
    ],
    balances: { opening: 'Opening balance', closing: 'Closing balance' },
    types: {
      practiceGrant: 'Practice money granted',
      practiceReset: 'Practice money reset',
      orderStake: 'Order stake',
      orderPayout: 'Order payout',
      orderRefund: 'Order refund',
      fee: 'Fee',
      recharge: 'Deposit',
      manualAdd: 'Manual add',
      withdraw: 'Withdrawal',
      withdrawalReturned: 'Withdrawal returned',
      manualDeduct: 'Manual deduct',
      invitationReward: 'Invitation reward',
      investment: 'Investment',
      redemption: 'Redemption',
      interest: 'Interest',
      savingsIn: 'Into savings',
      savingsOut: 'Out of savings',
    },
    wallets: { practice: 'Practice', cash: 'Cash' },
    refTypes: {
      order: 'Order',
      member: 'Member',
      deposit: 'Deposit',
      withdrawal: 'Withdrawal',
      holding: 'Holding',
      savings: 'Savings',
      savingsTransfer: 'Savings',
      adjustment: 'Change by hand',
    },
  },
};
