// @vitest-environment happy-dom
import type { SupportMessage } from '@candor/contract/support';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dropInterruption } from '../../services/session/interruption.ts';
import { composingNow, keepDraft, retryMessage, sendMessage, takeBack, textProblem } from './composing.ts';

const ORDER = '01a1feec-e019-7341-b028-13348c210d63';
const message: SupportMessage = {
  id: '10001',
  author: 'member',
  text: 'hello',
  finding: null,
  answers: null,
  order: null,
  checked: null,
  createdAt: '2026-11-21T03:00:00.000Z',
};

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
  await sendMessage('hello', null, onTaken);
  expect(composingNow()).toMatchObject({ drafts: { '': '' }, unsent: [] });
  expect(taken).toEqual([message]);
  expect(calls).toMatchObject([{ body: { text: 'hello' } }]);
});

test('a lost message is sent again with the same key', async () => {
  answerWith('lost', done);
  await sendMessage('hello', ORDER, onTaken);
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
  await sendMessage('hello', ORDER, onTaken);
  const [refused] = composingNow().unsent;
  if (refused === undefined) throw new Error('it is gone');
  takeBack(refused);
  expect(composingNow()).toMatchObject({ drafts: { [ORDER]: 'hello' }, unsent: [] });
  takeBack({ ...refused, text: 'before' });
  expect(composingNow().drafts[ORDER]).toBe('before\nhello');
});

test('each order has its own draft', () => {
  keepDraft(null, 'a question');
  keepDraft(ORDER, 'a doubt');
  expect(composingNow().drafts).toEqual({ '': 'a question', [ORDER]: 'a doubt' });
});

test('another member sees no draft and no late answer of the member before', async () => {
  const asked = Promise.withResolvers<(response: Response) => void>();
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => asked.resolve(resolve)));
  keepDraft(ORDER, 'a doubt');
  const sending = sendMessage('hello', null, onTaken);
  const answer = await asked.promise;
  dropInterruption();
  expect(composingNow()).toMatchObject({ drafts: {}, unsent: [] });
  answer(new Response(JSON.stringify(done)));
  await sending;
  expect(composingNow().unsent).toEqual([]);
  expect(taken).toEqual([]);
});
