import { randomInt, randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { reasonText } from '@candor/contract/reason-texts';
import { askForCode } from '@candor/contract/calls/security';
import { bindBankCard } from '@candor/contract/calls/verification';
import { amount } from '@candor/domain/testing/test-currency';
import { Secret, TOTP } from 'otpauth';
import { freshCardNumber } from './support/card-number.ts';
import { employSecondOwner, giveLostFactor } from './support/database.ts';
import { fillLists } from './support/console-rows.ts';
import { expectGoodConsole, expectGoodDark } from './support/console-screens.ts';
import { askWithdrawal, openConsoleAs, payDeposit } from './support/console.ts';
import { expect, mainServer, visitorTest as test } from './support/fixtures.ts';
import { registerMember } from './support/member-api.ts';
import { SEED_PASSWORD } from './support/server.ts';
import { fillLogin, submitLogin } from './support/session.ts';
import { textsOf } from './support/texts.ts';

const consoleText = textsOf('zh-Hans', 'console');
/** There is no phone that the console would have to fit. */
const FOR_DESKTOPS = { tag: '@desktop' } as const;

async function openConsole(browser: Browser, origin: string, username: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 720 } })).newPage();
  await page.goto(`${origin}/console/`);
  await page.getByLabel(consoleText('entry.username')).fill(username);
  await page.getByLabel(consoleText('entry.password'), { exact: true }).fill(SEED_PASSWORD);
  await page.getByRole('button', { name: consoleText('entry.logIn'), exact: true }).click();
  return page;
}

/** Sets the authenticator up as its owner does, from the key on the screen. */
async function setUpAuthenticator(page: Page): Promise<void> {
  const key = (await page.getByTestId('totp-key').innerText()).replaceAll(' ', '');
  await page.getByLabel(consoleText('entry.firstCode')).fill(new TOTP({ secret: Secret.fromBase32(key) }).generate());
  await page.getByRole('button', { name: consoleText('entry.setUp') }).click();
  await expect(page.getByRole('heading', { name: consoleText('entry.steps.codes.title') })).toBeVisible();
  await page.getByLabel(consoleText('entry.keptCodes')).check();
  await page.getByRole('button', { name: consoleText('entry.goOn') }).click();
}

async function openMember(page: Page, username: string): Promise<void> {
  await page.getByRole('link', { name: consoleText('members.title') }).click();
  await page.getByLabel(consoleText('members.search')).fill(username);
  await expect(page).toHaveURL(/q=/);
  await page.getByRole('row', { name: new RegExp(username) }).click();
  await expect(page.getByRole('dialog').getByText(consoleText('members.money'), { exact: true })).toBeVisible();
}

/** One operator proposes a rate, the other approves it; the first sees it in the history. */
async function setSavingsRate(maker: Page, checker: Page, origin: string): Promise<void> {
  await maker.goto(`${origin}/console/#/invest`);
  await maker.getByRole('button', { name: consoleText('invest.newRate') }).click();
  const form = maker.getByRole('dialog', { name: consoleText('invest.rateTitle') });
  await form.getByLabel(consoleText('invest.field.annualRate')).fill('2.75');
  await form.getByRole('button', { name: consoleText('proposals.submit') }).click();
  await expect(form.getByLabel(consoleText('proposals.reason'))).toHaveAttribute('aria-invalid', 'true');
  await form.getByLabel(consoleText('proposals.reason')).fill('the market moved');
  await form.getByRole('button', { name: consoleText('proposals.submit') }).click();
  await expect(maker.getByRole('link', { name: /2\.75%/ })).toBeVisible();

  await checker.goto(`${origin}/console/#/invest-changes?status=proposed`);
  await checker.getByRole('row', { name: /2\.75%/ }).click();
  await expect(checker.getByRole('dialog')).toContainText(consoleText('invest.rateEffect'));
  await checker.keyboard.press('a');
  await checker
    .getByRole('dialog', { name: consoleText('proposals.approveTitle') })
    .getByRole('button', { name: consoleText('proposals.approve') })
    .click();
  await expect(checker.getByText(consoleText.pattern('proposals.approved'))).toBeVisible();

  await maker.reload();
  const line = maker.getByRole('row', { name: /2\.75%/ }).first();
  await expect(line).toContainText(consoleText('invest.standingOf.coming'));
}

/** A member asked for a code, which nobody sends on a practice site. */
async function readCode(operator: Page, origin: string): Promise<void> {
  const member = await registerMember(origin);
  await member.post(askForCode.path, { purpose: 'withdrawPassword', channel: 'sms' });
  await operator.goto(`${origin}/console/#/practice-codes`);
  await expect(operator.getByRole('row').filter({ hasText: member.account.username })).toContainText(/\d{6}/u);
}

/** A card that two members want: two operators release it, and the second member binds it. */
async function releaseCard(maker: Page, checker: Page, origin: string): Promise<void> {
  const [first, second] = [await registerMember(origin), await registerMember(origin)];
  const number = freshCardNumber();
  const cardOf = ({ account }: typeof first) => ({
    holder: '王小明',
    number,
    bank: 'ICBC',
    withdrawPwd: account.withdrawPassword,
  });
  await first.post(bindBankCard.path, cardOf(first));
  await expect(second.post(bindBankCard.path, cardOf(second))).rejects.toThrow();

  await maker.goto(`${origin}/console/#/marks?kind=card&member=${second.account.username}`);
  await maker.getByRole('row', { name: new RegExp(second.account.username) }).click();
  await maker
    .getByRole('dialog')
    .getByRole('button', { name: consoleText('marks.proposeFor', { member: first.account.username }) })
    .click();
  const form = maker.getByRole('dialog', { name: consoleText('marks.proposeFor', { member: first.account.username }) });
  await form.getByLabel(consoleText('common.decision.words')).fill('sold together with the account');
  await form.getByRole('button', { name: consoleText('proposals.submit'), exact: true }).click();
  await expect(maker.getByText(consoleText('proposals.submitted'))).toBeVisible();

  await checker.goto(`${origin}/console/#/mark-releases?status=proposed&member=${first.account.username}`);
  await checker.getByRole('row', { name: new RegExp(first.account.username) }).click();
  await expect(checker.getByRole('dialog')).toContainText('sold together with the account');
  await checker.keyboard.press('a');
  await checker
    .getByRole('dialog', { name: consoleText('proposals.approveTitle') })
    .getByRole('button', { name: consoleText('proposals.approve') })
    .click();
  await expect(checker.getByText(consoleText.pattern('proposals.approved'))).toBeVisible();
  await second.post(bindBankCard.path, cardOf(second));
}

/** One operator proposes to release the factor that a member lost, the other approves it; the member has a day. */
async function releaseFactor(maker: Page, checker: Page, origin: string): Promise<void> {
  const { account } = await registerMember(origin);
  await giveLostFactor(mainServer().dataDir, account.username);
  await maker.goto(`${origin}/console/`);
  await openMember(maker, account.username);
  await maker
    .getByRole('dialog')
    .getByRole('link', { name: consoleText('members.releaseFactor') })
    .click();
  await maker.getByLabel(consoleText('common.decision.words')).fill('phone lost');
  await maker.getByRole('button', { name: consoleText('proposals.submit'), exact: true }).click();
  await expect(maker.getByText(consoleText('proposals.submitted'))).toBeVisible();

  await checker.goto(`${origin}/console/#/factor-releases?status=proposed&member=${account.username}`);
  await checker.getByRole('row', { name: new RegExp(account.username) }).click();
  await expect(checker.getByRole('dialog')).toContainText('phone lost');
  await checker.keyboard.press('a');
  await checker
    .getByRole('dialog', { name: consoleText('proposals.approveTitle') })
    .getByRole('button', { name: consoleText('proposals.approve') })
    .click();
  await expect(checker.getByText(consoleText('releases.approved'))).toBeVisible();

  await maker.goto(`${origin}/console/#/factor-releases?member=${account.username}`);
  await expect(maker.getByRole('row', { name: new RegExp(account.username) })).toContainText(
    consoleText('proposals.stateOf.waiting'),
  );
}

test(
  'two operators add money and set a savings rate, the member sees it; a frozen member hears why',
  FOR_DESKTOPS,
  async ({ browser, origin, page, say }) => {
    // It ends with a walk through every screen: two minutes on a machine of its own, and many where others run beside it.
    test.setTimeout(1_200_000);
    const member = await registerMember(origin);
    const { username } = member.account;
    // An owner of this journey alone: those of the site are at work in others, which log in without a second factor.
    const owner = `owner_${randomUUID().slice(0, 8)}`;
    await employSecondOwner(mainServer().dataDir, owner);
    const maker = await openConsole(browser, origin, owner);
    await setUpAuthenticator(maker);
    await openMember(maker, username);
    await maker
      .getByRole('dialog')
      .getByRole('link', { name: consoleText('members.adjust') })
      .click();
    await maker.getByLabel(consoleText('adjustments.amount')).fill(amount('250'));
    await maker.getByRole('combobox', { name: consoleText('reasons.reason') }).click();
    await maker.getByRole('option', { name: consoleText('reasons.codes.CORRECTION') }).click();
    await maker.getByLabel(consoleText('reasons.note')).fill('booked twice');
    await maker.getByRole('button', { name: consoleText('proposals.submit') }).click();
    const own = maker.getByRole('row', { name: new RegExp(username) });
    await own.click();
    await expect(maker.getByText(consoleText('proposals.own'))).toBeVisible();
    await expect(maker.getByRole('button', { name: consoleText('proposals.approve') })).toHaveCount(0);

    const checker = await openConsole(browser, origin, 'cashier2');
    await checker.getByRole('button', { name: consoleText('entry.later') }).click();
    await checker.getByRole('link', { name: new RegExp(consoleText('common.navigation.section.books')) }).click();
    await checker.getByRole('searchbox', { name: consoleText('proposals.member') }).fill(username);
    await expect(checker).toHaveURL(/member=/);
    await expect(checker.getByRole('row')).toHaveCount(2);
    // By keys alone: to the first row, open, approve.
    await checker.getByRole('heading', { level: 1 }).click();
    await checker.keyboard.press('j');
    await checker.keyboard.press('Enter');
    await expect(checker.getByRole('dialog')).toContainText(username);
    await checker.keyboard.press('a');
    await checker.getByLabel(consoleText('common.decision.typeAmount', { amount: amount('250') })).fill(amount('250'));
    await checker
      .getByRole('button', { name: consoleText('proposals.approve'), exact: true })
      .last()
      .click();
    await expect(checker.getByText(consoleText('adjustments.approved'), { exact: true })).toBeVisible();
    // The page of its maker reads itself again, list and panel.
    await expect(own).toContainText(consoleText('proposals.stateOf.approved'));
    await expect(maker.getByRole('dialog')).toContainText('cashier2');
    await expect(maker.getByRole('dialog')).toContainText('UTC+8');
    expect((await member.transfers())[0]).toMatchObject({ type: 'manualAdd', amount: amount('250') });
    expect((await member.money()).available).toBe(amount(String(100_000 + 250)));

    await setSavingsRate(maker, checker, origin);

    await payDeposit(member, amount('1000'));
    await askWithdrawal(member, amount('500'));
    await fillLists(origin, await registerMember(origin));
    const admin = maker;
    // Another rule of a channel: the admin proposes it, the cashier approves it, and it holds.
    await admin.goto(`${origin}/console/#/terms`);
    const coin = admin.getByRole('row', { name: /usdt-trc20/ });
    await coin.getByRole('button').click();
    await admin.getByLabel(consoleText('terms.field.confirmations')).fill(String(randomInt(13, 900)));
    await admin.getByLabel(consoleText('proposals.reason')).fill('blocks are slower');
    await admin.getByRole('button', { name: consoleText('proposals.submit') }).click();
    await coin.getByRole('link', { name: consoleText('proposals.waits') }).click();
    await expect(admin.getByText(consoleText('proposals.own'))).toBeVisible();
    await checker.goto(`${origin}/console/#/changes?status=proposed`);
    await checker.getByRole('row', { name: /TRC20/ }).click();
    await expect(checker.getByRole('dialog')).toContainText('blocks are slower');
    await checker.keyboard.press('a');
    await checker
      .getByRole('button', { name: consoleText('proposals.approve'), exact: true })
      .last()
      .click();
    await expect(
      checker.getByText(consoleText.pattern('proposals.approved')).filter({ hasText: 'TRC20' }),
    ).toBeVisible();

    // The console is away for a moment: the page says so, shows what it read last, and goes on.
    await checker.route('**/api/console/**', async (route) => await route.abort());
    await expect(checker.getByText(consoleText('common.states.away'))).toBeVisible({ timeout: 15_000 });
    await expect(checker.getByRole('heading', { level: 1 })).toBeVisible();
    await checker.unroute('**/api/console/**');
    await expect(checker.getByText(consoleText('common.states.away'))).toHaveCount(0, { timeout: 15_000 });

    await admin.goto(`${origin}/console/`);
    await openMember(admin, username);
    await admin.getByRole('button', { name: consoleText('members.restrict'), exact: true }).click();
    await admin.getByRole('menuitem', { name: consoleText('members.act.frozen.set') }).click();
    await admin.getByRole('combobox', { name: consoleText('reasons.reason') }).click();
    await admin.getByRole('option', { name: consoleText('reasons.codes.MEMBER_ASKED') }).click();
    // The operator sees what the member will read.
    await expect(admin.getByText(reasonText('frozen', 'MEMBER_ASKED', 'zh-Hans'))).toBeVisible();
    await admin.getByLabel(consoleText('reasons.note')).fill('asked by phone');
    await admin
      .getByRole('button', { name: consoleText('members.act.frozen.set') })
      .last()
      .click();
    await expect(admin.getByText(consoleText('members.done'))).toBeVisible();
    await admin.getByRole('button', { name: consoleText('common.close') }).click();
    await admin.getByRole('link', { name: consoleText('audit.title') }).click();
    await admin.getByRole('button', { name: consoleText('audit.check') }).click();
    await expect(admin.getByText(consoleText.pattern('audit.whole'))).toBeVisible();

    await expectGoodConsole(admin, origin);

    await page.goto('/');
    await fillLogin(page, say, member.account);
    await submitLogin(page, say);
    await expect(page.getByText(reasonText('frozen', 'MEMBER_ASKED', say.language))).toBeVisible();
    await expect(page.getByText('asked by phone')).toHaveCount(0);
  },
);

test(
  'two operators release a lost second factor and a card, and one reads a code that nobody sends',
  FOR_DESKTOPS,
  async ({ browser, origin }) => {
    const maker = await openConsoleAs(browser, origin, { operator: 'admin', path: '/members' });
    const checker = await openConsoleAs(browser, origin, { operator: 'cashier2', path: '/factor-releases' });
    await releaseFactor(maker, checker, origin);
    await releaseCard(maker, checker, origin);
    await readCode(maker, origin);
  },
);

test('every screen of the console is readable in the dark', FOR_DESKTOPS, async ({ browser, origin }) => {
  test.slow();
  const member = await registerMember(origin);
  await payDeposit(member, amount('1000'));
  await askWithdrawal(member, amount('500'));
  const admin = await openConsoleAs(browser, origin, { operator: 'admin', path: '/account' });
  await expectGoodDark(admin, origin, [
    '/withdrawals',
    '/deposits',
    '/members',
    '/terms',
    '/products',
    '/staff',
    '/audit',
  ]);
});
