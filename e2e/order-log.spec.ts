import { readFileSync } from 'node:fs';
import { logCheckpointText, parseLogCheckpointText } from '@candor/proof/order-log/log-checkpoint';
import type { TreeHead } from '@candor/proof/order-log/verify-proof';
import { splitNote } from '@candor/proof/signed-note';
import type { Page } from '@playwright/test';
import { expect, LANGUAGE_SHARES, siteSigner, test } from './support/fixtures.ts';
import { keepOnDevice, keptOnDevice } from './support/kept.ts';
import { acceptRisk, fillTicket, openTrade, SHORT_SEC } from './support/trade.ts';

/* The order log as a member's device follows it: a site that holds its key shows this member another log. */

/** This device kept what the site showed at an earlier visit, and looks again at once. */
async function keepHead(page: Page, { note, ...head }: TreeHead & { note: string }): Promise<void> {
  await page.goto('/#/pages/home/index');
  await keepOnDevice(page, {
    'proof:products': ['BTCUSDT'],
    'proof:log-looked-at': 0,
    'proof:log-head': { ...head, note },
  });
}

/** The head of the site's real log, with an order at least. */
async function realHead(origin: string, atLeast: number): Promise<TreeHead & { note: string }> {
  const note = await (await fetch(`${origin}/api/log/checkpoint`)).text();
  const split = splitNote(note);
  const head = split.ok ? parseLogCheckpointText(split.value.text) : split;
  if (!head.ok) throw new Error(head.error);
  expect(head.value.size).toBeGreaterThanOrEqual(atLeast);
  return { ...head.value, note };
}

/** Signed by the key of the site. */
async function signedHead(head: TreeHead): Promise<string> {
  const signer = siteSigner();
  return await signer.sign(logCheckpointText(head));
}

async function showHead(page: Page, note: string): Promise<void> {
  await page.route('**/api/log/checkpoint', async (route) => await route.fulfill({ body: note }));
}

for (const { language, tag } of LANGUAGE_SHARES) {
  test.describe(language, { tag }, () => {
    test.use({ language });

    test('another log than the one this device kept raises the alarm, with the evidence as a file', async ({
      page,
      member,
      origin,
      say,
    }, testInfo) => {
      await member.place({ product: 'BTCUSDT', direction: 'up', durationSec: SHORT_SEC, stake: '100' });
      await expect(async () => void (await realHead(origin, 1))).toPass();
      const kept = await realHead(origin, 1);
      const shown = await signedHead({ size: kept.size, root: 'ab'.repeat(32) });
      await showHead(page, shown);
      await keepHead(page, kept);
      await page.reload();
      const banner = page.getByRole('alert').filter({ hasText: say('proof.alarm.log.title') });
      await expect(banner).toBeVisible();
      await testInfo.attach('banner', { body: await page.screenshot(), contentType: 'image/png' });
      await banner.getByRole('button', { name: say('proof.alarm.details') }).click();
      const sheet = page.getByRole('dialog', { name: say('proof.alarm.log.heading') });
      await expect(sheet).toContainText('LOG_ROOT_DIFFERS');
      await expect(sheet.getByRole('link', { name: say('proof.alarm.report') })).toBeVisible();
      await testInfo.attach('sheet', { body: await page.screenshot(), contentType: 'image/png' });
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        sheet.getByRole('button', { name: say('proof.alarm.download') }).click(),
      ]);
      const [alarm] = JSON.parse(readFileSync(await file.path(), 'utf8')) as { kept: string; served: string }[];
      expect(alarm).toMatchObject({ kept: kept.note, served: shown, problem: 'LOG_ROOT_DIFFERS' });
      await page.unroute('**/api/log/checkpoint');
      await sheet.getByRole('button', { name: say('proof.alarm.putAway') }).click();
      await expect(banner).toBeHidden();
    });
  });
}

test(
  'a smaller log that the kept one does not begin with raises the alarm, with the tiles that show it',
  { tag: '@phone' },
  async ({ page, member, origin, say }) => {
    for (const product of ['BTCUSDT', 'ETHUSDT'])
      await member.place({ product, direction: 'up', durationSec: SHORT_SEC, stake: '100' });
    await expect(async () => void (await realHead(origin, 2))).toPass();
    const kept = await realHead(origin, 2);
    await showHead(page, await signedHead({ size: kept.size - 1, root: 'cd'.repeat(32) }));
    await keepHead(page, kept);
    await page.reload();
    const banner = page.getByRole('alert').filter({ hasText: say('proof.alarm.log.title') });
    await banner.getByRole('button', { name: say('proof.alarm.details') }).click();
    const sheet = page.getByRole('dialog', { name: say('proof.alarm.log.heading') });
    await expect(sheet).toContainText('LOG_FORKED');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      sheet.getByRole('button', { name: say('proof.alarm.download') }).click(),
    ]);
    const [alarm] = JSON.parse(readFileSync(await file.path(), 'utf8')) as { tiles: object }[];
    expect(Object.keys(alarm?.tiles ?? {}).length).toBeGreaterThan(0);
  },
);

test(
  'the real log raises no alarm, and its newest head is kept',
  { tag: '@phone' },
  async ({ page, member, origin }) => {
    await member.place({ product: 'BTCUSDT', direction: 'down', durationSec: SHORT_SEC, stake: '100' });
    await expect(async () => void (await realHead(origin, 1))).toPass();
    await keepHead(page, await realHead(origin, 1));
    await member.place({ product: 'ETHUSDT', direction: 'down', durationSec: SHORT_SEC, stake: '100' });
    await keepOnDevice(page, { 'proof:log-looked-at': 0 });
    const looked = page.waitForResponse('**/api/log/checkpoint');
    await page.reload();
    await looked;
    await expect(page.getByRole('alert')).toHaveCount(0);
  },
);

test(
  'an order of this device that the site denies is found in its log, and the evidence is a file',
  { tag: '@phone' },
  async ({ page, say }) => {
    await page.route(/\/log-proof$/, async (route) => {
      const answer = await route.fetch();
      const { data, ...rest } = (await answer.json()) as { data: object };
      await route.fulfill({ response: answer, json: { ...rest, data: { ...data, index: null, proof: [] } } });
    });
    await openTrade(page, 'BTCUSDT');
    await (await fillTicket(page, say, { direction: 'up', stake: '100' })).click();
    await acceptRisk(page, say);
    const noted = async () => ((await keptOnDevice(page, 'proof:to-log')) ?? []) as { id: string }[];
    await expect.poll(async () => (await noted()).length).toBe(1);
    const [order] = await noted();
    // As if its entry were long over. The site has logged it by the time the page looks, some seconds after it is loaded.
    await keepOnDevice(page, { 'proof:to-log': [{ ...order, entryAtMs: 0 }] });
    await page.reload();
    const title = say('proof.alarm.unlogged.title', { product: 'BTCUSDT' });
    const banner = page.getByRole('alert').filter({ hasText: title });
    await banner.getByRole('button', { name: say('proof.alarm.details') }).click();
    const sheet = page.getByRole('dialog', { name: say('proof.alarm.unlogged.heading') });
    await expect(sheet).toContainText('LOG_DENIED');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      sheet.getByRole('button', { name: say('proof.alarm.download') }).click(),
    ]);
    const [alarm] = JSON.parse(readFileSync(await file.path(), 'utf8')) as { kept: string; served: string }[];
    const kept = JSON.parse(alarm?.kept ?? '') as { order: { id: string; logNonce: string }; nonce: string };
    expect(kept.order.id).toBe(order?.id);
    expect(kept.nonce).toBe(kept.order.logNonce);
    const { found } = JSON.parse(alarm?.served ?? '') as { found: { index: number; proof: string[] } };
    expect(found.index).toBeGreaterThanOrEqual(0);
  },
);
