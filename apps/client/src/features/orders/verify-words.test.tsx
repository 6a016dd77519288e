// @vitest-environment happy-dom
import { LANGUAGES } from '@candor/contract/languages';
import { beforeAll, describe, expect, test } from 'vitest';
import { sampleOrder } from '../../lib/testing/sample-order.ts';
import en from '../../locales/en/proof.json';
import zhHans from '../../locales/zh-Hans/proof.json';
import zhHant from '../../locales/zh-Hant/proof.json';
import common from '../../locales/en/common.json';
import { CHECK_STEPS } from '../../services/proof/check-steps.ts';
import type { StepReport } from '../../services/proof/check-steps.ts';
import { receiptFigures } from '../../services/proof/receipt-file.ts';
import type { CheckedReceipt } from '../../services/proof/check-receipt.ts';
import { session } from '../../services/session/session.ts';
import { press, settle, show, startScreens, until } from '../../services/testing/screen.tsx';
import { VerifySteps } from './verify-steps.tsx';
import { VerdictCard } from './verify-verdict.tsx';

startScreens('en');
beforeAll(() => {
  // happy-dom has no layout.
  HTMLElement.prototype.scrollIntoView = () => undefined;
});

const PROOF = { en, 'zh-Hans': zhHans, 'zh-Hant': zhHant };
/** What a member who knows no cryptography does not know. */
const JARGON =
  /hash|sha-?256|digest|byte|canonical|ed25519|merkle|crypto|哈希|摘要|字节|位元組|雜湊|规范|密码学|密碼學/i;

const order = sampleOrder({});
const figures = receiptFigures('{}');

describe.each(LANGUAGES)('%s', (language) => {
  test.each(CHECK_STEPS)('%s has three plain sentences: what was checked, what it means, what to do', (step) => {
    const { checked, means, ifNot } = PROOF[language].steps[step].plain;
    for (const text of [checked, means, ifNot]) expect(text).not.toMatch(JARGON);
    expect(ifNot).toMatch(/^If it fails|^若未通过|^若未通過/);
    expect(new Set([checked, means, ifNot]).size).toBe(3);
    expect(checked.length).toBeLessThan(language === 'en' ? 120 : 50);
  });
});

function stepsOf(reports: readonly StepReport[], isFirstSeen = false) {
  return <VerifySteps reports={reports} figures={figures} order={order} isRunning={false} isFirstSeen={isFirstSeen} />;
}

test('a step that passed says first what was checked; what failed stands open, with what to do', async () => {
  await show(
    stepsOf([
      { key: 'key', ended: 'ok' },
      { key: 'format', ended: 'failed', problem: 'X' },
    ]),
    {
      common,
      proof: en,
    },
  );
  const stepOf = (key: string) => document.querySelector(`[data-step=${key}]`);
  const [passed, failed] = [stepOf('key'), stepOf('format')];
  expect(passed?.querySelector('summary')?.textContent).toContain(en.steps.key.plain.checked);
  expect(passed?.querySelector('details')?.open).toBe(false);
  expect(passed?.textContent).toContain(en.steps.key.done);
  expect(passed?.querySelector('a')?.getAttribute('href')).toContain('compare=');
  expect(failed?.querySelector('details')?.open).toBe(true);
  expect(failed?.textContent).toContain(en.steps.format.plain.ifNot);
  expect(stepOf('signature')?.querySelector('details')).toBeNull();
});

test('a key that is seen for the first time was compared with nothing: the step says so, and where to compare it', async () => {
  await show(stepsOf([{ key: 'key', ended: 'ok' }], true), { common, proof: en });
  const step = document.querySelector('[data-step=key]');
  expect(step?.querySelector('summary')?.textContent).toContain(en.steps.key.first.checked);
  expect(step?.textContent).toContain(en.steps.key.first.means);
  expect(step?.textContent).not.toContain(en.steps.key.plain.means);
  expect(step?.querySelector('details')?.open).toBe(true);
});

const BASE = {
  text: '',
  figures,
  warnings: [],
  pin: null,
  isFirstSeen: false,
  origin: 'browser',
  isUnwitnessed: false,
  late: null,
} as const;

function titleShown() {
  return document.querySelector('h3')?.textContent;
}

test.each(['valid', 'consistent'] as const)(
  'a %s receipt whose order another device signed says so in its title, without alarm, and asks whose device it is',
  async (verdict) => {
    const reports: StepReport[] = [{ key: 'request', ended: 'ok', signer: 'other' }];
    const result: CheckedReceipt = { ...BASE, verdict, reports };
    await show(<VerdictCard result={result} order={order} />, { common, proof: en });
    expect(titleShown()).toBe(en.verdict.elsewhere.title);
    expect(titleShown()).not.toMatch(/valid/i);
    expect(document.body.textContent).toContain(en.verdict.elsewhere.text);
    expect(document.querySelector('[role=alert], .text-warn, .text-danger')).toBeNull();
    const ways = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href'));
    expect(ways).toEqual([expect.stringContaining('view=devices'), expect.stringContaining(order.id)]);
  },
);

test("comparing the site's key is asked once on this device, and not under every order", async () => {
  session.state.set({ ...session.state.get(), name: 'first-asked' });
  const pin = { vkey: 'candor+1a2b3c4d+AAAA', seenAtMs: 1, retiredAtMs: null };
  const card = (isFirstSeen: boolean) => (
    <VerdictCard
      result={{ ...BASE, verdict: isFirstSeen ? 'consistent' : 'valid', reports: [], pin, isFirstSeen }}
      order={order}
    />
  );
  await show(card(true), { common, proof: en });
  await until(() => expect(document.body.textContent).toContain(en.key.ask));
  expect(titleShown()).toBe(en.verdict.consistent.title);
  await press(en.key.askDone);
  await until(() => expect(document.body.textContent).not.toContain(en.key.ask));
  await show(card(false), { common, proof: en });
  await settle();
  expect(document.body.textContent).not.toContain(en.key.ask);
  expect(document.body.textContent).toContain('1a2b 3c4d');
});
