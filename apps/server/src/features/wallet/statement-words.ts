import { reasonText } from '@candor/contract/reason-texts';
import type { StatementAccount, TransferType, TransferView } from '@candor/contract/wallet';
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
  sheet: SheetWords;
}

/** The words of the PDF that the table of the CSV file does not have. Its times are of the site's zone. */
export interface SheetWords {
  title: string;
  accounts: Readonly<Record<StatementAccount, string>>;
  facts: Readonly<Record<'member' | 'account' | 'currency' | 'period' | 'madeAt' | 'lines', string>>;
  sums: Readonly<Record<'in' | 'out', string>>;
  head: Readonly<Record<'moment' | 'type' | 'amount' | 'balance', string>>;
  /** Where a period has no beginning. */
  start: string;
  note: string;
  /** Instead of balances: the file has not every line of its period. */
  isPart: string;
  none: string;
  page: (number: number, of: number) => string;
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
      givenUp: '注销时放弃',
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
      closing: '注销账户',
    },
    sheet: {
      title: '资金流水',
      accounts: { funds: '资金', savings: '利息宝', invested: '定期投资' },
      facts: { member: '会员', account: '账户', currency: '货币', period: '期间', madeAt: '生成时间', lines: '笔数' },
      sums: { in: '收入合计', out: '支出合计' },
      head: { moment: '时间', type: '类型', amount: '金额', balance: '变动后余额' },
      start: '开户',
      note: '每笔流水下方是所属订单、充值等的编号，可在应用中查到，并与 CSV 文件逐笔核对。',
      isPart: '本文件只含筛选出的流水，因此没有期初和期末余额。',
      none: '本期间没有流水。',
      page: (number, of) => `第 ${number} 页，共 ${of} 页`,
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
      givenUp: '註銷時放棄',
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
      closing: '註銷帳戶',
    },
    sheet: {
      title: '資金流水',
      accounts: { funds: '資金', savings: '利息寶', invested: '定期投資' },
      facts: { member: '會員', account: '帳戶', currency: '貨幣', period: '期間', madeAt: '產生時間', lines: '筆數' },
      sums: { in: '收入合計', out: '支出合計' },
      head: { moment: '時間', type: '類型', amount: '金額', balance: '異動後餘額' },
      start: '開戶',
      note: '每筆流水下方是所屬訂單、儲值等的編號，可在應用程式中查到，並與 CSV 檔逐筆核對。',
      isPart: '本檔案只含篩選出的流水，因此沒有期初和期末餘額。',
      none: '本期間沒有流水。',
      page: (number, of) => `第 ${number} 頁，共 ${of} 頁`,
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
      givenUp: 'Given up at closing',
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
      closing: 'Closing of the account',
    },
    sheet: {
      title: 'Statement',
      accounts: { funds: 'Funds', savings: 'Savings', invested: 'Fixed-term investments' },
      facts: {
        member: 'Member',
        account: 'Account',
        currency: 'Currency',
        period: 'Period',
        madeAt: 'Made at',
        lines: 'Lines',
      },
      sums: { in: 'Total in', out: 'Total out' },
      head: { moment: 'Time', type: 'Type', amount: 'Amount', balance: 'Balance after' },
      start: 'opening of the account',
      note: 'Below each line stands the number of the order, deposit or similar. Look it up in the app, or compare with the CSV file.',
      isPart: 'This file has only the lines that were filtered, so it has no opening and closing balance.',
      none: 'Nothing moved in this period.',
      page: (number, of) => `Page ${number} of ${of}`,
    },
  },
};

/** What kind of thing a line belongs to, in the reader's language; a kind without a word as it is. */
export function belongsTo({ refType }: Pick<TransferView, 'refType'>, language: Language): string {
  const { refTypes } = STATEMENT_WORDS[language];
  return (Object.hasOwn(refTypes, refType) ? refTypes[refType] : undefined) ?? refType;
}

/** Why money was added or deducted by hand; empty for all else. */
export function explanationOf({ type, reason }: Pick<TransferView, 'type' | 'reason'>, language: Language): string {
  if (reason === null) return '';
  return reasonText(type === 'manualDeduct' ? 'adjustmentDeduct' : 'adjustmentAdd', reason, language);
}
