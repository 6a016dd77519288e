import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { attemptUpload } from './attempt-upload.ts';

/** A request of a browser. The test plays the server. */
class FakeCall extends EventTarget {
  readonly upload = new EventTarget();
  readonly headers: [name: string, value: string][] = [];
  opened: string[] = [];
  timeout = 0;
  sent: unknown = 'nothing';
  status = 0;
  responseText = '';
  answerHeaders: Record<string, string> = {};

  open(method: string, url: string): void {
    this.opened = [method, url];
  }

  setRequestHeader(name: string, value: string): void {
    this.headers.push([name, value]);
  }

  getResponseHeader(name: string): string | null {
    return this.answerHeaders[name] ?? null;
  }

  send(body: unknown): void {
    this.sent = body;
  }

  abort(): void {
    this.dispatchEvent(new Event('abort'));
  }

  answer(status: number, text: string, headers: Record<string, string> = {}): void {
    [this.status, this.responseText, this.answerHeaders] = [status, text, headers];
    this.dispatchEvent(new Event('load'));
  }

  progress(lengthComputable: boolean, loaded: number, total: number): void {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { lengthComputable, loaded, total }));
  }
}

let calls: FakeCall[];

beforeEach(() => {
  calls = [];
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends FakeCall {
      constructor() {
        super();
        calls.push(this);
      }
    },
  );
});

afterEach(() => vi.unstubAllGlobals());

function newest(): FakeCall {
  const call = calls.at(-1);
  if (call === undefined) throw new Error('nothing was sent');
  return call;
}

const form = new FormData();
const init = { method: 'PUT', headers: { authorization: 'Bearer T', 'x-one': '1' }, body: form };

test('the form is sent with its method, headers and time limit, and the answer is parsed', async () => {
  const answered = attemptUpload('https://a.example/x', init, 9_000, {});
  expect(newest()).toMatchObject({ opened: ['PUT', 'https://a.example/x'], timeout: 9_000 });
  expect(newest().sent).toBe(form);
  expect(newest().headers).toEqual([
    ['authorization', 'Bearer T'],
    ['x-one', '1'],
  ]);
  newest().answer(200, '{"code":200}');
  expect(await answered).toEqual({
    outcome: { kind: 'answer', status: 200 },
    body: { code: 200 },
    retryAfterSec: null,
  });
});

test('without a method it is a POST, and what is not a form is not sent', async () => {
  const answered = attemptUpload('/x', { body: 'text' }, 9_000, {});
  expect(newest()).toMatchObject({ opened: ['POST', '/x'], sent: null });
  newest().answer(500, 'no JSON');
  expect(await answered).toMatchObject({ outcome: { kind: 'answer', status: 500 }, body: undefined });
});

test.each([
  ['5', 5],
  ['1', 1],
  ['0', null],
  ['-1', null],
  ['soon', null],
  ['Infinity', null],
])('the server that says retry-after %s means %s', async (said, seconds) => {
  const answered = attemptUpload('/x', init, 9_000, {});
  newest().answer(429, '{}', { 'retry-after': said });
  expect((await answered).retryAfterSec).toBe(seconds);
});

test.each(['error', 'timeout'])('the event %s is no answer', async (event) => {
  const answered = attemptUpload('/x', init, 9_000, {});
  newest().dispatchEvent(new Event(event));
  expect(await answered).toEqual({ outcome: { kind: 'no-answer' }, body: undefined, retryAfterSec: null });
});

test('progress is the part that was sent, where the browser knows it', async () => {
  const parts: number[] = [];
  const answered = attemptUpload('/x', init, 9_000, { onProgress: (sent) => parts.push(sent) });
  newest().progress(false, 1, 4);
  newest().progress(true, 0, 0);
  newest().progress(true, 1, 4);
  newest().progress(true, 1, 1);
  expect(parts).toEqual([0.25, 1]);
  newest().answer(200, '{}');
  await answered;
});

test('progress that nobody asked for does no harm', async () => {
  const answered = attemptUpload('/x', init, 9_000, {});
  newest().progress(true, 1, 4);
  newest().answer(200, '{}');
  expect((await answered).outcome.kind).toBe('answer');
});

test('an abort ends the upload, and nothing listens to the signal after an answer', async () => {
  const ended = new AbortController();
  const aborted = attemptUpload('/x', init, 9_000, { signal: ended.signal });
  ended.abort();
  await expect(aborted).rejects.toMatchObject({ name: 'AbortError', message: 'the upload was cancelled' });

  const late = new AbortController();
  const answered = attemptUpload('/x', init, 9_000, { signal: late.signal });
  const abort = vi.spyOn(newest(), 'abort');
  newest().answer(200, '{}');
  await answered;
  late.abort();
  expect(abort).not.toHaveBeenCalled();
});

test('an upload that was cancelled before it began is not sent', async () => {
  const upload = attemptUpload('/x', init, 9_000, { signal: AbortSignal.abort() });
  await expect(upload).rejects.toMatchObject({ name: 'AbortError', message: 'the upload was cancelled' });
  expect(newest().sent).toBe('nothing');
});
