import type { Page } from '@playwright/test';
import { writeCompareCode } from '@candor/proof/compare-code';
import { logCheckpointText } from '@candor/proof/order-log/log-checkpoint';
import { parseVerifierKey } from '@candor/proof/signed-note';
import { nodeCrypto } from '../apps/server/src/services/receipts/node-crypto.ts';
import { expect, siteSigner, test } from './support/fixtures.ts';
import type { Say } from './support/texts.ts';

/* A first visit compares the key with others, without a session: another member's code, and the witnesses. */

const ADDRESS = '/#/pages/common/webview/index?compare=';

async function ownCode(page: Page, say: Say): Promise<string> {
  await page.goto(ADDRESS);
  const own = page.getByRole('region', { name: say('compare.own.title') });
  await expect(own.locator('[data-digits]')).toHaveText(/^(\d{5}\s*){6}$/);
  return await own.locator('code', { hasText: 'candor1.' }).innerText();
}

test('two members who see the same site agree, and the witnesses too', async ({ page, say }, testInfo) => {
  const code = await ownCode(page, say);
  await testInfo.attach('compare', { body: await page.screenshot({ fullPage: true }), contentType: 'image/png' });
  // As the camera of a phone opens it.
  await page.goto(`${ADDRESS}${code}`);
  await expect(page.locator('[data-compared]')).toHaveAttribute('data-compared', 'same');
  // By keyboard alone.
  await page.getByRole('button', { name: say('compare.witnesses.ask') }).press('Enter');
  const asked = page.locator('[data-witness]');
  await expect(asked).toHaveCount(2);
  await expect(asked.getByText('one.example', { exact: true })).toBeVisible();
  await testInfo.attach('asked', { body: await page.screenshot({ fullPage: true }), contentType: 'image/png' });
});

test.describe('a member who is shown another site', () => {
  test.use({ language: 'en' });

  test('raises the alarm: another key, and another log', { tag: '@phone' }, async ({ page, say }, testInfo) => {
    await ownCode(page, say);
    const field = page.getByLabel(say('compare.other.label'));
    const compare = page.getByRole('button', { name: say('compare.other.compare'), exact: true });
    const other = 'candor1.7c6bb1a2.AdO8JF5nQWCZvyEKJFHhBwSSzq3gGWlpMnYNiX5qEfjA';
    await field.fill(other);
    await compare.click();
    await expect(page.locator('[data-compared]')).toHaveAttribute('data-compared', 'broken');
    const signer = siteSigner();
    const key = await parseVerifierKey(signer.vkey, nodeCrypto);
    if (!key.ok) throw new Error(key.error);
    const head = { size: 1, root: 'ab'.repeat(32) };
    await field.fill(writeCompareCode(key.value, { ...head, note: await signer.sign(logCheckpointText(head)) }));
    await field.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: say('compare.result.fork', { size: 1 }) })).toBeVisible();
    await testInfo.attach('fork', { body: await page.screenshot(), contentType: 'image/png' });
  });
});
