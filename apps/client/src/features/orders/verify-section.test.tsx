// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { sampleOrder } from '../../lib/testing/sample-order.ts';
import common from '../../locales/en/common.json';
import proof from '../../locales/en/proof.json';
import trade from '../../locales/en/trade.json';
import { settle, show, startScreens, until } from '../../services/testing/screen.tsx';
import { VerifySection } from './verify-section.tsx';

startScreens();

const ABOUT = { file: 'candor-proof-0.1.0.tgz', bytes: 128_833, sha256: 'ab'.repeat(32) };

async function open(answer: () => Response): Promise<void> {
  vi.stubGlobal('fetch', async () => await Promise.resolve(answer()));
  await show(<VerifySection order={sampleOrder({ status: 'won' })} />, { common, proof, trade });
}

test('the command stands beside the program that this site serves', async () => {
  await open(() => Response.json(ABOUT));
  await until(() => expect(document.querySelector('code')?.textContent).toContain(`./${ABOUT.file} candor-verify `));
});

test('without a program there is no command', async () => {
  await open(() => new Response('', { status: 404 }));
  await settle();
  expect(document.body.textContent).toContain(proof.verify);
  expect([document.querySelector('code'), document.body.textContent?.includes(proof.command.label)]).toEqual([
    null,
    false,
  ]);
});
