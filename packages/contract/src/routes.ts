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
  login: '/api/login/login',
  register: '/api/login/register',
  logout: '/logout',
  userInfo: '/api/index/userInfo',
  member: '/api/index/member',
  money: '/api/user/money',
  profile: '/api/account/profile',
  sessions: '/api/account/sessions',
  session: (id: string) => `/api/account/sessions/${segment(id)}`,

  products: '/api/market/products',
  product: (code: string) => `/api/market/products/${segment(code)}`,
  candles: (code: string) => `/api/market/products/${segment(code)}/candles`,
  ticks: (code: string) => `/api/market/products/${segment(code)}/ticks`,

  fairness: '/api/market/fairness',
  fairnessOrders: '/api/market/fairness/orders',

  terms: (code: string) => `/api/market/products/${segment(code)}/terms`,
  checkpoints: '/api/market/checkpoints',

  orders: '/api/trade/orders',
  order: (id: string) => `/api/trade/orders/${segment(id)}`,
  receipt: (id: string) => `/api/trade/orders/${segment(id)}/receipt`,
  summary: '/api/trade/summary',

  transfers: '/api/wallet/transfers',
  practiceReset: '/api/wallet/practice/reset',

  supportMessages: '/api/support/messages',
  supportRead: '/api/support/messages/read',

  contentPage: (slug: string) => `/api/content/pages/${segment(slug)}`,

  live: '/ws',
  openApi: '/api/openapi.json',
} as const;

/** The route pattern of a path with an id, for routers that write parameters with a colon: `…/orders/:id`. */
export function patternOf(path: (parameter: string) => string, name: string): string {
  return path('PARAMETER').replace('PARAMETER', `:${name}`);
}
