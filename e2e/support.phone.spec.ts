import { makePhoto } from '../apps/server/src/testing/pictures.ts';
import { openConsoleAs } from './support/console.ts';
import { expect, test } from './support/fixtures.ts';
import { registerMember } from './support/member-api.ts';
import { logIn } from './support/session.ts';

/* Customer service: a member and a visitor write, an operator answers in the console, and each side sees the other at once. */

test('a member and a visitor talk with an operator, with a picture, read marks and a live badge', async ({
  page,
  browser,
  member,
  origin,
  say,
}) => {
  await page.goto('/#/pages/home/index');
  const tab = page
    .getByRole('navigation', { name: say('shell.tabs.label') })
    .getByRole('link')
    .nth(2);
  await tab.click();
  const composer = page.getByRole('form', { name: say('support.composer.label') });
  const log = page.getByRole('log');
  await composer.getByLabel(say('support.composer.text')).fill('我的充值没到账');
  await composer.getByRole('button', { name: say('support.composer.send'), exact: true }).click();
  await expect(log.getByText('我的充值没到账')).toBeVisible();
  await expect(log.getByText(say('support.delivered'))).toBeVisible();

  const operatorPage = await openConsoleAs(browser, origin, {
    operator: 'admin',
    path: `/support?q=${member.account.username}`,
  });
  await operatorPage.getByRole('list', { name: '对话' }).getByRole('button').first().click();
  const talk = operatorPage.getByRole('log');
  await expect(talk.getByText('我的充值没到账')).toBeVisible();
  // The operator has seen it: the member knows without reading again.
  await expect(log.getByText(say('support.read'))).toBeVisible();

  await page.goBack();
  await operatorPage.getByRole('textbox', { name: '回复' }).fill('您好，请发转账截图');
  await operatorPage.keyboard.press('Enter');
  await expect(talk.getByText('您好，请发转账截图')).toBeVisible();
  await expect(tab.getByText(say('shell.unread', { count: 1 }))).toBeAttached();
  await tab.click();
  await expect(log.getByText('您好，请发转账截图')).toBeVisible();
  await expect(talk.getByText('已读')).toBeVisible();

  await composer
    .locator('input[type=file]')
    .setInputFiles({ name: 'receipt.jpg', mimeType: 'image/jpeg', buffer: await makePhoto() });
  await composer.getByRole('button', { name: say('support.composer.send'), exact: true }).click();
  await expect(log.getByRole('button', { name: say('support.openPicture') })).toBeVisible();
  // The newest message is above the field, and the field is still at the bottom of the window: the page went no further.
  const bottom = async () => {
    const box = await composer.boundingBox();
    return Math.round((box?.y ?? 0) + (box?.height ?? 0));
  };
  await expect.poll(bottom).toBe(page.viewportSize()?.height);
  await talk.getByRole('button', { name: /查看图片/ }).click();
  await expect(talk.getByRole('img', { name: '图片' })).toBeVisible();

  // Without the member's session, which new contexts have too.
  const stranger = await browser.newContext({ baseURL: origin, storageState: { cookies: [], origins: [] } });
  const visitor = await stranger.newPage();
  const text = `怎么注册 ${member.account.username}`;
  await visitor.goto('/#/pages/common/webview/index');
  await visitor.getByRole('textbox').fill(text);
  await visitor.locator('button[type=submit]').click();
  await expect(visitor.getByRole('log').getByText(text)).toBeVisible();
  await operatorPage.getByRole('list', { name: '对话' }).getByRole('button', { name: /访客/ }).click();
  await expect(talk.getByText(text)).toBeVisible();
  await operatorPage.getByRole('textbox', { name: '回复' }).fill('点击登录页的“注册账号”');
  await operatorPage.keyboard.press('Enter');
  await expect(visitor.getByRole('log').getByText('点击登录页的“注册账号”')).toBeVisible();

  // The visitor logs in: the conversation is the member's, and the console shows whose it is.
  const { account } = await registerMember(origin);
  await visitor.goto('/#/pages/login');
  await logIn(visitor, say, account);
  const joined = operatorPage.getByRole('list', { name: '对话' }).getByRole('button', { name: account.username });
  await joined.click();
  await expect(talk.getByText(text)).toBeVisible();
  await visitor.goto('/#/pages/common/webview/index');
  await expect(visitor.getByRole('log').getByText(text)).toBeVisible();
  await expect(visitor.getByRole('log').getByText('点击登录页的“注册账号”')).toBeVisible();
  await operatorPage.context().close();
  await stranger.close();
});
