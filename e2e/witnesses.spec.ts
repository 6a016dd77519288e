import { listLogWitnesses, readLogCheckpoint } from '@candor/contract/calls/order-log';
import type { OrderView } from '@candor/contract/trading';
import { logCheckpointText, verifyLogCheckpoint } from '@candor/proof/order-log/log-checkpoint';
import { parseVerifierKey } from '@candor/proof/signed-note';
import type { Locator, Page } from '@playwright/test';
import { nodeCrypto } from '../apps/server/src/services/receipts/node-crypto.ts';
import { makeWitnessKeys } from '../apps/server/src/testing/test-witness.ts';
import { expect, mainServer, siteSigner, test } from './support/fixtures.ts';
import type { MemberApi } from './support/member-api.ts';
import { SHORT_SEC, settled } from './support/trade.ts';
import type { Say } from './support/texts.ts';

/* An app that was built to trust witnesses: what it says of a receipt that they saw, that one did not see, and of a witness
   that was shown another log. */

/**
 * Makes the page what a build with these witnesses is (apps/client/vite-witnesses.ts). The browser itself changes it: a
 * document that the test served would be from another network than its sockets, and Chromium would refuse them.
 */
async function trustWitnesses(page: Page, keys: readonly string[]): Promise<void> {
  await page.addInitScript(
    (policy) =>
      document.addEventListener('DOMContentLoaded', () =>
        document.querySelector('meta[name="candor-witnesses"]')?.setAttribute('content', policy),
      ),
    [keys.length, ...keys].join(' '),
  );
}

async function settledOrder(member: MemberApi): Promise<OrderView> {
  const body = { product: 'BTCUSDT', direction: 'up', durationSec: SHORT_SEC, stake: '100' } as const;
  return await settled(member, (await member.place(body)).id);
}

async function openProof(page: Page, say: Say, { id }: OrderView): Promise<Locator> {
  await page.goto(`/#/pages/order/orderInfo/index?id=${id}`);
  const section = page.getByRole('region', { name: say('proof.title') });
  await section.getByRole('button', { name: say('proof.verify'), exact: true }).click();
  return section;
}

test('two witnesses saw the log of an order', { tag: '@desktop' }, async ({ page, member, say }, testInfo) => {
  const order = await settledOrder(member);
  await trustWitnesses(page, mainServer().witnesses);
  const section = await openProof(page, say, order);
  const log = section.locator('[data-step=log]');
  // A witness gets the newest head every few seconds.
  await expect(async () => {
    const again = section.getByRole('button', { name: say('proof.again'), exact: true });
    if (await again.isVisible()) await again.click();
    await expect(log).toContainText(say('proof.steps.log.witnessed', { count: 2, quorum: 2 }), { timeout: 8_000 });
  }).toPass();
  await testInfo.attach('witnessed', { body: await section.screenshot(), contentType: 'image/png' });
});

test.describe('a receipt', () => {
  test.use({ language: 'zh-Hant' });

  test(
    'is not final while one of the witnesses has not seen its log',
    { tag: '@phone' },
    async ({ page, member, say }, testInfo) => {
      const order = await settledOrder(member);
      const { witnesses } = mainServer();
      await trustWitnesses(page, [...witnesses, makeWitnessKeys('silent.example').keyText]);
      const section = await openProof(page, say, order);
      const log = section.locator('[data-step=log]');
      await expect(log).toContainText(say.pattern('proof.steps.log.unwitnessed', { quorum: 3 }));
      await expect(section.locator('[data-verdict]')).toHaveAttribute('data-verdict', 'provisional');
      await testInfo.attach('unwitnessed', { body: await section.screenshot(), contentType: 'image/png' });
    },
  );
});

test.describe('a witness', () => {
  test.use({ language: 'en' });

  test('that was shown another log raises the alarm', { tag: '@phone' }, async ({ page, member, say }, testInfo) => {
    const order = await settledOrder(member);
    const other = makeWitnessKeys('other.example');
    const fork = await forkedHead();
    const checkpoint = `${fork.note}${other.cosign(fork.text, Math.floor(Date.now() / 1000))}`;
    await page.route(`**${listLogWitnesses.path}`, async (route) => {
      const answer = await route.fetch();
      const { data, ...rest } = (await answer.json()) as { data: object };
      const cosignedAt = new Date().toISOString();
      const items = [{ name: 'other.example', key: other.keyText, checkpoint, size: fork.size, cosignedAt }];
      await route.fulfill({ response: answer, json: { ...rest, data: { ...data, items } } });
    });
    await trustWitnesses(page, [other.keyText]);
    const section = await openProof(page, say, order);
    await expect(section.locator('[data-verdict]')).toHaveAttribute('data-verdict', 'invalid');
    await expect(section.locator('[data-step=log]')).toContainText(say('proof.steps.log.failed'));
    const banner = page.getByRole('alert').filter({ hasText: say('proof.alarm.log.title') });
    await expect(banner).toBeVisible();
    await testInfo.attach('other log', { body: await page.screenshot(), contentType: 'image/png' });
    await banner.getByRole('button', { name: say('proof.alarm.details') }).click();
    await expect(page.getByRole('dialog', { name: say('proof.alarm.log.heading') })).toContainText('LOG_FORKED');
  });
});

/** A head of the size of the real one and with another root, signed by the site. */
async function forkedHead(): Promise<{ text: string; note: string; size: number }> {
  const signer = siteSigner();
  const key = await parseVerifierKey(signer.vkey, nodeCrypto);
  const real = await (await fetch(`${mainServer().origin}${readLogCheckpoint.path}`)).text();
  const head = key.ok ? await verifyLogCheckpoint(real, [key.value], nodeCrypto) : key;
  if (!head.ok) throw new Error(head.error);
  const { size } = head.value.head;
  const text = logCheckpointText({ size, root: 'ab'.repeat(32) });
  return { text, note: await signer.sign(text), size };
}
