import { readFileSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import type { Language } from '@candor/contract/languages';
import { reasonText } from '@candor/contract/reason-texts';
import { makePhoto } from '../apps/server/src/testing/pictures.ts';
import { freshCardNumber } from './support/card-number.ts';
import { expect, test } from './support/fixtures.ts';
import type { MemberApi } from './support/member-api.ts';
import { SEED_PASSWORD } from './support/server.ts';
import type { Say } from './support/texts.ts';

/* The bank card, and the check of who a member is, from the member's phone to an operator and back. */

const ADD_BANK = '/#/pages/mine/info/bank/addBank/index';
const VERIFY = '/#/pages/mine/info/user/verifyInfo/index';

function fields(page: Page, say: Say) {
  const label = (key: string) => page.getByLabel(say(`verification.card.${key}`), { exact: true });
  return {
    holder: label('holder'),
    number: label('number'),
    branch: label('branch'),
    bank: page.getByRole('button', { name: say('verification.card.bank'), exact: true }),
    password: label('withdrawPassword'),
    next: page.getByRole('button', { name: say('verification.card.next'), exact: true }),
    bind: page.getByRole('button', { name: say('verification.card.bind'), exact: true }),
  };
}

/** The digits as the field shows them. */
function grouped(digits: string): string {
  return digits.replaceAll(/(.{4})(?=.)/g, '$1 ');
}

for (const language of ['zh-Hans', 'zh-Hant', 'en'] as const satisfies readonly Language[])
  test.describe(`in ${language}`, () => {
    test.use({ language });

    test('a bank card is bound, with each mistake at its field', async ({ page, member, say }) => {
      await page.goto(ADD_BANK);
      const form = fields(page, say);
      const number = freshCardNumber();
      const last = number.slice(-1);
      const mistyped = ((Number(last) + 1) % 10).toString();
      const wrong = async (field: { getAttribute: (name: string) => Promise<string | null> }, text: string) => {
        const id = await field.getAttribute('aria-describedby');
        await expect(page.locator(`#${id}`)).toHaveText(text);
      };
      await form.next.click();
      await wrong(form.holder, say.error('NAME_REQUIRED'));
      await wrong(form.number, say.error('BANK_CARD_NUMBER_REQUIRED'));
      await wrong(form.bank, say.error('BANK_REQUIRED'));

      await form.holder.fill('王小明');
      await form.number.pressSequentially(number.slice(0, 8));
      await expect(form.number).toHaveValue(grouped(number.slice(0, 8)));
      await expect(form.bank).toContainText(say('banks.ICBC'));
      await form.next.click();
      await wrong(form.number, say.error('BANK_CARD_LENGTH'));
      await form.number.pressSequentially(`${number.slice(8, -1)}${mistyped}`);
      await expect(form.number).toHaveValue(grouped(`${number.slice(0, -1)}${mistyped}`));
      await form.next.click();
      await wrong(form.number, say.error('BANK_CARD_INVALID'));
      await form.number.press('End');
      await form.number.press('Backspace');
      await form.number.press(last);
      await form.bank.click();
      await page.getByPlaceholder(say('verification.card.searchBank')).fill('ABC');
      await page.getByRole('button', { name: say('banks.ABC') }).click();
      await form.next.click();
      await wrong(form.bank, say.error('BANK_DIFFERS'));
      await form.number.press('End');
      await form.number.press('Backspace');
      await form.number.press(last);
      await expect(form.bank).toContainText(say('banks.ICBC'));
      await form.next.click();

      await form.bind.click();
      await wrong(form.password, say.error('WITHDRAW_PASSWORD_REQUIRED'));
      await form.password.fill('000000');
      await form.bind.click();
      await expect(page.getByRole('alert').filter({ hasText: '4' })).toBeVisible();
      await form.password.fill(member.account.withdrawPassword);
      await form.bind.click();
      await expect(page.getByText(`6222 **** **** ${number.slice(-4)}`)).toBeVisible();
      await expect(page.getByText(say('verification.card.bound'), { exact: true })).toBeVisible();

      // Another device of the same member finds the way closed.
      await page.goto(ADD_BANK);
      await expect(page.getByText(say('verification.card.already'), { exact: true })).toBeVisible();
    });
  });

test('documents are sent, an operator verifies them, and the member sees it at once', async ({
  page,
  browser,
  origin,
  member,
  say,
}) => {
  await fillVerification(page, say);
  await expectKeptOnTheWayBack(page, say);
  await page.getByRole('button', { name: say('verification.identity.submit') }).click();
  await expect(page.getByRole('heading', { name: say('verification.identity.states.pending') })).toBeVisible();
  const operatorPage = await openConsole(browser, origin, member);
  await operatorPage.getByRole('button', { name: '领取', exact: true }).click();
  await expect(operatorPage.getByRole('img', { name: '人像面' })).toBeVisible();
  await expect(operatorPage.getByRole('img', { name: '国徽面' })).toBeVisible();
  await operatorPage.keyboard.press('a');
  await operatorPage.getByRole('dialog').getByRole('button', { name: '通过', exact: true }).last().click();

  await expect(page.getByRole('heading', { name: say('verification.identity.states.verified') })).toBeVisible();
  await page.goto(ADD_BANK);
  await expect(page.getByText(say('verification.card.holderLocked'))).toBeVisible();
  await operatorPage.context().close();
});

test('after a rejection the member reads why, and sends the wrong part alone', async ({
  page,
  browser,
  origin,
  member,
  say,
}) => {
  // An identity belongs to one member: this one is of nobody else.
  await sendVerification(page, say, '110105199003070033');
  const operatorPage = await openConsole(browser, origin, member);
  await operatorPage.getByRole('button', { name: '领取', exact: true }).click();
  await expect(operatorPage.getByRole('img', { name: '人像面' })).toBeVisible();
  await operatorPage.keyboard.press('r');
  const form = operatorPage.getByRole('dialog').last();
  await form.getByRole('combobox', { name: '原因' }).click();
  await operatorPage.getByRole('option', { name: '照片看不清' }).click();
  await form.getByRole('checkbox', { name: '国徽面' }).uncheck();
  // The note stays inside; the form shows what the member will read.
  await expect(form.locator('.member-reads')).toContainText(/\p{L}{4}/u);
  await form.getByRole('textbox', { name: '内部备注' }).fill('像是翻拍');
  await form.getByRole('button', { name: '拒绝', exact: true }).click();

  await expect(page.getByText(reasonText('verificationRejected', 'PHOTO_UNREADABLE', say.language))).toBeVisible();
  await expect(page.getByText('像是翻拍')).toHaveCount(0);
  await page.getByRole('button', { name: say('verification.identity.redo') }).click();
  await choosePhoto(page, say);
  await page.getByRole('button', { name: say('verification.identity.submit') }).click();
  await expect(page.getByRole('heading', { name: say('verification.identity.states.pending') })).toBeVisible();
  await operatorPage.context().close();
});

test('a picture of oneself is cut by keys, sent, and shown everywhere', async ({ page, say }) => {
  await page.goto('/#/pages/mine/info/user/index');
  await expect(page.getByRole('button', { name: say('account.person.changeAvatar') })).toBeVisible();
  const buffer = await makePhoto('#3366cc', 900, 500);
  await page.locator('input[type=file]').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer });
  const area = page.getByRole('img', { name: say('account.person.cropArea') });
  await area.focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: say('account.person.saveAvatar') }).click();
  await expect(page.getByText(say('account.person.avatarSaved'))).toBeVisible();
  await expect(page.locator('main img[src^="blob:"]')).toBeVisible();
  await page.goto('/#/pages/home/index');
  await expect(page.locator('img[src^="blob:"]').first()).toBeVisible();
});

async function sendVerification(page: Page, say: Say, idNumber: string): Promise<void> {
  await fillVerification(page, say, idNumber);
  await page.getByRole('button', { name: say('verification.identity.submit') }).click();
}

/** The phone's own back goes one step each, and name, number and both photos are there, also after another page. */
async function expectKeptOnTheWayBack(page: Page, say: Say): Promise<void> {
  const label = (key: string) => page.getByLabel(say(`verification.identity.${key}`), { exact: true });
  const button = (key: string) => page.getByRole('button', { name: say(`verification.identity.${key}`), exact: true });
  const photo = (side: 'front' | 'back') =>
    page.getByRole('img', { name: say('verification.photo.taken', { side: say(`verification.photo.${side}`) }) });
  const expectPerson = async () => {
    await expect(label('realName')).toHaveValue('王小明');
    await expect(label('idNumber')).toHaveValue('110105 19491231 002X');
  };
  for (const side of ['back', 'front'] as const) {
    await page.goBack();
    await expect(photo(side)).toBeVisible();
  }
  await page.goBack();
  await expectPerson();
  await page.goto('/#/pages/mine/index');
  await expect(label('realName')).toBeHidden();
  await page.goBack();
  await expectPerson();
  await button('next').click();
  for (const side of ['front', 'back'] as const) {
    await expect(photo(side)).toBeVisible();
    await button('useAnyway').click();
  }
  await expect(page.getByText('110105 19491231 002X')).toBeVisible();
  await expect(photo('front')).toBeVisible();
  await expect(photo('back')).toBeVisible();
}

/** Name, number and both photos, up to the last look. */
async function fillVerification(page: Page, say: Say, idNumber = '11010519491231002x'): Promise<void> {
  const label = (key: string) => page.getByLabel(say(`verification.identity.${key}`), { exact: true });
  const next = page.getByRole('button', { name: say('verification.identity.next'), exact: true });
  await page.goto(VERIFY);
  await label('realName').fill('王小明');
  await label('idNumber').fill('110105194912310021');
  await next.click();
  await expect(page.getByText(say.error('ID_NUMBER_CHECK'))).toBeVisible();
  await label('idNumber').fill(idNumber);
  const digits = idNumber.toUpperCase();
  await expect(label('idNumber')).toHaveValue(`${digits.slice(0, 6)} ${digits.slice(6, 14)} ${digits.slice(14)}`);
  await next.click();
  await choosePhoto(page, say);
  await choosePhoto(page, say);
}

/** One side from a file. It is one colour, so the check calls it blurred. */
async function choosePhoto(page: Page, say: Say): Promise<void> {
  const buffer = await makePhoto('#7788aa', 1_200, 800);
  await page.locator('input[type=file]').setInputFiles({ name: 'card.jpg', mimeType: 'image/jpeg', buffer });
  await expect(page.getByText(say('verification.photo.problems.blurred'))).toBeVisible();
  await page.getByRole('button', { name: say('verification.identity.useAnyway') }).click();
}

/** The queue of the console, with this member's documents open. */
async function openConsole(browser: Browser, origin: string, member: MemberApi): Promise<Page> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1440, height: 900 },
    isMobile: false,
    hasTouch: false,
    locale: 'zh-CN',
  });
  const operatorPage = await context.newPage();
  await operatorPage.goto('/console/');
  await operatorPage.getByLabel(text('entry', 'username')).fill('admin');
  await operatorPage.getByLabel(text('entry', 'password'), { exact: true }).fill(SEED_PASSWORD);
  await operatorPage.keyboard.press('Enter');
  await operatorPage.getByRole('button', { name: text('entry', 'later') }).click();
  await expect(operatorPage.getByRole('navigation', { name: text('common', 'navigation', 'label') })).toBeVisible();
  await operatorPage.goto(`/console/#/verifications?username=${member.account.username}`);
  await operatorPage.getByRole('cell', { name: member.account.username, exact: true }).click();
  return operatorPage;
}

function text(file: string, ...keys: string[]): string {
  const url = new URL(`../apps/console/src/locales/zh-Hans/${file}.json`, import.meta.url);
  let found: unknown = JSON.parse(readFileSync(url, 'utf8'));
  for (const key of keys) found = (found as Record<string, unknown>)[key];
  if (typeof found !== 'string') throw new Error(`there is no text ${keys.join('.')}`);
  return found;
}
