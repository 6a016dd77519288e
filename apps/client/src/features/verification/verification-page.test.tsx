// @vitest-environment happy-dom
import { ZH_HANS_ERRORS as say } from '@candor/contract/errors/zh-hans';
import type { VerificationView } from '@candor/contract/verification';
import { readVerification, submitVerification } from '@candor/contract/calls/verification';
import { readProfile } from '@candor/contract/calls/account';
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { startDrafts } from '../../services/session/drafts.ts';
import { session } from '../../services/session/session.ts';
import { sampleProfile } from '../../lib/testing/sample-profile.ts';
import common from '../../locales/zh-Hans/common.json';
import verification from '../../locales/zh-Hans/verification.json';
import {
  answer,
  button,
  errorOf,
  expectWrong,
  field,
  findButton,
  messages,
  press,
  pressAgain,
  refusal,
  sentTo,
  serve,
  settle,
  show,
  startScreens,
  success,
  type,
  until,
} from '../../services/testing/screen.tsx';
import { VerificationPage } from './verification-page.tsx';

/* Name and number, two photos, a last look, sent once. */

// Drawing a photo and sending it with progress need a browser: `e2e/verification.phone.spec.ts` does both.
vi.mock('./prepare-photo.ts', () => {
  let id = 0;
  return {
    preparePhoto: async (blob: Blob) => {
      id += 1;
      return { id, blob, problems: [] };
    },
  };
});
vi.mock('@candor/api-client/attempt-upload', () => ({
  attemptUpload: async (url: string, init: RequestInit) => {
    const response = await fetch(url, init).catch(() => null);
    if (response === null) return { outcome: { kind: 'network' }, body: undefined, retryAfterSec: null };
    return { outcome: { kind: 'answer', status: 200 }, body: await response.json(), retryAfterSec: null };
  },
}));

startScreens('zh-Hans');
startDrafts();
// What was typed is kept until the session ends.
afterEach(() => {
  session.begin('token', 'member');
  session.end('logout');
});

const { identity, photo } = verification;
const SEND = `POST ${submitVerification.path}`;
const ID_NUMBER = '11010519491231002X';
const PHOTO = expect.any(File);
const NONE: VerificationView = {
  status: 'none',
  realName: null,
  idNumber: null,
  submittedAt: null,
  decidedAt: null,
  reason: null,
  wrong: [],
};

async function showPage(view: VerificationView = NONE) {
  serve(readVerification.path, view);
  serve(readProfile.path, sampleProfile({ realName: null }));
  await show(<VerificationPage />, { common, verification });
  await until(() => expect(findButton(identity.next) ?? findButton(identity.redo)).toBeDefined());
}

async function choosePhoto(side: string) {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('there is no photo to choose');
  expect(input.getAttribute('aria-label')).toBe(photo.fileOf.replace('{side}', side));
  Object.defineProperty(input, 'files', { value: [new File(['x'], `${side}.jpg`, { type: 'image/jpeg' })] });
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })));
  await settle();
}

async function fillIn() {
  await showPage();
  await type(identity.realName, '李明');
  await type(identity.idNumber, ID_NUMBER);
  await press(identity.next);
  await choosePhoto(photo.front);
  await press(identity.next);
  await choosePhoto(photo.back);
  await press(identity.next);
}

test('name and number are required, a wrong number is told from a missing one, and the step stays', async () => {
  await showPage();
  await press(identity.next);
  expectWrong(identity.realName, say.NAME_REQUIRED);
  expect(errorOf(identity.idNumber)).toBe(say.ID_NUMBER_REQUIRED);
  await type(identity.realName, '李明');
  await type(identity.idNumber, '110105194912310021');
  await press(identity.next);
  expectWrong(identity.idNumber, say.ID_NUMBER_CHECK);
  expect(field(identity.realName).value).toBe('李明');
});

test('the number is grouped as on the card, and both are there again after a step back', async () => {
  await showPage();
  await type(identity.realName, '李明');
  await type(identity.idNumber, ID_NUMBER);
  await press(identity.next);
  await press(common.actions.back);
  expect([field(identity.realName).value, field(identity.idNumber).value]).toEqual(['李明', '110105 19491231 002X']);
});

test('what was typed and taken is there again after the page was left', async () => {
  await fillIn();
  await showPage();
  expect([field(identity.realName).value, field(identity.idNumber).value]).toEqual(['李明', '110105 19491231 002X']);
  await press(identity.next);
  expect(button(identity.next).disabled).toBe(false);
});

test('a step without its photo does not pass', async () => {
  await showPage();
  await type(identity.realName, '李明');
  await type(identity.idNumber, ID_NUMBER);
  await press(identity.next);
  expect(button(identity.next).disabled).toBe(true);
});

test('everything is sent once, with both photos', async () => {
  await fillIn();
  answer(SEND, 'never');
  await pressAgain(identity.submit);
  expect(sentTo(SEND)).toMatchObject([{ body: { realName: '李明', idNumber: ID_NUMBER, front: PHOTO, back: PHOTO } }]);
});

test('a lost answer is asked for again with the same key, and a refused name leads back to its field', async () => {
  await fillIn();
  answer(SEND, 'lost', refusal('NAME_HOLDER_DIFFERS'));
  await press(identity.submit);
  expect(messages()).toContain(say.NETWORK_ERROR);
  await press(identity.submit);
  const [first, second] = sentTo(SEND);
  expect(second?.key).toBe(first?.key);
  await until(() => expectWrong(identity.realName, say.NAME_HOLDER_DIFFERS));
  expect(field(identity.realName).value).toBe('李明');
});

test('a refused photo leads to its step, with the reason', async () => {
  await fillIn();
  answer(SEND, refusal('IMAGE_INVALID', { fields: { back: 'IMAGE_INVALID' } }));
  await press(identity.submit);
  await until(() => expect(document.querySelector('section')?.getAttribute('aria-label')).toBe(photo.back));
  expect(document.body.textContent).toContain(say.IMAGE_INVALID);
});

test('after a rejection only the wrong part is asked for', async () => {
  await showPage({ ...NONE, status: 'rejected', reason: 'NAME_DIFFERS', wrong: ['realName'] });
  await press(identity.redo);
  await press(identity.next);
  expectWrong(identity.realName, say.NAME_REQUIRED);
  await type(identity.realName, '李明');
  await press(identity.next);
  answer(SEND, success({ ...NONE, status: 'pending' }));
  await press(identity.submit);
  expect(sentTo(SEND)).toMatchObject([{ body: { realName: '李明' } }]);
  await until(() => expect(document.body.textContent).toContain(identity.states.pending));
});
