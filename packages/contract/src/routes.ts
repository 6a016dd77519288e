import { LIVE_PATH, LOG_TILES_PATH } from './paths.ts';

/** A value as one segment of a path. */
function segment(value: string): string {
  return encodeURIComponent(value);
}

/**
 * Every path of the wire contract. Paths with an id are functions; servers that declare routes pass their own
 * placeholder through `patternOf`.
 */
export const PATHS = {
  siteConfig: '/api/index/getconf',
  captcha: '/captchaImage',
  puzzle: '/api/login/puzzle',
  login: '/api/login/login',
  loginFactor: '/api/login/factor',
  loginFactorOptions: '/api/login/factor/options',
  register: '/api/login/register',
  logout: '/logout',
  userInfo: '/api/index/userInfo',
  member: '/api/index/member',
  money: '/api/user/money',
  profile: '/api/account/profile',
  sessions: '/api/account/sessions',
  session: (id: string) => `/api/account/sessions/${segment(id)}`,
  security: '/api/account/security',
  securitySeen: '/api/account/security/seen',
  factors: '/api/account/factors',
  totp: '/api/account/factors/totp',
  passkeys: '/api/account/factors/passkeys',
  passkeyOptions: '/api/account/factors/passkeys/options',
  passkey: (id: string) => `/api/account/factors/passkeys/${segment(id)}`,
  recoveryCodes: '/api/account/factors/recovery-codes',
  confirmation: '/api/account/confirmation',
  confirmationOptions: '/api/account/confirmation/options',
  password: '/api/account/password',
  withdrawPassword: '/api/account/withdraw-password',
  withdrawPasswordReset: '/api/account/withdraw-password/reset',
  agreements: '/api/account/agreements',
  ownLimits: '/api/account/limits',
  firstRun: '/api/account/first-run',
  push: '/api/account/push',
  accountCode: '/api/account/code',
  practiceCode: '/api/account/code/practice',
  bankCard: '/api/account/bank-card',
  verification: '/api/account/verification',
  avatar: '/api/account/avatar',
  avatarPicture: (id: string) => `/api/account/avatar/${segment(id)}`,

  products: '/api/market/products',
  product: (code: string) => `/api/market/products/${segment(code)}`,
  candles: (code: string) => `/api/market/products/${segment(code)}/candles`,
  ticks: (code: string) => `/api/market/products/${segment(code)}/ticks`,
  tickSources: (code: string) => `/api/market/products/${segment(code)}/sources`,
  simulatorSeeds: '/api/market/simulator-seeds',

  alerts: '/api/market/alerts',
  alert: (id: string) => `/api/market/alerts/${segment(id)}`,
  reminders: '/api/market/reminders',
  reminder: (id: string) => `/api/market/reminders/${segment(id)}`,

  fairness: '/api/market/fairness',
  fairnessOrders: '/api/market/fairness/orders',

  terms: (code: string) => `/api/market/products/${segment(code)}/terms`,
  checkpoints: '/api/market/checkpoints',

  logCheckpoint: '/api/log/checkpoint',
  /** Followed by the path of a tile or an entry bundle (C2SP tlog-tiles). */
  logTiles: LOG_TILES_PATH,
  logWitnesses: '/api/log/witnesses',
  logTimeStamps: '/api/log/time-stamps',

  orders: '/api/trade/orders',
  order: (id: string) => `/api/trade/orders/${segment(id)}`,
  receipt: (id: string) => `/api/trade/orders/${segment(id)}/receipt`,
  logProof: (id: string) => `/api/trade/orders/${segment(id)}/log-proof`,
  summary: '/api/trade/summary',

  transfers: '/api/wallet/transfers',
  practiceReset: '/api/wallet/practice/reset',
  depositChannels: '/api/wallet/deposit-channels',
  deposits: '/api/wallet/deposits',
  deposit: (id: string) => `/api/wallet/deposits/${segment(id)}`,
  depositPaid: (id: string) => `/api/wallet/deposits/${segment(id)}/paid`,
  depositProof: (id: string) => `/api/wallet/deposits/${segment(id)}/proof`,
  depositCancel: (id: string) => `/api/wallet/deposits/${segment(id)}/cancel`,
  withdrawalTerms: '/api/wallet/withdrawal-terms',
  withdrawalWaits: '/api/wallet/withdrawal-waits',
  withdrawals: '/api/wallet/withdrawals',
  withdrawal: (id: string) => `/api/wallet/withdrawals/${segment(id)}`,
  withdrawalCancel: (id: string) => `/api/wallet/withdrawals/${segment(id)}/cancel`,
  paymentNotice: (channel: string) => `/api/webhooks/payments/${segment(channel)}`,
  practicePayment: '/api/practice-payment',
  invite: '/api/account/invite',
  balanceLine: '/api/wallet/balance-line',
  earnings: '/api/wallet/earnings',

  projects: '/api/invest/projects',
  project: (id: string) => `/api/invest/projects/${segment(id)}`,
  quote: (id: string) => `/api/invest/projects/${segment(id)}/quote`,
  holdings: '/api/invest/holdings',
  holding: (id: string) => `/api/invest/holdings/${segment(id)}`,
  rollOver: (id: string) => `/api/invest/holdings/${segment(id)}/rollover`,
  redemption: (id: string) => `/api/invest/holdings/${segment(id)}/redemption`,
  savings: '/api/invest/savings',
  savingsTransfers: '/api/invest/savings/transfers',
  savingsAuto: '/api/invest/savings/auto',
  investSummary: '/api/invest/summary',
  agreement: (code: string, version: number | string) =>
    `/api/invest/agreements/${segment(code)}/${segment(String(version))}`,

  operatorDeposits: '/api/console/deposits',
  operatorDeposit: (id: string) => `/api/console/deposits/${segment(id)}`,
  operatorDepositAct: (id: string, act: 'take' | 'release' | 'approve' | 'reject') =>
    `/api/console/deposits/${segment(id)}/${act}`,
  operatorDepositProof: (id: string) => `/api/console/deposits/${segment(id)}/proof`,
  operatorWithdrawals: '/api/console/withdrawals',
  operatorWithdrawal: (id: string) => `/api/console/withdrawals/${segment(id)}`,
  operatorWithdrawalAct: (id: string, act: 'take' | 'release' | 'approve' | 'reject' | 'payout') =>
    `/api/console/withdrawals/${segment(id)}/${act}`,

  supportMessages: '/api/support/messages',
  supportRead: '/api/support/messages/read',
  supportPictures: '/api/support/pictures',
  supportPicture: (id: string) => `/api/support/pictures/${segment(id)}`,
  supportService: '/api/support/service',
  visitorMessages: '/api/support/visitor/messages',
  visitorRead: '/api/support/visitor/messages/read',
  visitorJoin: '/api/support/visitor/join',

  reviews: '/api/console/verifications',
  review: (id: string) => `/api/console/verifications/${segment(id)}`,
  reviewAct: (id: string, act: 'take' | 'release' | 'verify' | 'reject') =>
    `/api/console/verifications/${segment(id)}/${act}`,
  reviewPhoto: (id: string, side: string) => `/api/console/verifications/${segment(id)}/${segment(side)}`,

  notices: '/api/content/notices',
  noticesNow: '/api/content/notices/now',
  noticesRead: '/api/content/notices/read',
  notice: (id: string) => `/api/content/notices/${segment(id)}`,
  noticeRead: (id: string) => `/api/content/notices/${segment(id)}/read`,
  maintenance: '/api/content/maintenance',
  banners: '/api/content/banners',
  contentPage: (slug: string) => `/api/content/pages/${segment(slug)}`,
  contentVersions: (slug: string) => `/api/content/pages/${segment(slug)}/versions`,

  live: LIVE_PATH,
  openApi: '/api/openapi.json',
} as const;

/** The route pattern of a path with an id, for routers that write parameters with a colon: `…/orders/:id`. */
export function patternOf(path: (parameter: string) => string, name: string): string {
  return path('PARAMETER').replace('PARAMETER', `:${name}`);
}
