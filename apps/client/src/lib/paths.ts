/*
 * Every address of the app, and the rule about `domain`. No other file writes a route by hand. An address is
 * `#<path>?<query>`: the query is inside the hash.
 */

import { keysOf } from '@candor/ui/keys-of';

export const ROUTES = {
  root: '/',
  login: '/pages/login',
  register: '/pages/register',
  forgot: '/pages/forgot',
  home: '/pages/home/index',
  market: '/pages/kLineChart/index',
  productHistory: '/pages/kLineChart/history',
  trade: '/pages/kLineChart/move',
  recharge: '/pages/recharge/index',
  rechargeMore: '/pages/rechargetwo/index',
  history: '/pages/history/index',
  service: '/pages/service/index',
  complaints: '/pages/service/complaints/index',
  positions: '/pages/order/index',
  order: '/pages/order/orderInfo/index',
  account: '/pages/mine/index',
  withdraw: '/pages/mine/withdraw/index',
  ebao: '/pages/mine/ebao/index',
  ebaoSubmit: '/pages/mine/ebao/submit',
  depositRecords: '/pages/mine/record/deposit/index',
  withdrawRecords: '/pages/mine/record/withdraw/index',
  ebaoRecords: '/pages/mine/record/ebao/index',
  profile: '/pages/mine/info/user/index',
  verification: '/pages/mine/info/user/verifyInfo/index',
  security: '/pages/mine/info/security/index',
  factors: '/pages/mine/info/security/factors/index',
  limits: '/pages/mine/info/limits/index',
  ownData: '/pages/mine/info/data/index',
  bank: '/pages/mine/info/bank/index',
  addBank: '/pages/mine/info/bank/addBank/index',
  notices: '/pages/mine/notice/index',
  alerts: '/pages/mine/alerts/index',
  words: '/pages/help/words/index',
  start: '/pages/help/start/index',
  fairness: '/pages/fairness/index',
  webview: '/pages/common/webview/index',
  textview: '/pages/common/textview/index',
  notFound: '/pages/404/404',
  chooseLocation: '/choose-location',
  openLocation: '/open-location',
} as const;

export type RouteName = keyof typeof ROUTES;

const NAMES = new Map<string, RouteName>(keysOf(ROUTES).map((name) => [ROUTES[name], name]));

/** A path with its query, without `#` and without `domain`: what `navigate` and `hrefTo` take. */
export type AppPath = `/${string}`;

type Query = Record<string, string | undefined>;

function at(route: RouteName, query: Query = {}): AppPath {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined) params.set(key, value);
  const text = params.toString();
  return text === '' ? ROUTES[route] : `${ROUTES[route]}?${text}`;
}

export type MarketTab = 'chart' | 'facts' | 'rules';

/** One function per screen; the arguments are the values of its query. */
export const paths = {
  login: () => at('login'),
  forgot: () => at('forgot'),
  register: (invite?: string) => at('register', { invite }),
  home: () => at('home'),
  /** Without a code it is the product that was traded last. */
  market: (code?: string, tab?: MarketTab) => at('market', { code, tab }),
  /** How a product changed, and its coming holidays. Without a code: which product. */
  productHistory: (code?: string) => at('productHistory', { code }),
  trade: (code?: string, direction?: 'up' | 'down') => at('trade', { code, direction }),
  /** A new deposit; `amount` is filled in. */
  recharge: (method?: 'practice' | 'bank' | 'usdt', amount?: string) => at('recharge', { method, amount }),
  /** One deposit, from its instructions to its end. */
  deposit: (id: string) => at('recharge', { deposit: id }),
  rechargeMore: (channel?: string, amount?: string) => at('rechargeMore', { channel, amount }),
  history: (filter: { result?: string; product?: string; from?: string; to?: string } = {}) => at('history', filter),
  service: (about?: string) => at('service', { about }),
  /** All complaints; `id` marks one. */
  complaints: (id?: string) => at('complaints', { id }),
  /** A new complaint, made from a message of the chat, or about one thing and the name that is shown for it. */
  newComplaint: (from: { message?: string; order?: string; deposit?: string; withdrawal?: string; name?: string }) =>
    at('complaints', { open: 'new', ...from }),
  positions: () => at('positions'),
  order: (id: string) => at('order', { id }),
  /** `reset` asks at once whether to reset the practice money. */
  account: (section?: 'assets' | 'reset') => at('account', { section }),
  devices: () => at('account', { view: 'devices' }),
  /** Transfers of some types, from the business date `from` to `to`, both included; `ref`: of one order or holding. */
  statement: ({
    types = [],
    from,
    to,
    account,
    ref,
  }: {
    types?: readonly string[];
    from?: string;
    to?: string;
    account?: 'savings' | 'invested';
    ref?: string;
  } = {}) => {
    const type = types.length === 0 ? undefined : types.join(',');
    return at('account', { view: 'statement', account, type, from, to, ref });
  },
  /** What a business date earned, entry by entry. */
  earnings: (date: string) => at('account', { view: 'earnings', date }),
  withdraw: (amount?: string) => at('withdraw', { amount }),
  withdrawal: (id: string) => at('withdraw', { withdrawal: id }),
  ebao: (tab?: 'mine') => at('ebao', { tab }),
  /** The savings; `move` opens the sheet that moves money in or out. */
  savings: (move?: 'in' | 'out') => at('ebao', { view: 'savings', move }),
  ebaoSubmit: (projectId: string, amount?: string) => at('ebaoSubmit', { id: projectId, amount }),
  /** The investment that was just made. */
  invested: (holdingId: string) => at('ebaoSubmit', { holding: holdingId }),
  depositRecords: (id?: string) => at('depositRecords', { id }),
  withdrawRecords: (id?: string) => at('withdrawRecords', { id }),
  ebaoRecords: (id?: string) => at('ebaoRecords', { id }),
  certificate: (id: string) => at('ebaoRecords', { id, view: 'certificate' }),
  profile: () => at('profile'),
  verification: () => at('verification'),
  security: () => at('security'),
  factors: () => at('factors'),
  /** The member's own limits; `exclusion` opens what shuts them out for a time. */
  limits: (open?: 'exclusion') => at('limits', { open }),
  /** Everything about the member as a file, what is kept how long, and the end of the account. */
  ownData: () => at('ownData'),
  bank: () => at('bank'),
  addBank: () => at('addBank'),
  /** The announcements, or one of them. */
  notices: (id?: string) => at('notices', { id }),
  messages: () => at('notices', { tab: 'mine' }),
  /** Price alerts and reminders. */
  alerts: () => at('alerts'),
  /** What the words mean; `word` marks one. */
  words: (word?: string) => at('words', { word }),
  /** The three steps to the first order. */
  start: () => at('start'),
  fairness: () => at('fairness'),
  /** The public check of a shared result; it needs no session. */
  publicCheck: (place: string) => at('webview', { check: place }),
  /** Compares the key with another member's code, which may be empty; it needs no session. */
  compare: (code = '') => at('webview', { compare: code }),
  /** Without an address it is customer service. */
  webview: (url?: string) => at('webview', { url }),
  /** A text of the site. `since`: what changed in it since that version is marked. */
  textview: (slug: string, { version, since }: { version?: number; since?: number } = {}) =>
    at('textview', { slug, version: version?.toString(), since: since?.toString() }),
  notFound: () => at('notFound'),
  /** `purpose`: the form that asks, and takes the place back. */
  chooseLocation: (purpose?: 'branch') => at('chooseLocation', { for: purpose }),
  openLocation: ({ latitude, longitude, name }: { latitude: number; longitude: number; name: string | null }) =>
    at('openLocation', { latitude: String(latitude), longitude: String(longitude), name: name ?? undefined }),
} as const;

/** The target of an address: the path, its query, and its `domain` (null if it has none). */
export type Address = { path: string; params: URLSearchParams; domain: string | null };

/** Reads `#/pages/x?a=b`; an address without a hash is the root. A trailing slash is dropped. */
export function parseHash(hash: string): Address {
  const text = hash.replace(/^#/, '');
  const mark = text.indexOf('?');
  const rawPath = mark < 0 ? text : text.slice(0, mark);
  const params = new URLSearchParams(mark < 0 ? '' : text.slice(mark + 1));
  const path = `/${rawPath.replace(/^\/+/, '').replace(/\/+$/, '')}`;
  return { path, params, domain: params.get('domain') || null };
}

/** The route a path belongs to, or null for an unknown one. */
export function routeOf(path: string): RouteName | null {
  return NAMES.get(path) ?? null;
}

/** The hash of a path, with `domain` if there is one. */
export function hashOf(path: string, domain: string | null): string {
  const { path: bare, params } = parseHash(`#${path}`);
  params.delete('domain');
  if (domain !== null) params.set('domain', domain);
  const query = params.toString();
  return query === '' ? `#${bare}` : `#${bare}?${query}`;
}

/**
 * The domain that a navigation inside the app appends: the site's code on a bound site, nothing on an unbound one. If a
 * visitor's address names no domain, nothing is appended, so that none of our links reveals the code.
 */
export function domainToAppend(boundDomain: string | null, addressDomain: string | null): string | null {
  return addressDomain === null ? null : boundDomain;
}
