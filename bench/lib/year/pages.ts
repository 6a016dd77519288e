import type { Operation } from '@candor/contract/operation';

/** Things of a site that pages are opened of: the same member, and of each kind the one in the same place. */
export const KNOWN = {
  member: `select id::text from member where username = 'year_60'`,
  username: `select username from member where username = 'year_60'`,
  order: `select o.id::text from trade_order o join settlement s on s.order_id = o.id join member m on m.id = o.member_id
    where m.username = 'year_60' order by o.id desc limit 1`,
  orderNo: `select o.no::text from trade_order o join member m on m.id = o.member_id where m.username = 'year_60' order by o.id desc limit 1`,
  deposit: `select d.id::text from deposit d join member m on m.id = d.member_id where m.username = 'year_60' order by d.id desc limit 1`,
  depositRef: `select d.reference from deposit d join member m on m.id = d.member_id where m.username = 'year_60' order by d.id desc limit 1`,
  txid: `select txid from deposit where txid is not null order by id limit 1`,
  withdrawal: `select w.id::text from withdrawal w join member m on m.id = w.member_id where m.username = 'year_60' order by w.id desc limit 1`,
  bankRef: `select bank_ref from withdrawal where bank_ref is not null order by id limit 1`,
  holding: `select h.id::text from holding h join member m on m.id = h.member_id where m.username = 'year_60' order by h.id desc limit 1`,
  project: `select id::text from project order by position desc limit 1`,
  adjustment: `select id::text from adjustment order by id desc limit 1`,
  conversation: `select c.id::text from support_conversation c join member m on m.id = c.member_id where m.username = 'year_60'`,
  notice: `select id::text from notice order by id desc limit 1`,
  operator: `select username from operator order by id limit 1`,
  day: `select (business_date_at(now()) - 40)::text`,
  later: `select (business_date_at(now()) - 37)::text`,
  yesterday: `select (business_date_at(now()) - 1)::text`,
  halfAYear: `select (business_date_at(now()) - 180)::text`,
} as const;
/** By the names of `KNOWN`. */
export type Known = Readonly<Record<string, string>>;

/** What a call's path and query may say: words in braces are those of `KNOWN`. `skip`: so many pages of 50 are passed first. */
export interface Asked {
  readonly name: string;
  readonly path: string;
  readonly skip?: number;
}

/** Calls with an id in their path, and of what. */
const PLACES: Readonly<Record<string, string>> = {
  '/api/console/adjustments/{id}': '/api/console/adjustments/{adjustment}',
  '/api/console/deposits/{id}': '/api/console/deposits/{deposit}',
  '/api/console/days/{date}': '/api/console/days/{day}',
  '/api/console/statements/days/{date}': '/api/console/statements/days/{day}',
  '/api/console/members/{id}': '/api/console/members/{member}',
  '/api/console/members/{id}/limits': '/api/console/members/{member}/limits',
  '/api/console/members/{id}/own-data': '/api/console/members/{member}/own-data',
  '/api/console/notices/{id}': '/api/console/notices/{notice}',
  '/api/console/notices/{id}/versions': '/api/console/notices/{notice}/versions',
  '/api/console/orders/{id}': '/api/console/orders/{order}',
  '/api/console/support/conversations/{id}/messages': '/api/console/support/conversations/{conversation}/messages',
  '/api/console/texts/{slug}/versions': '/api/console/texts/privacy/versions',
  '/api/wallet/deposits/{id}': '/api/wallet/deposits/{deposit}',
  '/api/wallet/withdrawals/{id}': '/api/wallet/withdrawals/{withdrawal}',
  '/api/invest/holdings/{id}': '/api/invest/holdings/{holding}',
  '/api/invest/projects/{id}': '/api/invest/projects/{project}',
  '/api/invest/projects/{id}/quote': '/api/invest/projects/{project}/quote?amount=5000',
  '/api/invest/agreements/{code}/{version}': '/api/invest/agreements/savings/1',
  '/api/content/notices/{id}': '/api/content/notices/{notice}',
  '/api/trade/orders/{id}': '/api/trade/orders/{order}',
  '/api/wallet/earnings': '/api/wallet/earnings?date={day}',
};

const ONE_ROW = 'reads one row by its key, of a list that is measured';
const NO_LOG =
  'needs a sealed log, a signing key or files of prices, whose time bench/proof.ts and bench/drill.ts measure';
const SEALED = 'opens what is sealed under the key of a site, which nobody wrote here';
const PICTURE = 'sends a file as it is';

/** Calls that are not measured, and why. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  '/api/console/audit/check': 'reads the whole chain a part at a time: it grows with what it proves',
  '/api/console/orders/{id}/receipt': NO_LOG,
  '/api/trade/orders/{id}/receipt': NO_LOG,
  '/api/trade/orders/{id}/log-proof': NO_LOG,
  '/api/wallet/deposits/{id}/proof': PICTURE,
  '/api/console/deposits/{id}/proof': PICTURE,
  '/api/support/pictures/{id}': PICTURE,
  '/api/account/avatar/{id}': PICTURE,
  '/api/console/support/conversations/{id}/pictures/{file}': PICTURE,
  '/api/console/verifications/{id}/front': PICTURE,
  '/api/console/verifications/{id}/back': PICTURE,
  '/api/console/statements/files/{id}/original': PICTURE,
  '/api/console/statements/entries/{id}': ONE_ROW,
  '/api/console/alarms/{id}': ONE_ROW,
  '/api/console/banners/{id}': ONE_ROW,
  '/api/console/complaints/{id}': ONE_ROW,
  '/api/console/factor-releases/{id}': ONE_ROW,
  '/api/console/invest/changes/{id}': ONE_ROW,
  '/api/console/mark-releases/{id}': ONE_ROW,
  '/api/console/product-changes/{id}': ONE_ROW,
  '/api/console/product-terms/{id}': ONE_ROW,
  '/api/console/resumptions/{id}': ONE_ROW,
  '/api/console/site/changes/{id}': ONE_ROW,
  '/api/console/role-changes/{id}': ONE_ROW,
  '/api/console/staff-changes/{id}': ONE_ROW,
  '/api/console/terms/changes/{id}': ONE_ROW,
  '/api/console/text-changes/{id}': ONE_ROW,
  '/api/console/source-trials/{id}': ONE_ROW,
  '/api/console/verifications/{id}': SEALED,
  '/api/console/withdrawals/{id}': SEALED,
  '/api/invest/holdings/{id}/redemption': ONE_ROW,
  '/api/account/code/practice': 'shows a code that was asked for a moment ago',
};

/** Pages that are known to grow with a site, and why. */
export const GROWS: readonly (readonly [names: RegExp, why: string])[] = [
  [
    /books\/transfers, (of three days|an account, of three days|an account)$/,
    'what investing moves is found by its business date and then by its moment, and what came back from a bank by its account: rows of these few types are read and sorted',
  ],
  [
    /orders, of a rare stake$/,
    'reads back until the page is full: whoever looks for it narrows the time (decision 174)',
  ],
  [
    /^\/api\/console\/(books(, in the middle of an hour)?|days(, a late page|\/\{date\})?)$/,
    'adds to kept balances the hours of the date and the transfers since the last booked hour: it grows with what a site does in an hour, and not with its age',
  ],
  [
    /invest\/liabilities$/,
    'adds up every holding that runs, grouped by what it earns: what is owed grows with how many invested',
  ],
  [
    /statements\/(things|days\/\{date\})$/,
    'weighs every payment of the days around an entry, or of the date: it grows with what a site pays in a day, and not with its age',
  ],
  [
    /^\/api\/console\/reports$/,
    'counts every order and client of the period that is asked for, on a connection of its own (decision 183)',
  ],
  [/conversations, of a member$/, 'looks into the text of every message of the queue'],
];

/** The same lists as people filter and turn them. */
const FILTERS: Readonly<Record<string, readonly (readonly [name: string, query: string, skip?: number])[]>> = {
  '/api/console/orders': [
    ['open', 'status=open'],
    ['won', 'status=won'],
    ['void', 'status=voided'],
    ['void by its reason', 'reason=NO_EXIT_TICK'],
    ['a product', 'product=BENCH1'],
    ['a direction', 'direction=up'],
    ['of practice', 'wallet=practice'],
    ['by stake', 'stakeFrom=50&stakeTo=50'],
    ['of a rare stake', 'stakeFrom=51'],
    ['of a member', 'q={username}'],
    ['by its number', 'q={orderNo}'],
    ['of three days', 'from={day}&to={later}'],
    ['oldest first', 'sort=acceptedAt'],
    ['a late page', '', 20],
    ['a late page of the void', 'status=voided', 1],
  ],
  '/api/console/deposits': [
    ['approved', 'status=approved'],
    ['approved, the largest', 'status=approved&sort=-amount'],
    ['by bank', 'status=approved,rejected&kind=bank'],
    ['a reference', 'status=approved&q={depositRef}'],
    ['a member', 'status=approved&q={username}'],
    ['of three days', 'status=approved&from={day}&to={later}'],
    ['mine', 'mine=1'],
    ['a late page', 'status=approved', 15],
  ],
  '/api/console/withdrawals': [
    ['approved', 'status=approved&sort=-createdAt'],
    ['to be paid', 'status=approved&payout=none'],
    ['sent', 'status=approved&payout=sent'],
    ['returned', 'status=approved&payout=returned'],
    ['a member', 'status=approved&q={username}'],
    ['of three days', 'status=approved&from={day}&to={later}'],
    ['a late page', 'status=approved', 8],
  ],
  '/api/console/books/transfers': [
    ['an account', 'line=fees'],
    ['an account that rarely moves', 'line=manual'],
    ['of grants', 'line=grants'],
    ['of rewards', 'line=rewards'],
    ['of three days', 'from={day}&to={later}'],
    ['an account, of three days', 'from={day}&to={later}&line=clearing'],
    ['of an order', 'number={orderNo}'],
    ['of a deposit', 'number={depositRef}'],
    ['of a reference of a bank', 'number={bankRef}'],
    ['of a holding', 'number={holding}'],
    ['a late page', '', 20],
  ],
  '/api/console/books': [
    ['half a year ago', 'to={halfAYear}'],
    ['yesterday', 'to={yesterday}'],
    ['in the middle of an hour', 'to={day}T03:34:56.000Z'],
  ],
  '/api/console/days': [['a late page', 'limit=50', 4]],
  '/api/console/members': [
    ['by name', 'q={username}'],
    ['by a number', 'q={member}'],
    ['oldest first', 'sort=createdAt'],
    ['restricted', 'restriction=trading'],
    ['a late page', '', 1],
  ],
  '/api/console/audit': [
    ['one operator', 'actor={operator}'],
    ['one command', 'command=console/deposits/approve'],
    ['one subject', 'subjectType=deposit&subjectId={deposit}'],
    ['of three days', 'from={day}&to={later}'],
    ['oldest first', 'sort=at'],
    ['a late page', '', 20],
  ],
  '/api/console/adjustments': [['of a member', 'member={username}']],
  '/api/console/invitations': [
    ['paid', 'status=paid'],
    ['of a member', 'member={username}'],
  ],
  '/api/console/marks': [
    ['of devices', 'kind=device'],
    ['of a member', 'member={username}'],
  ],
  '/api/console/invest/holdings': [
    ['running', 'status=running'],
    ['over', 'status=matured'],
    ['of a project', 'projectId={project}'],
    ['of a member', 'member={username}'],
  ],
  '/api/console/verifications': [
    ['verified', 'status=verified'],
    ['of a member', 'status=verified&username={username}'],
  ],
  '/api/console/support/conversations': [
    ['closed', 'queue=closed'],
    ['of a member', 'q={username}'],
  ],
  '/api/wallet/transfers': [
    ['orders', 'type=orderPayout'],
    ['a rare kind', 'type=manualAdd'],
    ['of savings', 'account=savings'],
    ['of three days', 'from={day}&to={later}'],
    ['a late page', '', 4],
    ['as a table', 'format=csv'],
    ['as a PDF', 'format=pdf'],
  ],
  '/api/trade/orders': [
    ['won', 'result=won'],
    ['a product', 'product=BENCH1'],
    ['of three days', 'from={day}&to={later}'],
    ['a late page', '', 1],
  ],
  '/api/trade/summary': [['of half a year', 'from={halfAYear}']],
  '/api/wallet/deposits': [['approved', 'status=approved']],
  '/api/wallet/withdrawals': [['approved', 'status=approved']],
  '/api/wallet/balance-line': [['of 30 days', 'days=30']],
  '/api/invest/holdings': [['over', 'status=repaid']],
  '/api/content/notices': [['a word', 'q=Notice 7']],
};

/** What people type into the search of the console: each way by which something is found. */
export const WORDS: Readonly<Record<string, string>> = {
  'a member': '{username}',
  'the start of a name': 'year_7',
  'a phone number': '+8613900000060',
  'an e-mail': 'year60@example.com',
  'an address': '192.0.2.60',
  'a full name': '王小明',
  'a card': '6222021234567890128',
  'an ID number': '11010519491231002X',
  'the number of an order': '{orderNo}',
  'a reference': '{depositRef}',
  'an amount': '1234.00',
  'a hash': '{txid}',
  'a reference of a bank': '{bankRef}',
  'an id': '{order}',
  nothing: 'nobody knows this',
};

/** Lists as files, until the first byte. */
export const FILES = [
  'deposits',
  'withdrawals',
  'members',
  'orders',
  'audit',
  'verifications',
  'holdings',
  'invitations',
  'adjustments',
];

/** How a declared call is asked; undefined for one that is left out. */
export function asksOf({ path }: Operation): readonly Asked[] | undefined {
  if (path in LEFT_OUT) return undefined;
  const place = PLACES[path] ?? path;
  if (place.includes('{') && !(path in PLACES))
    throw new Error(`${path}: name what it is opened of, or why it is left out`);
  const plain = { name: path, path: place };
  return [
    plain,
    ...(FILTERS[path] ?? []).map(([name, query, skip = 0]) => ({
      name: `${path}, ${name}`,
      path: `${place}?${query}`,
      skip,
    })),
  ];
}

/** Paths that are named here. */
export const NAMED = [...Object.keys(PLACES), ...Object.keys(LEFT_OUT), ...Object.keys(FILTERS)];

export function filled(text: string, known: Known): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => known[name] ?? whole);
}
