/*
 * What members type for a page or an action, in every language: somebody who reads English here may still type 充值. These
 * words are searched, never shown.
 */

export const PAGE_WORDS = {
  home: ['home', 'start', '首页', '首頁'],
  market: ['market', 'markets', 'chart', 'quotes', '行情', '图表', '圖表', 'K线', 'K線'],
  trade: ['trade', 'order', 'ticket', 'buy', 'sell', '交易', '下单', '下單', '买涨', '買漲', '买跌', '買跌'],
  recharge: ['deposit', 'recharge', 'top up', 'fund', '充值', '儲值', '入金'],
  bankRecharge: ['bank card deposit', 'bank deposit', 'recharge bank', '银行卡充值', '銀行卡儲值'],
  usdtRecharge: ['usdt deposit', 'deposit usdt', 'recharge usdt', 'USDT充值', 'USDT儲值', '充值USDT'],
  rechargeMore: ['more deposit methods', 'online deposit', '更多充值', '更多儲值'],
  withdraw: ['withdraw', 'withdrawal', 'cash out', '提现', '提現', '出金'],
  ebao: ['invest', 'fixed-term investment', 'term', '定期投资', '定期投資', '投资', '投資', '理财', '理財'],
  savings: ['savings', 'save', 'interest', '利息宝', '利息寶', '储蓄', '儲蓄'],
  positions: ['open positions', 'positions', 'running orders', '当前持仓', '目前持倉', '持仓', '持倉'],
  history: ['order history', 'history', 'results', '历史记录', '歷史紀錄', '历史订单', '歷史訂單', '订单', '訂單'],
  depositRecords: ['deposit records', 'recharge records', '充值记录', '儲值紀錄', '充值明细'],
  withdrawRecords: ['withdrawal records', '提现记录', '提現紀錄', '提现明细'],
  ebaoRecords: ['investment records', '投资记录', '投資紀錄', '定期投资订单'],
  account: ['account', 'me', 'assets', 'balance', '账户', '帳戶', '我的', '资产', '資產', '余额', '餘額'],
  statement: ['statement', 'transactions', 'ledger', '资金明细', '資金明細', '流水', '账单', '帳單'],
  profile: ['personal details', 'profile', 'name', 'phone', '个人信息', '個人資料'],
  verification: ['identity verification', 'kyc', 'verify', '身份认证', '身分驗證', '实名', '實名'],
  security: ['passwords and security', 'security', 'password', '账户安全', '帳戶安全', '密码', '密碼', '安全'],
  factors: ['two-step verification', '2fa', 'passkey', 'authenticator', '两步验证', '兩步驗證', '通行密钥', '通行金鑰'],
  limits: ['limits', 'self-exclusion', 'responsible', '限额', '限額', '自我保护', '自我保護', '冷静', '冷靜'],
  devices: ['devices', 'sessions', 'signed in', '登录设备', '登入裝置', '设备', '裝置'],
  bank: ['bank card', 'card', '银行卡', '銀行卡', '绑卡', '綁卡'],
  notices: ['announcements', 'notices', 'news', '公告', '通知'],
  fairness: ['fairness', 'proof', 'verify results', '公平', '公示', '验证', '驗證'],
  webview: ['support', 'help', 'customer service', 'contact', 'chat', '客服', '帮助', '幫助', '联系', '聯絡'],
} as const satisfies Record<string, readonly string[]>;

export const ACTION_WORDS = {
  theme: ['theme', 'appearance', '主题', '主題', '外观', '外觀'],
  dark: ['dark', 'night', '深色', '暗色', '夜间', '夜間'],
  light: ['light', 'day', '浅色', '淺色', '亮色', '白天'],
  system: ['auto', 'system', '跟随系统', '跟隨系統', '自动', '自動'],
  updown: ['up and down colours', 'colors', 'direction colours', '涨跌颜色', '漲跌顏色', '颜色', '顏色'],
  'red-up': ['red up', '红涨绿跌', '紅漲綠跌'],
  'green-up': ['green up', '绿涨红跌', '綠漲紅跌'],
  'blue-up': ['blue up', 'colour blind', 'color blind', '色觉友好', '色覺友善', '色盲'],
  language: ['language', '语言', '語言'],
  'zh-Hans': ['简体中文', 'simplified chinese', 'chinese', 'zhongwen', '中文'],
  'zh-Hant': ['繁體中文', 'traditional chinese', 'chinese', '繁体', '中文'],
  en: ['English', '英文', '英语', '英語'],
  care: ['large type', 'care mode', 'big letters', '关怀模式', '關懷模式', '大字', '字体', '字體'],
  amounts: ['hide amounts', 'show amounts', 'privacy', '隐藏金额', '隱藏金額', '显示金额', '顯示金額'],
  keys: ['keys', 'shortcuts', 'keyboard', '快捷键', '快捷鍵', '键盘', '鍵盤'],
  reset: ['reset practice money', 'reset', 'practice', '重置模拟资金', '重設模擬資金', '重置', '模拟', '模擬'],
  logout: ['log out', 'logout', 'sign out', 'exit', '退出登录', '登出', '退出', '注销'],
} as const satisfies Record<string, readonly string[]>;
