// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import common from '../../locales/en/common.json';
import support from '../../locales/en/support.json';
import { show, startScreens, until } from '../../services/testing/screen.tsx';
import { Guide } from './guide.tsx';

startScreens();

const { guide } = support;
const ABOUT = { file: 'candor-proof-0.1.0.tgz', bytes: 128_833, sha256: 'ab'.repeat(32) };

/** Opens how a receipt is checked, on a site that answers so when it is asked for the program. */
async function openVerify(answer: () => Response | Promise<Response>): Promise<void> {
  vi.stubGlobal('fetch', async () => await answer());
  await show(<Guide />, { common, support });
  const details = document.querySelector('details');
  if (details === null) throw new Error('there is nothing to open');
  await act(async () => {
    details.open = true;
    details.dispatchEvent(new Event('toggle'));
  });
}

function command() {
  return document.querySelector('code')?.textContent;
}

test('the command names the program that this site serves', async () => {
  await openVerify(() => Response.json(ABOUT));
  await until(() => expect(command()).toBe(`npx --package ./${ABOUT.file} candor-verify receipt.json`));
  expect(document.body.textContent).toContain(guide.verifyHow);
});

test('a site that serves no program shows no command for it, and says so', async () => {
  await openVerify(() => new Response('', { status: 404 }));
  await until(() => expect(document.body.textContent).toContain(guide.noProgram));
  expect([command(), document.body.textContent?.includes(guide.verifyHow)]).toEqual([undefined, false]);
});
