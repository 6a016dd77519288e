import type { Browser, Page } from '@playwright/test';
import { amount } from '@candor/domain/testing/test-currency';
import { Secret, TOTP } from 'otpauth';
import { forgetSecondFactors } from './support/database.ts';
import { expect, mainServer, visitorTest as test } from './support/fixtures.ts';
import { registerMember } from './support/member-api.ts';
import { SEED_PASSWORD } from './support/server.ts';
import { fillLogin, submitLogin } from './support/session.ts';
import { textsOf } from './support/texts.ts';

/** The console is for desks: there is no phone that it would have to fit. */
test.skip(({ isMobile }) => isMobile);

const desk = textsOf('zh-Hans', 'console');

async function openConsole(browser: Browser, origin: string, username: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 720 } })).newPage();
  await page.goto(`${origin}/console/`);
  await page.getByLabel(desk('entry.username')).fill(username);
  await page.getByLabel(desk('entry.password'), { exact: true }).fill(SEED_PASSWORD);
  await page.getByRole('button', { name: desk('entry.logIn'), exact: true }).click();
  return page;
}

/** Sets the authenticator up as its owner does, from the key on the screen. */
async function setUpAuthenticator(page: Page): Promise<void> {
  const key = (await page.getByTestId('totp-key').innerText()).replaceAll(' ', '');
  await page.getByLabel(desk('entry.firstCode')).fill(new TOTP({ secret: Secret.fromBase32(key) }).generate());
  await page.getByRole('button', { name: desk('entry.setUp') }).click();
  await expect(page.getByRole('heading', { name: desk('entry.steps.codes.title') })).toBeVisible();
  await page.getByLabel(desk('entry.keptCodes')).check();
  await page.getByRole('button', { name: desk('entry.goOn') }).click();
}

async function openMember(page: Page, username: string): Promise<void> {
  await page.getByRole('link', { name: desk('common.navigation.members') }).click();
  await page.getByLabel(desk('members.search')).fill(username);
  await expect(page).toHaveURL(/q=/);
  await page.getByRole('row', { name: new RegExp(username) }).click();
  await expect(page.getByRole('dialog').getByText(desk('members.money'), { exact: true })).toBeVisible();
}

/** One operator proposes a rate, the other approves it; the first sees it in the history. */
async function setSavingsRate(maker: Page, checker: Page, origin: string): Promise<void> {
  await maker.goto(`${origin}/console/#/invest`);
  await maker.getByRole('button', { name: desk('invest.newRate') }).click();
  const form = maker.getByRole('dialog', { name: desk('invest.rateTitle') });
  await form.getByLabel(desk('invest.field.annualRate')).fill('2.75');
  await form.getByRole('button', { name: desk('terms.submit') }).click();
  await expect(form.getByLabel(desk('terms.reason'))).toHaveAttribute('aria-invalid', 'true');
  await form.getByLabel(desk('terms.reason')).fill('the market moved');
  await form.getByRole('button', { name: desk('terms.submit') }).click();
  await expect(maker.getByRole('link', { name: /2\.75%/ })).toBeVisible();

  await checker.goto(`${origin}/console/#/invest-changes?status=proposed`);
  await checker.getByRole('row', { name: /2\.75%/ }).click();
  await expect(checker.getByRole('dialog')).toContainText(desk('invest.rateEffect'));
  await checker.keyboard.press('a');
  await checker
    .getByRole('dialog', { name: desk('terms.changes.approveTitle') })
    .getByRole('button', { name: desk('terms.changes.approve') })
    .click();
  await expect(checker.getByText(desk('terms.changes.approved'), { exact: true })).toBeVisible();

  await maker.reload();
  const line = maker.getByRole('row', { name: /2\.75%/ }).first();
  await expect(line).toContainText(desk('invest.standingOf.coming'));
}

test('two operators add money and set a savings rate, the member sees it; a frozen member hears why', async ({
  browser,
  origin,
  page,
  say,
}) => {
  const member = await registerMember(origin);
  const { username } = member.account;
  // Another try of this journey begins like the first.
  await forgetSecondFactors(mainServer().dataDir);

  // The cashiers are at work in other journeys, which log in without a second factor.
  const maker = await openConsole(browser, origin, 'admin');
  await setUpAuthenticator(maker);
  await openMember(maker, username);
  await maker
    .getByRole('dialog')
    .getByRole('link', { name: desk('members.adjust') })
    .click();
  await maker.getByLabel(desk('adjustments.amount')).fill(amount('250'));
  await maker.getByLabel(desk('common.decision.words')).fill('booked twice');
  await maker.getByRole('button', { name: desk('adjustments.propose') }).click();
  const own = maker.getByRole('row', { name: new RegExp(username) });
  await own.click();
  await expect(maker.getByText(desk('adjustments.own'))).toBeVisible();
  await expect(maker.getByRole('button', { name: desk('adjustments.approve') })).toHaveCount(0);

  const checker = await openConsole(browser, origin, 'cashier2');
  await checker.getByRole('button', { name: desk('entry.later') }).click();
  await checker.getByRole('link', { name: new RegExp(desk('common.navigation.adjustments')) }).click();
  await checker.getByLabel(desk('adjustments.member')).fill(username);
  await expect(checker).toHaveURL(/member=/);
  await expect(checker.getByRole('row')).toHaveCount(2);
  // By keys alone: to the first row, open, approve.
  await checker.getByRole('heading', { level: 1 }).click();
  await checker.keyboard.press('j');
  await checker.keyboard.press('Enter');
  await expect(checker.getByRole('dialog')).toContainText(username);
  await checker.keyboard.press('a');
  await checker.getByLabel(desk('common.decision.typeAmount', { amount: amount('250') })).fill(amount('250'));
  await checker
    .getByRole('button', { name: desk('adjustments.approve'), exact: true })
    .last()
    .click();
  await expect(checker.getByText(desk('adjustments.approved'), { exact: true })).toBeVisible();
  expect((await member.transfers())[0]).toMatchObject({ type: 'manualAdd', amount: amount('250') });
  expect((await member.money()).available).toBe(amount(String(100_000 + 250)));

  await setSavingsRate(maker, checker, origin);

  const admin = maker;
  await admin.goto(`${origin}/console/`);
  await openMember(admin, username);
  await admin.getByRole('button', { name: desk('members.act.frozen.set') }).click();
  await admin.getByLabel(desk('common.decision.words')).fill('asked by phone');
  await admin
    .getByRole('button', { name: desk('members.act.frozen.set') })
    .last()
    .click();
  await expect(admin.getByText(desk('members.done'))).toBeVisible();
  await admin.getByRole('button', { name: desk('common.close') }).click();
  await admin.getByRole('link', { name: desk('common.navigation.audit') }).click();
  await admin.getByRole('button', { name: desk('audit.check') }).click();
  await expect(admin.getByText(desk.pattern('audit.whole'))).toBeVisible();

  await page.goto('/');
  await fillLogin(page, say, member.account);
  await submitLogin(page, say);
  await expect(page.getByText('asked by phone')).toBeVisible();
});
