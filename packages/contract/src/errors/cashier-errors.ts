import type { ErrorEntry } from './error-entry.ts';

/** Deposits, withdrawals, bank cards and the practice wallet. */
export const CASHIER_ERRORS = {
  DEPOSIT_NOT_FOUND: {
    code: 404,
    text: { 'zh-Hans': '充值记录不存在', 'zh-Hant': '儲值紀錄不存在', en: 'The deposit does not exist.' },
  },
  DEPOSIT_FAILED: {
    code: 500,
    text: {
      'zh-Hans': '充值提交失败，请重试',
      'zh-Hant': '儲值提交失敗，請再試一次',
      en: 'The deposit could not be submitted. Please try again.',
    },
  },
  DEPOSIT_CHANNEL_UNAVAILABLE: {
    code: 500,
    text: {
      'zh-Hans': '该充值渠道暂不可用',
      'zh-Hant': '此儲值管道暫時無法使用',
      en: 'This deposit channel is not available right now.',
    },
  },
  DEPOSIT_STATE_CHANGED: {
    code: 409,
    text: {
      'zh-Hans': '充值状态已变更，请刷新后查看',
      'zh-Hant': '儲值狀態已變更，請重新整理後查看',
      en: 'The state of this deposit has changed. Please refresh.',
    },
  },
  WITHDRAWAL_NOT_FOUND: {
    code: 404,
    text: { 'zh-Hans': '提现记录不存在', 'zh-Hant': '提現紀錄不存在', en: 'The withdrawal does not exist.' },
  },
  WITHDRAWAL_FAILED: {
    code: 500,
    text: {
      'zh-Hans': '提现提交失败，请重试',
      'zh-Hant': '提現提交失敗，請再試一次',
      en: 'The withdrawal could not be submitted. Please try again.',
    },
  },
  WITHDRAWAL_FORBIDDEN: {
    code: 403,
    text: {
      'zh-Hans': '该用户已被禁止提现，请联系管理员',
      'zh-Hant': '此使用者已被禁止提現，請聯絡管理員',
      en: 'Withdrawal is forbidden for this user, please contact the administrator.',
    },
  },
  WITHDRAWAL_STATE_CHANGED: {
    code: 409,
    text: {
      'zh-Hans': '提现状态已变更，请刷新后查看',
      'zh-Hant': '提現狀態已變更，請重新整理後查看',
      en: 'The state of this withdrawal has changed. Please refresh.',
    },
  },
  AMOUNT_BELOW_MINIMUM: {
    code: 400,
    text: {
      'zh-Hans': '金额不能低于最低限额 {min}',
      'zh-Hant': '金額不得低於最低限額 {min}',
      en: 'The amount must not be below the minimum of {min}.',
    },
  },
  AMOUNT_ABOVE_MAXIMUM: {
    code: 400,
    text: {
      'zh-Hans': '金额不能高于最高限额 {max}',
      'zh-Hant': '金額不得高於最高限額 {max}',
      en: 'The amount must not exceed the maximum of {max}.',
    },
  },
  BANK_CARD_REQUIRED: {
    code: 500,
    text: {
      'zh-Hans': '请先设置提现银行卡',
      'zh-Hant': '請先設定提現銀行卡',
      en: 'Please set up a withdrawal bank card first.',
    },
  },
  BANK_CARD_BOUND: {
    code: 500,
    text: {
      'zh-Hans': '您已绑定银行卡，只能绑定一张',
      'zh-Hant': '您已綁定銀行卡，只能綁定一張',
      en: 'A bank card is already bound; only one card may be bound.',
    },
  },
  BANK_CARD_INVALID: {
    code: 400,
    text: { 'zh-Hans': '银行卡号不正确', 'zh-Hant': '銀行卡號不正確', en: 'The card number is not valid.' },
  },
  PRACTICE_RESET_DONE: {
    code: 200,
    text: {
      'zh-Hans': '模拟资金已恢复到初始金额',
      'zh-Hant': '模擬資金已恢復至初始金額',
      en: 'Your practice money is back at its starting amount.',
    },
  },
} as const satisfies Record<string, ErrorEntry>;
