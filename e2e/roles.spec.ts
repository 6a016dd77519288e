import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { openConsoleAs } from './support/console.ts';
import { untilShown } from './support/console-screens.ts';
import { employ } from './support/database.ts';
import { expect, mainServer, visitorTest as test } from './support/fixtures.ts';
import { registerMember } from './support/member-api.ts';
import { textsOf } from './support/texts.ts';

/* Every role of a new site sees its own pages and buttons, and no others; the page of another says so in words. */

const say = textsOf('zh-Hans', 'console');

type Buttons = Readonly<Record<string, readonly string[]>>;

/** What changes something on these pages, by the text of its button. */
const BUTTONS: Buttons = {
  '/products': ['products.add', 'products.stopAll'],
  '/notices': ['notices.new'],
  '/staff': ['staff.invite'],
  '/roles': ['staff.newRole'],
  '/terms': ['terms.newChannel'],
  '/site': ['site.edit'],
  '/texts': ['texts.edit'],
  '/support-settings': ['support.settings.add'],
  '/statements': ['statements.newAccount'],
};

const SUPPORT = ['/notices', '/banners', '/support', '/complaints', '/support-settings', '/practice-codes'];
const MONEY = ['/withdrawals', '/payouts', '/deposits'];
const MEMBERS = ['/members', '/invitations'];
const ORDERS = ['/orders'];
const ALARMS = ['/alarms'];
const BOOKS = ['/overview', '/adjustments', '/books', '/days', '/transfers'];
const STATEMENTS = ['/statements', '/statement-files', '/unproved'];
const MARKET = ['/exposure', '/products', '/product-changes', '/product-terms', '/resumptions'];
const INVEST = ['/invest', '/invest-changes', '/holdings', '/closes', '/liabilities'];
const RELEASES = ['/factor-releases', '/mark-releases', '/marks'];
const STAFF = ['/staff', '/roles', '/staff-changes', '/role-changes'];
const SITE = ['/site', '/site-changes', '/terms', '/changes'];
const TEXTS = ['/texts', '/text-changes'];
const ALL = [
  ...[MONEY, MEMBERS, ORDERS, MARKET, INVEST, RELEASES, STAFF, SITE, TEXTS, SUPPORT, ALARMS, BOOKS, STATEMENTS].flat(),
  '/verifications',
  '/audit',
  '/reports',
];

/** Besides the work page: what each role sees, and what it may begin there. */
const ROLES: Readonly<Record<string, { readonly sees: readonly string[]; readonly does: Buttons }>> = {
  owner: { sees: ALL, does: BUTTONS },
  risk: {
    sees: [...ALARMS, ...MONEY, ...MEMBERS, ...ORDERS, ...MARKET, ...INVEST, '/audit'],
    does: { '/products': ['products.add', 'products.stopAll'] },
  },
  cashier: {
    sees: [
      ...ALARMS,
      ...MONEY,
      ...MEMBERS,
      ...ORDERS,
      ...MARKET,
      ...INVEST,
      ...RELEASES,
      ...SITE,
      ...BOOKS,
      ...STATEMENTS,
    ],
    does: { '/products': ['products.stopAll'], '/statements': ['statements.newAccount'] },
  },
  reviewer: { sees: ['/verifications', '/members', ...RELEASES, ...TEXTS], does: {} },
  support: {
    sees: [...ALARMS, ...MONEY, ...MEMBERS, ...ORDERS, ...RELEASES, ...SUPPORT],
    does: { '/notices': ['notices.new'], '/support-settings': ['support.settings.add'] },
  },
  compliance: {
    sees: [
      ...ALARMS,
      ...MONEY,
      ...MEMBERS,
      ...ORDERS,
      ...RELEASES,
      ...BOOKS,
      '/complaints',
      '/verifications',
      '/audit',
    ],
    does: {},
  },
  content: {
    sees: ['/notices', '/banners', ...TEXTS],
    does: { '/notices': ['notices.new'], '/texts': ['texts.edit'] },
  },
  // Reads everything and begins nothing; a code that is on its way to a member is no matter of reading.
  auditor: { sees: ALL.filter((path) => path !== '/practice-codes'), does: {} },
};

/** Letters alone: a name that is nobody's. */
function freshName(prefix: string): string {
  return `${prefix}_${randomBytes(6)
    .toString('hex')
    .replaceAll(/\d/g, (digit) => 'ghjkmnpqrs'.charAt(Number(digit)))}`;
}

async function hired(role: string): Promise<string> {
  const name = freshName(role);
  await employ(mainServer().dataDir, name, role);
  return name;
}

/** The pages of the navigation, and of the tabs over each of them. */
async function pagesOf(page: Page): Promise<string[]> {
  const navigation = page.getByRole('navigation');
  await expect(navigation.locator('a[href="#/work"]')).toBeVisible();
  const paths = new Set(await hrefsOf(page, 'nav a'));
  for (const section of await navigation.locator('a[data-section]').all()) {
    await section.click();
    const href = await section.getAttribute('href');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if ((await page.locator('.section-tabs').count()) === 0) continue;
    await expect(page.locator(`.section-tabs a[href="${href}"]`)).toBeVisible();
    for (const path of await hrefsOf(page, '.section-tabs a')) paths.add(path);
  }
  return [...paths];
}

async function hrefsOf(page: Page, links: string): Promise<string[]> {
  return await page
    .locator(links)
    .evaluateAll((all) => all.map((link) => (link.getAttribute('href') ?? '').replace(/^#/u, '')));
}

for (const [role, { sees, does }] of Object.entries(ROLES))
  test(`${role} sees and does exactly its own`, { tag: '@desktop' }, async ({ browser, origin }) => {
    const page = await openConsoleAs(browser, origin, { operator: await hired(role), path: '/work' });
    const pages = await pagesOf(page);
    expect(pages.toSorted()).toEqual(['/work', ...sees].toSorted());
    for (const [path, buttons] of Object.entries(BUTTONS)) {
      if (!sees.includes(path)) continue;
      await page.goto(`${origin}/console/#${path}`);
      await untilShown(page);
      for (const key of buttons) {
        const button = page.getByRole('main').getByText(say(key), { exact: true });
        const isThere = (does[path] ?? []).includes(key);
        await expect(button.first(), `${key} of ${path}`).toBeVisible({ visible: isThere });
      }
    }
    const [foreign] = ALL.filter((path) => !sees.includes(path));
    if (foreign !== undefined) {
      await page.goto(`${origin}/console/#${foreign}`);
      await expect(page.getByText(say('common.states.forbiddenHint'))).toBeVisible();
      await expect(page.getByText('403')).toBeVisible();
    }
    await page.context().close();
  });

test(
  'an auditor opens what others decide, and finds nothing to press',
  { tag: '@desktop' },
  async ({ browser, origin }) => {
    const member = await registerMember(origin);
    const page = await openConsoleAs(browser, origin, {
      operator: await hired('auditor'),
      path: `/members?q=${member.account.username}`,
    });
    await page.getByRole('row', { name: new RegExp(member.account.username) }).click();
    const panel = page.getByRole('dialog');
    await expect(panel.getByText(say('members.money'), { exact: true })).toBeVisible();
    for (const act of ['frozen.set', 'trading.set', 'withdrawal.set'])
      await expect(panel.getByText(say(`members.act.${act}`), { exact: true })).toHaveCount(0);
    await expect(panel.getByText(say('members.adjust'), { exact: true })).toHaveCount(0);
    // Nor by keys.
    await page.keyboard.press('Escape');
    await page.goto(`${origin}/console/#/product-terms`);
    await untilShown(page);
    await page.keyboard.press('a');
    await page.keyboard.press('r');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.context().close();
  },
);

test(
  'two desks at once on one proposal: one decides, the other reads that it is decided',
  { tag: '@desktop' },
  async ({ browser, origin }) => {
    const invited = freshName('both');
    const names = [await hired('owner'), await hired('owner'), await hired('owner')] as const;
    const [maker, one, other] = await Promise.all(
      names.map(async (operator) => await openConsoleAs(browser, origin, { operator, path: '/staff' })),
    );
    if (maker === undefined || one === undefined || other === undefined) throw new Error('no desks');
    await maker.getByRole('button', { name: say('staff.invite'), exact: true }).click();
    const form = maker.getByRole('dialog').last();
    await form.getByLabel(say('staff.name')).fill(invited);
    const field = form.getByLabel(say('staff.roles')).first();
    await field.focus();
    await field.press('ArrowDown');
    await maker.getByRole('option', { name: say('common.roles.content'), exact: true }).click();
    await field.press('Tab');
    await form.getByLabel(say('proposals.reason')).fill('writes texts');
    await form.getByRole('button', { name: say('proposals.submit') }).click();
    await expect(maker.getByText(say('proposals.submitted'))).toBeVisible();

    for (const desk of [one, other]) {
      await desk.goto(`${origin}/console/#/staff-changes?status=proposed`);
      await desk.getByRole('row', { name: new RegExp(invited) }).click();
      await desk.keyboard.press('a');
      await expect(desk.getByRole('dialog', { name: say('proposals.approveTitle') })).toBeVisible();
    }
    await Promise.all(
      [one, other].map(
        async (desk) =>
          await desk
            .getByRole('dialog', { name: say('proposals.approveTitle') })
            .getByRole('button', { name: say('proposals.approve') })
            .click(),
      ),
    );
    const approved = (desk: Page) => desk.getByText(say.pattern('proposals.approved')).first();
    const tooLate = (desk: Page) => desk.getByText(say.error('STAFF_CHANGE_DECIDED')).first();
    for (const desk of [one, other]) await expect(approved(desk).or(tooLate(desk)).first()).toBeVisible();
    const late = await Promise.all([one, other].map(async (desk) => await tooLate(desk).isVisible()));
    expect(late.filter(Boolean)).toHaveLength(1);
    for (const desk of [maker, one, other]) await desk.context().close();
  },
);
