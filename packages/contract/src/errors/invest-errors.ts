import type { ErrorEntry } from './error-entry.ts';

/** Fixed-term projects, holdings and savings. */
export const INVEST_ERRORS = {
  PROJECT_NOT_FOUND: {
    code: 404,
    text: { 'zh-Hans': '投资项目不存在', 'zh-Hant': '投資項目不存在', en: 'The investment project does not exist.' },
  },
  INVEST_AMOUNT_BELOW_MINIMUM: {
    code: 400,
    text: {
      'zh-Hans': '投资金额须大于最低金额 {min}',
      'zh-Hant': '投資金額須大於最低金額 {min}',
      en: 'The investment amount must exceed the minimum of {min}.',
    },
  },
  INVEST_AMOUNT_ABOVE_MAXIMUM: {
    code: 400,
    text: {
      'zh-Hans': '投资金额超过可投金额 {max}',
      'zh-Hant': '投資金額超過可投金額 {max}',
      en: 'The amount exceeds what can still be invested: {max}.',
    },
  },
  AVAILABLE_INSUFFICIENT: {
    code: 500,
    text: { 'zh-Hans': '可用余额不足', 'zh-Hant': '可用餘額不足', en: 'Insufficient available balance.' },
  },
  INVESTMENT_SUCCEEDED: {
    code: 200,
    text: { 'zh-Hans': '投资成功', 'zh-Hant': '投資成功', en: 'The investment was successful.' },
  },
  INVESTMENT_FAILED: {
    code: 500,
    text: {
      'zh-Hans': '投资失败，请重试',
      'zh-Hant': '投資失敗，請再試一次',
      en: 'The investment failed. Please try again.',
    },
  },
  HOLDING_NOT_FOUND: {
    code: 404,
    text: { 'zh-Hans': '该笔定期投资不存在', 'zh-Hant': '此筆定期投資不存在', en: 'This holding does not exist.' },
  },
  REDEMPTION_NOT_ALLOWED: {
    code: 500,
    text: {
      'zh-Hans': '该项目暂不支持提前赎回',
      'zh-Hant': '此項目目前不支援提前贖回',
      en: 'Early redemption is not possible for this holding now.',
    },
  },
  SAVINGS_INSUFFICIENT: {
    code: 500,
    text: { 'zh-Hans': '利息宝余额不足', 'zh-Hant': '利息寶餘額不足', en: 'Insufficient savings balance.' },
  },
} as const satisfies Record<string, ErrorEntry>;
