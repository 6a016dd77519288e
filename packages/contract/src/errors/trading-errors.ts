import type { ErrorEntry } from './error-entry.ts';

/** Market data and timed orders. */
export const TRADING_ERRORS = {
  PRODUCT_NOT_FOUND: {
    code: 404,
    text: {
      'zh-Hans': '交易品种不存在或未激活',
      'zh-Hant': '交易品種不存在或尚未啟用',
      en: 'The product does not exist or is not activated.',
    },
  },
  PRODUCT_NOT_OPEN: {
    code: 500,
    text: { 'zh-Hans': '交易品种未开市', 'zh-Hant': '交易品種尚未開市', en: 'The market of this product is not open.' },
  },
  MARKET_CLOSED: {
    code: 500,
    text: { 'zh-Hans': '已休市，无法交易', 'zh-Hant': '已休市，無法交易', en: 'The market is closed, cannot trade.' },
  },
  TRADING_FORBIDDEN: {
    code: 500,
    text: {
      'zh-Hans': '该品种已被禁止交易',
      'zh-Hant': '此品種已禁止交易',
      en: 'Trading of this product is forbidden.',
    },
  },
  PRICE_UNAVAILABLE: {
    code: 500,
    text: {
      'zh-Hans': '汇率错误，暂无有效报价，请稍后再试',
      'zh-Hant': '匯率錯誤，暫無有效報價，請稍後再試',
      en: 'Exchange rate error: there is no valid price right now. Please try again shortly.',
    },
  },
  DIRECTION_INVALID: {
    code: 400,
    text: { 'zh-Hans': '请选择买涨或买跌', 'zh-Hant': '請選擇買漲或買跌', en: 'Please choose buy up or buy down.' },
  },
  DURATION_INVALID: {
    code: 400,
    text: {
      'zh-Hans': '该品种不支持所选期限',
      'zh-Hant': '此品種不支援所選期限',
      en: 'This duration is not offered for the product.',
    },
  },
  STAKE_REQUIRED: {
    code: 400,
    text: { 'zh-Hans': '请输入下单金额', 'zh-Hant': '請輸入下單金額', en: 'Please enter a stake.' },
  },
  STAKE_INVALID: {
    code: 400,
    text: {
      'zh-Hans': '下单金额不正确，最多两位小数',
      'zh-Hant': '下單金額不正確，最多兩位小數',
      en: 'The stake is not valid; at most two decimals.',
    },
  },
  STAKE_BELOW_MINIMUM: {
    code: 400,
    text: {
      'zh-Hans': '下单金额不能低于最低金额 {min}',
      'zh-Hant': '下單金額不得低於最低金額 {min}',
      en: 'The stake must not be below the minimum of {min}.',
    },
  },
  STAKE_ABOVE_MAXIMUM: {
    code: 400,
    text: {
      'zh-Hans': '下单金额不能高于最高金额 {max}',
      'zh-Hant': '下單金額不得高於最高金額 {max}',
      en: 'The stake must not exceed the maximum of {max}.',
    },
  },
  TERMS_CHANGED: {
    code: 409,
    text: {
      'zh-Hans': '交易条件已变更，请确认新条件后重新下单',
      'zh-Hant': '交易條件已變更，請確認新條件後重新下單',
      en: 'The terms have changed. Please check the new terms and order again.',
    },
  },
  POSITION_PENDING: {
    code: 409,
    text: {
      'zh-Hans': '您有持仓等待结算，请勿重复下单',
      'zh-Hant': '您有持倉等待結算，請勿重複下單',
      en: 'You have positions pending settlement, do not place duplicate orders.',
    },
  },
  BALANCE_INSUFFICIENT: {
    code: 500,
    text: {
      'zh-Hans': '余额不足，请充值',
      'zh-Hant': '餘額不足，請儲值',
      en: 'Insufficient balance, please recharge.',
    },
  },
  ORDER_FAILED: {
    code: 500,
    text: {
      'zh-Hans': '下单失败，请重试',
      'zh-Hant': '下單失敗，請再試一次',
      en: 'The order failed, please try again.',
    },
  },
  ORDER_SUCCEEDED: { code: 200, text: { 'zh-Hans': '交易成功', 'zh-Hant': '交易成功', en: 'Transaction successful' } },
  ORDER_NOT_FOUND: {
    code: 404,
    text: { 'zh-Hans': '订单不存在', 'zh-Hant': '訂單不存在', en: 'The order does not exist.' },
  },
  ORDER_NOT_SETTLED: {
    code: 409,
    text: { 'zh-Hans': '订单尚未结算', 'zh-Hant': '訂單尚未結算', en: 'The order is not settled yet.' },
  },
  TICKS_RANGE_INVALID: {
    code: 400,
    text: {
      'zh-Hans': '一次最多查询 5000 个报价',
      'zh-Hant': '一次最多查詢 5000 個報價',
      en: 'At most 5000 ticks can be read at a time.',
    },
  },
} as const satisfies Record<string, ErrorEntry>;
