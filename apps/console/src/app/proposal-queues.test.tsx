// @vitest-environment happy-dom
/* Every kind of proposal has the same queue: live, by link, by keys, and decided by another operator. */

import type { ComponentType } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { InvestChangeView } from '@candor/contract/console-invest';
import type { MarkReleaseView } from '@candor/contract/console-marks';
import type { AdjustmentView } from '@candor/contract/console-members';
import type { ProductChangeView } from '@candor/contract/console-product-changes';
import type { ProductTermsChangeView } from '@candor/contract/console-product-terms';
import type { ResumptionView } from '@candor/contract/console-products';
import type { FactorReleaseView } from '@candor/contract/console-security';
import type { SiteChangeView } from '@candor/contract/console-site';
import type { RoleChangeView, StaffChangeView } from '@candor/contract/console-staff';
import type { TermsChangeView } from '@candor/contract/console-terms';
import type { TextChangeView } from '@candor/contract/console-texts';
import { AdjustmentsPage } from '../features/adjustments/adjustments-page.tsx';
import { FactorReleasesPage } from '../features/factor-releases/factor-releases-page.tsx';
import { InvestChangesPage } from '../features/invest/invest-changes-page.tsx';
import { MarkReleasesPage } from '../features/marks/mark-releases-page.tsx';
import { ProductChangesPage } from '../features/products/product-changes-page.tsx';
import { ProductTermsPage } from '../features/products/product-terms-page.tsx';
import { ResumptionsPage } from '../features/products/resumptions-page.tsx';
import { SiteChangesPage } from '../features/site/site-changes-page.tsx';
import { RoleChangesPage } from '../features/staff/role-changes-page.tsx';
import { StaffChangesPage } from '../features/staff/staff-changes-page.tsx';
import { ChangesPage } from '../features/terms/changes-page.tsx';
import { TextChangesPage } from '../features/texts/text-changes-page.tsx';
import { navigate } from '../lib/location.ts';
import common from '../locales/en/common.json';
import proposals from '../locales/en/proposals.json';
import * as kinds from '../services/proposal/kinds.ts';
import {
  button,
  fill,
  key,
  OPERATOR,
  pass,
  press,
  settle,
  show,
  startConsole,
  submit,
  success,
} from '../services/testing/console.tsx';

const ID = '0192f0c1-2b3c-7def-8123-456789abcdef';
const MEMBER = { id: '70', username: 'li', language: null };
const row = {
  id: ID,
  reason: 'a good reason',
  maker: { id: '8', username: 'bob' },
  checker: null,
  note: null,
  createdAt: '2026-11-20T08:00:00.000Z',
  decidedAt: null,
} as const;
const rewards = { amount: '10.00', turnoverRate: '3.0000', dayMax: 5 };
const text = { title: 'Terms', change: 'The first one.', body: [] };
const texts = { 'zh-Hans': text, 'zh-Hant': text, en: text };

const ADJUSTMENT: AdjustmentView = {
  ...row,
  member: MEMBER,
  kind: 'add',
  amount: '250.00',
  reason: 'CORRECTION',
  note: 'a good reason',
  status: 'proposed',
  decisionNote: null,
  available: '100.00',
};
const TERMS: TermsChangeView = {
  ...row,
  base: 1,
  status: 'proposed',
  subject: 'rewards',
  before: rewards,
  terms: { ...rewards, dayMax: 6 },
};
const RATE: InvestChangeView = {
  ...row,
  base: 0,
  status: 'proposed',
  kind: 'savingsRate',
  projectId: null,
  terms: null,
  before: null,
  rate: { annualRate: '0.0275', from: '2026-12-01' },
};
const TEXT: TextChangeView = { ...row, base: 1, status: 'proposed', slug: 'agreement', before: texts, texts };
const FACTOR: FactorReleaseView = {
  ...row,
  id: '12',
  member: MEMBER,
  status: 'proposed',
  dueAt: null,
  doneAt: null,
  endedBy: null,
};
const MARK: MarkReleaseView = {
  ...row,
  id: '12',
  member: MEMBER,
  kind: 'card',
  mark: 'ab'.repeat(32),
  status: 'proposed',
};
const STAFF: StaffChangeView = {
  ...row,
  status: 'proposed',
  operatorId: null,
  username: 'newcomer',
  before: { roles: [], addresses: null },
  after: { roles: ['cashier'], addresses: null },
  invitation: null,
};
const ROLE: RoleChangeView = {
  ...row,
  status: 'proposed',
  name: 'cashier',
  what: 'change',
  base: 1,
  before: { names: null, permissions: ['cashier:deposit:read'] },
  names: null,
  permissions: ['cashier:*:*'],
};
const RESUMPTION: ResumptionView = {
  ...row,
  status: 'proposed',
  stop: {
    id: ID,
    scope: 'product/BTCUSDT',
    reason: 'UNUSUAL_PRICES',
    note: null,
    by: { id: '8', username: 'bob' },
    stoppedAt: '2026-11-20T07:00:00.000Z',
    open: ID,
    ended: null,
  },
};

const offer = { seconds: 60, payoutRate: '0.8500', minStake: '10.00', maxStake: '50000.00' };
const PRODUCT: ProductTermsChangeView = {
  ...row,
  status: 'proposed',
  product: { code: 'BTCUSDT', names: { 'zh-Hans': 'x', 'zh-Hant': 'x', en: 'Bitcoin' } },
  base: 1,
  before: { durations: [offer], presets: ['100.00'], feeRate: '0.0000', entryDelaySec: 3, lossLimits: null },
  terms: {
    durations: [{ ...offer, payoutRate: '0.8200' }],
    presets: ['100.00'],
    feeRate: '0.0000',
    entryDelaySec: 3,
    lossLimits: null,
  },
};

const CHANGE: ProductChangeView = {
  ...row,
  status: 'proposed',
  product: 'BTCUSDT',
  base: 1,
  before: { names: { 'zh-Hans': 'x', 'zh-Hant': 'x', en: 'Bitcoin' }, sources: {}, calendar: null, active: true },
  draft: { names: { 'zh-Hans': 'x', 'zh-Hant': 'x', en: 'Bitcoin' }, sources: {}, calendar: null, active: false },
  start: null,
};

const SITE: SiteChangeView = {
  ...row,
  status: 'proposed',
  part: 'access',
  base: 0,
  before: { registration: 'open', identityRequired: false },
  value: { registration: 'invite', identityRequired: false },
  alone: false,
};

type Row =
  | typeof SITE
  | typeof CHANGE
  | typeof PRODUCT
  | typeof RESUMPTION
  | typeof STAFF
  | typeof ROLE
  | typeof ADJUSTMENT
  | typeof TERMS
  | typeof RATE
  | typeof TEXT
  | typeof FACTOR
  | typeof MARK;
type Case = { kind: (typeof kinds)[keyof typeof kinds]; page: ComponentType; proposed: Row };

const CASES: readonly Case[] = [
  { kind: kinds.ADJUSTMENTS, page: AdjustmentsPage, proposed: ADJUSTMENT },
  { kind: kinds.TERMS_CHANGES, page: ChangesPage, proposed: TERMS },
  { kind: kinds.INVEST_CHANGES, page: InvestChangesPage, proposed: RATE },
  { kind: kinds.TEXT_CHANGES, page: TextChangesPage, proposed: TEXT },
  { kind: kinds.FACTOR_RELEASES, page: FactorReleasesPage, proposed: FACTOR },
  { kind: kinds.MARK_RELEASES, page: MarkReleasesPage, proposed: MARK },
  { kind: kinds.RESUMPTIONS, page: ResumptionsPage, proposed: RESUMPTION },
  { kind: kinds.PRODUCT_TERMS, page: ProductTermsPage, proposed: PRODUCT },
  { kind: kinds.PRODUCT_CHANGES, page: ProductChangesPage, proposed: CHANGE },
  { kind: kinds.SITE_CHANGES, page: SiteChangesPage, proposed: SITE },
  { kind: kinds.STAFF_CHANGES, page: StaffChangesPage, proposed: STAFF },
  { kind: kinds.ROLE_CHANGES, page: RoleChangesPage, proposed: ROLE },
];

let path: string;
let now: { readonly status: string } & Readonly<Record<string, unknown>>;
let sent: { path: string; body: unknown }[];
startConsole((called, body, query) => {
  if (body !== null) sent.push({ path: called, body });
  const status = query.get('status');
  if (called === path && body === null)
    return success({ items: status === null || status === now.status ? [now] : [], nextCursor: null });
  return success(called.startsWith(`${path}/`) ? now : {});
});

beforeEach(() => {
  sent = [];
});

async function open({ kind, page: Page, proposed }: Case, changes: object = {}): Promise<void> {
  path = kind.calls.list.path;
  now = { ...proposed, ...changes };
  navigate('/queue', { row: proposed.id });
  await settle();
  await show(<Page />);
  await settle();
}

function buttons() {
  return [...document.querySelectorAll('button')].map(({ textContent }) => textContent);
}

test('every kind is here', () => {
  expect(CASES.map(({ kind }) => kind)).toEqual(Object.values(kinds));
});

describe.each(CASES.map((one) => ({ ...one, name: one.kind.name })))('$name', (one) => {
  test('a link opens a proposal; its key asks, says what it is about, and approves', async () => {
    await open(one);
    // Nothing has changed since somebody came.
    expect(document.querySelector('[data-changed]')).toBeNull();
    const panel = document.querySelector('[role=dialog]')?.textContent;
    for (const word of ['bob', 'a good reason', proposals.stateOf.proposed]) expect(panel).toContain(word);
    await key('a');
    expect(document.querySelector('form')?.textContent).toContain(proposals.reason);
    if (one.kind === kinds.ADJUSTMENTS) await fill('250.00', '250.00');
    await submit();
    expect(sent).toEqual([{ path: `${path}/${one.proposed.id}/decision`, body: { approve: true, reason: '' } }]);
  });

  test('a rejection needs a reason', async () => {
    await open(one);
    await key('r');
    await submit();
    expect(sent).toEqual([]);
    expect(document.querySelector('form')?.textContent).toContain(common.decision.reasonRequired);
  });

  test('its maker can only withdraw it', async () => {
    await open(one, { maker: { id: OPERATOR.id, username: OPERATOR.username } });
    expect(buttons().filter((name) => name.startsWith(proposals.approve))).toEqual([]);
    expect(document.body.textContent).toContain(proposals.own);
    await press(proposals.withdraw);
    await submit();
    expect(sent).toEqual([{ path: `${path}/${one.proposed.id}/withdraw`, body: {} }]);
  });

  test('a decision of a colleague arrives by itself, in the list and in the panel', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 20 });
    await open(one);
    expect(button(proposals.approve)).toBeDefined();
    now = {
      ...one.proposed,
      status: 'rejected',
      checker: { id: '9', username: 'cat' },
      decidedAt: '2026-11-20T08:05:00.000Z',
    };
    await pass(5_000);
    vi.useRealTimers();
    expect(document.querySelector(`#row-${one.proposed.id}`)?.textContent).toContain(proposals.stateOf.rejected);
    expect(() => button(proposals.approve)).toThrow('there is no button');
    expect(document.querySelector('[role=dialog]')?.textContent).toContain('cat');
  });
});
