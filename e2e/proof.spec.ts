import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './support/fixtures.ts';
import { SHORT_SEC, settled } from './support/trade.ts';

/* The receipt of an order: checked in the page, downloaded, checked again by the command, and refused once changed. */

const COMMAND = join(import.meta.dirname, '..', 'packages', 'proof', 'bin', 'candor-verify.mjs');
const EXIT = { valid: 0, invalid: 1, provisional: 2 } as const;

/** How the command ends for a file. */
function verifyFile(path: string, ...options: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...options, path], { encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

test('a settled order is verified in the page and by the command, and a changed receipt is not', async ({
  page,
  member,
  say,
}, testInfo) => {
  const body = { product: 'BTCUSDT', direction: 'up', durationSec: SHORT_SEC, stake: '100' } as const;
  const order = await settled(member, (await member.place(body)).id);
  await page.goto(`/#/pages/order/orderInfo/index?id=${order.id}`);

  const section = page.getByRole('region', { name: say('proof.title') });
  await section.getByRole('button', { name: say('proof.verify'), exact: true }).click();
  const steps = section.getByRole('list', { name: say('proof.stepsLabel') }).getByRole('listitem');
  const card = section.locator('[data-verdict]');
  await expect(card).toBeVisible();
  // Placed by another device: there is nothing kept here to compare with.
  await expect(steps.and(page.locator('[data-state=skipped]'))).toHaveText(say.pattern('proof.steps.kept.name'));
  await expect(steps.and(page.locator('[data-state=ok]'))).toHaveCount((await steps.count()) - 1);

  const downloaded = page.waitForEvent('download');
  await section.getByRole('button', { name: say('proof.download') }).click();
  const file = await downloaded;
  expect(file.suggestedFilename()).toBe(`candor-receipt-${order.no}.json`);
  const path = testInfo.outputPath('receipt.json');
  await file.saveAs(path);
  const text = readFileSync(path, 'utf8');
  const { final } = JSON.parse(text) as { final: boolean };
  const verdict = final ? 'valid' : 'provisional';
  const checked = verifyFile(path);
  expect(checked.status, checked.output).toBe(EXIT[verdict]);

  // A checkpoint may have come between the page's check and the download of a provisional one.
  await expect(card).toHaveAttribute('data-verdict', verdict);
  await expect(card).toContainText(say(`proof.verdict.${verdict}.title`));

  const changed = testInfo.outputPath('changed.json');
  writeFileSync(changed, text.replace(`"profit":"${order.profit}"`, '"profit":"9999.00"'));
  expect(readFileSync(changed, 'utf8')).not.toBe(text);
  expect(verifyFile(changed).status).toBe(EXIT.invalid);
});

test('a receipt that was changed on its way is loudly refused', async ({ page, member, say }) => {
  const body = { product: 'ETHUSDT', direction: 'down', durationSec: SHORT_SEC, stake: '100' } as const;
  const order = await settled(member, (await member.place(body)).id);
  await page.route(/\/receipt$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace(/stake\\":\\"100.00/, 'stake\\":\\"900.00'),
    });
  });
  await page.goto(`/#/pages/order/orderInfo/index?id=${order.id}`);
  const section = page.getByRole('region', { name: say('proof.title') });
  await section.getByRole('button', { name: say('proof.verify'), exact: true }).click();
  const alarm = section.getByRole('alert');
  await expect(alarm).toContainText(say('proof.verdict.invalid.title'));
  await expect(section.locator('[data-state=failed]').first()).toHaveText(say.pattern('proof.steps.signature.name'));
  await expect(section.getByRole('link', { name: say('proof.report') })).toBeVisible();
});
