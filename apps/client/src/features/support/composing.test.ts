// @vitest-environment happy-dom
import type { SupportMessage } from '@candor/contract/support';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dropInterruption } from '../../services/session/interruption.ts';
import {
  captchaAnswer,
  composingNow,
  keepDraft,
  retryMessage,
  sendMessage,
  takeBack,
  textProblem,
} from './composing.ts';

const ORDER = '01a1feec-e019-7341-b028-13348c210d63';
const message: SupportMessage = {
  id: '10001',
  author: 'member',
  text: 'hello',
  picture: null,
  finding: null,
  answers: null,
  order: null,
  checked: null,
  createdAt: '2026-11-21T03:00:00.000Z',
};

function said(orderId: string | null) {
  return { text: 'hello', orderId, picture: null };
}

type Call = { key: string | null; body: unknown };
let calls: Call[];
let taken: SupportMessage[];
function onTaken(each: SupportMessage) {
  return void taken.push(each);
}

/** Answers fetches one after the other; 'lost' is a connection that breaks. */
function answerWith(...answers: unknown[]) {
  vi.stubGlobal('fetch', async (_url: string, init: { headers: HeadersInit; body: string }) => {
    calls.push({ key: new Headers(init.headers).get('idempotency-key'), body: JSON.parse(init.body) });
    const answer = answers.shift() ?? 'lost';
    if (answer === 'lost') throw new TypeError('connection lost');
    return new Response(JSON.stringify(answer));
  });
}

const done = { code: 200, msg: 'ok', data: message };

beforeEach(() => {
  localStorage.clear();
  calls = [];
  taken = [];
  dropInterruption();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  ['', null],
  [' \n', null],
  ['hello\nagain', null],
  [`  ${'a'.repeat(2_000)}  `, null],
  ['a'.repeat(2_001), 'MESSAGE_TOO_LONG'],
  ['a\tb', 'MESSAGE_INVALID'],
] as const)('the text %j has the problem %s', (text, problem) => {
  expect(textProblem(text)).toBe(problem);
});

test('a sent message leaves the draft empty', async () => {
  answerWith(done);
  keepDraft(null, 'hello');
  await sendMessage(said(null), 'member', onTaken);
  expect(composingNow()).toMatchObject({ drafts: { '': '' }, unsent: [] });
  expect(taken).toEqual([message]);
  expect(calls).toMatchObject([{ body: { text: 'hello' } }]);
});

test('a lost message is sent again with the same key', async () => {
  answerWith('lost', done);
  await sendMessage(said(ORDER), 'member', onTaken);
  const [failed] = composingNow().unsent;
  if (failed === undefined) throw new Error('it is gone');
  expect(failed).toMatchObject({ state: 'failed', orderId: ORDER });
  expect(taken).toEqual([]);
  await retryMessage(failed, onTaken);
  expect(calls[1]).toEqual(calls[0]);
  expect(calls[1]).toMatchObject({ key: failed.key, body: { text: 'hello', orderId: ORDER } });
  expect(composingNow().unsent).toEqual([]);
  expect(taken).toEqual([message]);
});

test('a refused message can be changed: its text is back in the input', async () => {
  answerWith({ code: 404, msg: 'no', error: 'ORDER_NOT_FOUND' });
  await sendMessage(said(ORDER), 'member', onTaken);
  const [refused] = composingNow().unsent;
  if (refused === undefined) throw new Error('it is gone');
  takeBack(refused);
  expect(composingNow()).toMatchObject({ drafts: { [ORDER]: 'hello' }, unsent: [] });
  takeBack({ ...refused, text: 'before' });
  expect(composingNow().drafts[ORDER]).toBe('before\nhello');
});

test('each order has its own draft', () => {
  keepDraft(null, 'a question');
  keepDraft(ORDER, 'a dispute');
  expect(composingNow().drafts).toEqual({ '': 'a question', [ORDER]: 'a dispute' });
});

test('another member sees no draft and no late answer of the member before', async () => {
  const asked = Promise.withResolvers<(response: Response) => void>();
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => asked.resolve(resolve)));
  keepDraft(ORDER, 'a dispute');
  const sending = sendMessage(said(null), 'member', onTaken);
  const answer = await asked.promise;
  dropInterruption();
  expect(composingNow()).toMatchObject({ drafts: {}, unsent: [] });
  answer(new Response(JSON.stringify(done)));
  await sending;
  expect(composingNow().unsent).toEqual([]);
  expect(taken).toEqual([]);
});

test('a draft is stored for its member, and a sent or emptied one is not', async () => {
  const stored = () => localStorage.getItem('support_drafts');
  keepDraft(ORDER, 'half a sen');
  expect(JSON.parse(stored() ?? '')).toEqual({ name: '', drafts: { [ORDER]: 'half a sen' } });
  answerWith(done);
  await sendMessage(said(ORDER), 'member', onTaken);
  expect(stored()).toBeNull();
});

test('a visitor sends the captcha and the secret of the device, the same one every time, and no session', async () => {
  const headers: Headers[] = [];
  vi.stubGlobal('fetch', async (_url: string, init: { headers: HeadersInit; body: string }) => {
    headers.push(new Headers(init.headers));
    calls.push({ key: null, body: JSON.parse(init.body) });
    return new Response(JSON.stringify({ ...done, data: { ...message, author: 'visitor' } }));
  });
  captchaAnswer.set({ uuid: 'u', code: 'c' });
  await sendMessage(said(null), 'visitor', onTaken);
  captchaAnswer.set({ uuid: '', code: '' });
  await sendMessage(said(null), 'visitor', onTaken);
  expect(calls.map(({ body }) => body)).toEqual([{ text: 'hello', uuid: 'u', code: 'c' }, { text: 'hello' }]);
  const secrets = headers.map((each) => each.get('x-candor-visitor'));
  expect(secrets[0]).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(secrets[1]).toBe(secrets[0]);
  expect(localStorage.getItem('support_visitor')).toBe(secrets[0]);
  expect(headers.some((each) => each.has('authorization'))).toBe(false);
});
