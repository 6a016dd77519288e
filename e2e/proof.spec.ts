import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Response } from '@playwright/test';
import type { CheckpointView } from '@candor/contract/market';
import { amount } from '@candor/domain/testing/test-currency';
import { checkpointText, NO_CHECKPOINT_HASH } from '@candor/proof/checkpoint';
import { expect, siteSigner, test } from './support/fixtures.ts';
import { keepOnDevice } from './support/kept.ts';
import { acceptRisk, fillTicket, openTrade, placeFirst, SHORT_SEC, settled } from './support/trade.ts';

/* The receipt of an order: checked in the page, downloaded, checked again by the command, and refused once changed;
   and the alarm about a price history that was rewritten. */

const COMMAND = join(import.meta.dirname, '..', 'packages', 'proof', 'bin', 'candor-verify.mjs');
const HOUR_MS = 3_600_000;
const EXIT = { valid: 0, invalid: 1, provisional: 2, consistent: 3 } as const;

/** Runs the command on a file; returns its exit status and output. */
function verifyFile(path: string, ...options: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...options, path], { encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

test(
  'the page and the command verify a settled order, and refuse a changed receipt',
  { tag: '@desktop' },
  async ({ page, member, say }, testInfo) => {
    const body = { product: 'BTCUSDT', direction: 'up', durationSec: SHORT_SEC, stake: '100' } as const;
    const order = await settled(member, (await member.place(body)).id);
    await page.goto(`/#/pages/order/orderInfo/index?id=${order.id}`);

    const section = page.getByRole('region', { name: say('proof.title') });
    await section.getByRole('button', { name: say('proof.verify'), exact: true }).click();
    const steps = section.getByRole('list', { name: say('proof.stepsLabel') }).getByRole('listitem');
    const card = section.locator('[data-verdict]');
    await expect(card).toBeVisible();
    // Another device placed the order: nothing is kept here to compare with.
    await expect(steps.and(page.locator('[data-state=skipped]'))).toHaveText(say.pattern('proof.steps.kept.name'));
    await expect(steps.and(page.locator('[data-state=ok]'))).toHaveCount((await steps.count()) - 1);

    await expect(section.locator('[data-step=log]')).toContainText(say('proof.steps.log.tied'));
    await expect(section.locator('[data-step=request]')).toContainText(say('proof.steps.request.this'));

    const downloaded = page.waitForEvent('download');
    await section.getByRole('button', { name: say('proof.download') }).click();
    const file = await downloaded;
    expect(file.suggestedFilename()).toBe(`candor-receipt-${order.no}.json`);
    const path = testInfo.outputPath('receipt.json');
    await file.saveAs(path);
    const text = readFileSync(path, 'utf8');
    const { final } = JSON.parse(text) as { final: boolean };
    const verdict = final ? 'valid' : 'provisional';
    // The page hands over the command with the key it pinned. Without a key nothing is ever valid.
    const [, key = ''] =
      /--key (\S+) /.exec((await section.locator('code', { hasText: 'candor-verify' }).textContent()) ?? '') ?? [];
    expect(key).toMatch(/^candor\+[0-9a-f]{8}\+/);
    const checked = verifyFile(path, '--key', key);
    expect(checked.status, checked.output).toBe(EXIT[verdict]);
    const unpinned = verifyFile(path);
    expect(unpinned.status, unpinned.output).toBe(EXIT[final ? 'consistent' : 'provisional']);

    // A checkpoint may have come between the page's check and the download of a provisional receipt. The device pinned
    // the key with its first check, so a second one finds a key that it knew.
    if (final) {
      await expect(card).toHaveAttribute('data-verdict', /valid|consistent/);
      await section.getByRole('button', { name: say('proof.again'), exact: true }).click();
    }
    await expect(card).toHaveAttribute('data-verdict', verdict);
    await expect(card).toContainText(say(`proof.verdict.${verdict}.title`));

    await page.goto('/#/pages/fairness/index');
    await expect(page.getByText(key, { exact: true })).toBeVisible();

    const changed = testInfo.outputPath('changed.json');
    writeFileSync(changed, text.replace(`"profit":"${order.profit}"`, `"profit":"${amount('9999')}"`));
    expect(readFileSync(changed, 'utf8')).not.toBe(text);
    expect(verifyFile(changed).status).toBe(EXIT.invalid);
  },
);

test(
  'an acceptance that was signed together with others agrees with the receipt',
  { tag: '@phone' },
  async ({ page, member, say }) => {
    await openTrade(page, 'BTCUSDT');
    const isPlacing = (answer: Response) =>
      answer.url().endsWith('/api/trade/orders') && answer.request().method() === 'POST';
    const [answer] = await Promise.all([
      page.waitForResponse(isPlacing),
      placeFirst(page, say, { direction: 'up', stake: '100' }),
    ]);
    const { data } = (await answer.json()) as { data: { id: string; acceptance: { note: string } } };
    expect(data.acceptance.note).toMatch(/^candor-shared-acceptance-v1\nindex \d+\n/);
    await settled(member, data.id);

    await page.goto(`/#/pages/order/orderInfo/index?id=${data.id}`);
    const section = page.getByRole('region', { name: say('proof.title') });
    await section.getByRole('button', { name: say('proof.verify'), exact: true }).click();
    await expect(section.locator('[data-step=kept]')).toHaveAttribute('data-state', 'ok');
    // The answer was checked as it came.
    await expect(page.getByRole('alert').filter({ hasText: say.pattern('proof.alarm.order.title') })).toBeHidden();
  },
);

test(
  'an answer that is not the order that was sent raises the alarm, with the evidence as a file',
  { tag: '@phone' },
  async ({ page, say }) => {
    await page.route(/\/api\/trade\/orders$/, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      const answer = await route.fetch();
      const text = await answer.text();
      await route.fulfill({ response: answer, body: text.replace('"direction":"up"', '"direction":"down"') });
    });
    await openTrade(page, 'BTCUSDT');
    await (await fillTicket(page, say, { direction: 'up', stake: '100' })).click();
    await acceptRisk(page, say);
    const banner = page.getByRole('alert').filter({ hasText: say('proof.alarm.order.title', { product: 'BTCUSDT' }) });
    await expect(banner).toBeVisible();
    // The ticket of a phone is a sheet over the page.
    await page.keyboard.press('Escape');
    await banner.getByRole('button', { name: say('proof.alarm.details') }).click();
    const sheet = page.getByRole('dialog', { name: say('proof.alarm.order.heading') });
    await expect(sheet).toContainText('DIRECTION_DIFFERS');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      sheet.getByRole('button', { name: say('proof.alarm.download') }).click(),
    ]);
    const [kept] = JSON.parse(readFileSync(await file.path(), 'utf8')) as { kept: string; served: string }[];
    const signature: unknown = expect.stringMatching(/^[0-9a-f]{128}$/);
    expect(JSON.parse(kept?.kept ?? '')).toMatchObject({ sent: { direction: 'up', request: { signature } } });
    expect(JSON.parse(kept?.served ?? '')).toMatchObject({ answer: { direction: 'down' } });
    await sheet.getByRole('button', { name: say('proof.alarm.putAway') }).click();
    await expect(banner).toBeHidden();
  },
);

test(
  'one changed digit makes a receipt invalid, and a rewritten hour raises the alarm',
  { tag: '@phone' },
  async ({ page, member, say }, testInfo) => {
    const order = await settled(
      member,
      (await member.place({ product: 'ETHUSDT', direction: 'down', durationSec: SHORT_SEC, stake: '100' })).id,
    );
    await page.route(/\/receipt$/, async (route) => {
      const answer = await route.fetch();
      const text = await answer.text();
      const flipped = text.replace(/(submittedAt\\":\\"[^"]*)(\d)Z/, (_, before: string, digit: string) => {
        return `${before}${Number(digit) ^ 1}Z`;
      });
      expect(flipped).not.toBe(text);
      await route.fulfill({ response: answer, body: flipped });
    });
    const { kept, served } = await twoStories(order.product);
    await page.route(/\/checkpoints\?.*kind=hour/, async (route) => {
      const answer = await route.fetch();
      const { data, ...rest } = (await answer.json()) as { data: object };
      await route.fulfill({
        response: answer,
        json: { ...rest, data: { ...data, items: [served], nextCursor: null } },
      });
    });
    await page.goto(`/#/pages/order/orderInfo/index?id=${order.id}`);
    await keepOnDevice(page, { 'proof:products': [order.product], [`proof:checkpoint:${order.product}`]: kept });

    const section = page.getByRole('region', { name: say('proof.title') });
    await section.getByRole('button', { name: say('proof.verify'), exact: true }).click();
    const verdict = section.getByRole('heading', { name: say('proof.verdict.invalid.title') });
    await expect(verdict).toBeFocused();
    const failed = section.locator('[data-state=failed]');
    await expect(failed).toHaveText([
      say.pattern('proof.steps.signature.name'),
      say.pattern('proof.steps.acceptance.name'),
      // The log committed to the order as it was.
      say.pattern('proof.steps.log.name'),
    ]);
    await expect(section.getByRole('link', { name: say('proof.report') })).toBeInViewport();
    await testInfo.attach('invalid', { body: await page.screenshot(), contentType: 'image/png' });

    const banner = page.getByRole('alert').filter({ hasText: order.product });
    await banner.getByRole('button', { name: say('proof.alarm.details') }).click();
    const sheet = page.getByRole('dialog', { name: say('proof.alarm.history.heading') });
    await expect(sheet).toContainText(kept.trim());
    await expect(sheet).toContainText(served.note.trim());
    await sheet.getByRole('button', { name: say('proof.alarm.putAway') }).click();
    await expect(banner).toBeHidden();
  },
);

/** Two checkpoints of the same hour, both signed by the site: a device kept one, the server sends the other now. */
async function twoStories(product: string): Promise<{ kept: string; served: CheckpointView }> {
  const signer = siteSigner();
  const slot = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  const story = async (hash: string): Promise<CheckpointView> => {
    const checkpoint = {
      product,
      kind: 'hour',
      slot,
      seq: 100n,
      at: slot,
      hash,
      previous: NO_CHECKPOINT_HASH,
    } as const;
    const iso = new Date(slot).toISOString();
    return { ...checkpoint, seq: 100, slot: iso, at: iso, note: await signer.sign(checkpointText(checkpoint)) };
  };
  const [kept, served] = [await story('a'.repeat(64)), await story('b'.repeat(64))];
  return { kept: kept.note, served };
}
