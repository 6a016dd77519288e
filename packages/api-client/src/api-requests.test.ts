import { turnOffTotp } from '@candor/contract/calls/factors';
import { makeDeposit, makeWithdrawal } from '@candor/contract/calls/cashier';
import { logIn } from '@candor/contract/calls/identity';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { createApi } from './api.ts';
import { anything, plainCalls } from './testing/plain-calls.ts';
import type { Api, ApiSettings } from './api.ts';
import { createHosts } from './hosts.ts';
import type { Hosts } from './hosts.ts';

type Sent = {
  url: string;
  headers: Record<string, string>;
  method?: string | undefined;
  body?: unknown;
  signal?: AbortSignal | null | undefined;
};

let sent: Sent[];
let answers: (() => Response)[];
let hosts: Hosts;
const remembered = vi.fn();

function createdApi(changes: Partial<ApiSettings> = {}): Api & ReturnType<typeof plainCalls> {
  const made = createApi({
    hosts,
    token: () => 'T',
    onUnauthorized: () => undefined,
    language: () => 'en',
    ...changes,
  });
  return { ...made, ...plainCalls(made) };
}

beforeEach(() => {
  sent = [];
  answers = [];
  remembered.mockReset();
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: remembered });
  vi.stubGlobal('fetch', async (url: string, { headers, method, body, signal }: RequestInit) => {
    sent.push({ url, headers: { ...(headers as Record<string, string>) }, method, body, signal });
    const answer = answers.shift();
    if (answer === undefined) throw new TypeError('connection refused');
    return await Promise.resolve(answer());
  });
  hosts = createHosts('chosen_host');
  hosts.set(['https://a.example', 'https://b.example', 'https://c.example']);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function envelope(body: object, status = 200) {
  return () => new Response(JSON.stringify(body), { status });
}

const done = envelope({ code: 200, msg: '', data: { x: 1 } });

async function failure(call: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await call.catch((reason: unknown) => reason);
  if (!(error instanceof ApiError)) throw new Error(`expected an ApiError, got ${String(error)}`);
  return error;
}

describe('what is sent', () => {
  test('every kind of call has its method, and only what has a body names its type', async () => {
    answers = [done, done, done, done, done];
    const api = createdApi({ headers: () => ({ 'X-App': 'console' }) });
    await api.getEnvelope('/r', anything);
    await api.post('/w', { a: 1 }, anything, { headers: { 'X-One': '1' } });
    await api.put('/w', { a: 2 }, anything);
    await api.del('/w', anything);
    await api.del('/w', anything, { body: { a: 3 } });
    expect(sent.map(({ method, body }) => [method, body])).toEqual([
      ['GET', undefined],
      ['POST', '{"a":1}'],
      ['PUT', '{"a":2}'],
      ['DELETE', undefined],
      ['DELETE', '{"a":3}'],
    ]);
    expect(sent.map(({ headers }) => headers['Content-Type'])).toEqual([
      undefined,
      'application/json',
      'application/json',
      undefined,
      'application/json',
    ]);
    expect(sent.every(({ headers }) => headers['X-App'] === 'console')).toBe(true);
    expect(sent.map(({ headers }) => headers['X-One'])).toEqual([undefined, '1', undefined, undefined, undefined]);
    expect(new Set(sent.map(({ headers }) => headers['Idempotency-Key'])).size).toBe(5);
  });

  test('getEnvelope reads the whole answer', async () => {
    answers = [envelope({ code: 200, msg: 'm', data: 1, roles: ['member'] })];
    expect(await createdApi().getEnvelope('/r', anything)).toMatchObject({ msg: 'm', data: 1, roles: ['member'] });
  });

  test('a read waits 5 s, a write 60 s, and a call that names its time that long', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    answers = [done, done, done];
    await createdApi().get('/r', anything);
    await createdApi().post('/w', {}, anything);
    await createdApi().get('/r', anything, { timeoutMs: 20_000 });
    expect(timeout.mock.calls).toEqual([[5_000], [60_000], [20_000]]);
  });

  test('a signed call without a body signs an empty one', async () => {
    const sign = vi.fn(async () => await Promise.resolve('S'));
    answers = [done, done, done];
    const api = createdApi({ sign });
    await api.del(turnOffTotp.path, anything, { idempotencyKey: 'K', signed: true });
    await api.post(makeDeposit.path, undefined, anything, { idempotencyKey: 'K', signed: true });
    expect(sign.mock.calls).toEqual([
      ['T', { method: 'DELETE', path: turnOffTotp.path, body: '', idempotencyKey: 'K' }],
      ['T', { method: 'POST', path: makeDeposit.path, body: '', idempotencyKey: 'K' }],
    ]);
    await api.post(makeWithdrawal.path, {}, anything, { isToken: false, signed: true });
    expect(sign).toHaveBeenCalledTimes(2);
    expect(sent.map(({ headers }) => headers['Device-Signature'])).toEqual(['S', 'S', undefined]);
  });

  test('with onProgress the form is sent by a request that reports it', async () => {
    const opened: unknown[] = [];
    class Call extends EventTarget {
      readonly upload = new EventTarget();
      readonly status = 200;
      readonly responseText = '{"code":200,"msg":"","data":{"x":2}}';
      open(...all: unknown[]): void {
        opened.push(all);
      }
      setRequestHeader(): void {
        opened.push('header');
      }
      getResponseHeader(): null {
        return null;
      }
      send(): void {
        const progress = Object.assign(new Event('progress'), { lengthComputable: true, loaded: 1, total: 2 });
        this.upload.dispatchEvent(progress);
        this.dispatchEvent(new Event('load'));
      }
    }
    vi.stubGlobal('XMLHttpRequest', Call);
    const onProgress = vi.fn();
    expect(await createdApi().post('/w', new FormData(), anything, { onProgress })).toEqual({ x: 2 });
    expect(opened[0]).toEqual(['POST', 'https://a.example/w']);
    expect(onProgress).toHaveBeenCalledExactlyOnceWith(0.5);
    expect(sent).toEqual([]);
  });
});

describe('another host', () => {
  test('is shown as switching until it answers', async () => {
    const seen: boolean[] = [];
    hosts.switching.subscribe(() => seen.push(hosts.switching.get()));
    answers = [envelope({}, 503), done, done];
    await createdApi().get('/r', anything);
    expect(seen).toEqual([true, false]);
    await failure(
      createdApi()
        .get('/r', anything, { query: { a: '' } })
        .then(() => createdApi().get('/r', anything)),
    );
    expect([seen, hosts.switching.get()]).toEqual([[true, false, true, false], false]);
  });

  test('is remembered only when it was needed', async () => {
    answers = [done];
    await createdApi().get('/r', anything);
    expect(remembered).not.toHaveBeenCalled();
    answers = [envelope({}, 502), done];
    await createdApi().get('/r', anything);
    expect(remembered).toHaveBeenCalledExactlyOnceWith('chosen_host', '1');
  });

  test('is not asked after the screen is gone', async () => {
    const gone = new AbortController();
    vi.stubGlobal('fetch', async (url: string, { signal }: RequestInit) => {
      sent.push({ url, headers: {} });
      return await new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(new DOMException('gone', 'AbortError')));
      });
    });
    const read = createdApi().get('/r', anything, { signal: gone.signal });
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    gone.abort();
    await expect(read).rejects.toMatchObject({ name: 'AbortError' });
    expect(sent).toHaveLength(1);
  });
});

describe('a refusal', () => {
  test.each([
    [429, 'RATE_LIMITED'],
    [413, 'BODY_TOO_LARGE'],
    [414, 'UNKNOWN_ERROR'],
    [500, 'UNKNOWN_ERROR'],
  ])('a page with status %i: %s', async (status, key) => {
    answers = [() => new Response('<html></html>', { status })];
    expect(await failure(createdApi().get('/r', anything))).toMatchObject({
      code: status,
      key,
      message: `${status} ${key}`,
    });
  });

  test('only 401 says that the session is over, and why', async () => {
    const onUnauthorized = vi.fn();
    const api = createdApi({ onUnauthorized });
    answers = [envelope({ code: 403, msg: '' }), envelope({ code: 500, msg: '', error: 'FAULT' })];
    expect(await failure(api.get('/r', anything))).toMatchObject({ key: 'FORBIDDEN' });
    expect(await failure(api.get('/r', anything))).toMatchObject({ key: 'FAULT' });
    expect(onUnauthorized).not.toHaveBeenCalled();
    answers = [envelope({ code: 401, msg: '', error: 'UNAUTHORIZED' })];
    await failure(api.get('/r', anything));
    expect(onUnauthorized).toHaveBeenCalledExactlyOnceWith('session', expect.objectContaining({ code: 401 }));
  });

  test('a session that a freeze ended says why', async () => {
    const onUnauthorized = vi.fn();
    const params = { because: 'BECAUSE_LEGAL_DUTY' };
    answers = [envelope({ code: 401, msg: '', error: 'SESSION_FROZEN_BECAUSE', params })];
    await failure(createdApi({ onUnauthorized }).get('/r', anything));
    expect(onUnauthorized).toHaveBeenCalledExactlyOnceWith(
      'frozen',
      expect.objectContaining({ key: 'SESSION_FROZEN_BECAUSE', params }),
    );
  });

  test('without a session none can have expired', async () => {
    const onUnauthorized = vi.fn();
    const api = createdApi({ token: () => null, onUnauthorized });
    answers = [envelope({ code: 401, msg: '' }), envelope({ code: 403, msg: '' })];
    expect(await failure(api.get('/r', anything))).toMatchObject({ code: 401, key: 'AUTHENTICATION_FAILED' });
    expect(await failure(api.get('/r', anything))).toMatchObject({ code: 403, key: 'FORBIDDEN' });
    expect(onUnauthorized).not.toHaveBeenCalled();
    expect(sent[0]?.headers).not.toHaveProperty('Authorization');
  });

  test('of another kind asks for no confirmation', async () => {
    const confirm = vi.fn(async () => await Promise.resolve(true));
    answers = [envelope({ code: 500, msg: '', error: 'BALANCE_INSUFFICIENT' })];
    expect((await failure(createdApi({ confirm }).post('/w', {}, anything))).key).toBe('BALANCE_INSUFFICIENT');
    expect([confirm.mock.calls, sent.length]).toEqual([[], 1]);
  });

  test('an answer that does not fit names what did not', async () => {
    answers = [done];
    const cause = new Error('shape');
    const parse = (): never => {
      throw cause;
    };
    expect(await failure(createdApi().get('/r', { parse }))).toMatchObject({ code: 200, key: 'UNKNOWN_ERROR', cause });
  });
});

describe('a private picture', () => {
  const picture = (type: string | null, status = 200) => {
    const response = new Response('bytes', { status, headers: type === null ? {} : { 'content-type': type } });
    if (type === null) response.headers.delete('content-type');
    return () => response;
  };

  test('is read with the token from the chosen host, and waits 60 s', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    answers = [picture('image/png')];
    const blob = await createdApi().getPicture('/p');
    expect(await blob.text()).toBe('bytes');
    expect(sent[0]).toMatchObject({
      url: 'https://a.example/p',
      method: 'GET',
      headers: { Authorization: 'Bearer T' },
    });
    expect(sent[0]?.headers).not.toHaveProperty('Idempotency-Key');
    expect(timeout).toHaveBeenCalledExactlyOnceWith(60_000);
    expect(sent[0]?.signal?.aborted).toBe(false);
  });

  test.each([
    ['JSON', 'application/json', 404],
    ['a text that names an image last', 'text/image/', 200],
    ['nothing', null, 500],
  ])('is missing if the answer is %s', async (_, type, status) => {
    answers = [picture(type, status)];
    expect(await failure(createdApi().getPicture('/p'))).toMatchObject({ code: status, key: 'NOT_FOUND' });
  });

  test('is no longer waited for when the screen is gone', async () => {
    const gone = new AbortController();
    answers = [picture('image/png')];
    await createdApi().getPicture('/p', gone.signal);
    expect(sent[0]?.signal?.aborted).toBe(false);
    gone.abort();
    expect(sent[0]?.signal?.aborted).toBe(true);
  });
});

describe('a form of a stranger', () => {
  const asked = envelope({ code: 403, msg: '', error: 'PUZZLE_REQUIRED', params: { form: 'login', fault: 'missing' } });
  const headersOf = () => sent.map(({ headers }) => headers['x-puzzle']);

  test('is sent again with the answer to the puzzle, under the same key', async () => {
    answers = [asked, done];
    const api = createdApi({ puzzle: (_, __, form) => (form === 'login' ? 'answer for login' : null) });
    await api.post(logIn.path, {}, anything);
    expect(headersOf()).toEqual([undefined, 'answer for login']);
    expect(new Set(sent.map(({ headers }) => headers['Idempotency-Key'])).size).toBe(1);
  });

  test('takes an answer along that is ready', async () => {
    answers = [done];
    await createdApi({ puzzle: (path) => (path === logIn.path ? 'ready' : null) }).post(logIn.path, {}, anything);
    expect(headersOf()).toEqual(['ready']);
  });

  test('is given up when the site takes no answer, and when nobody can solve it', async () => {
    answers = [asked, asked, asked, asked, asked];
    const api = createdApi({ puzzle: () => 'cheap' });
    expect((await failure(api.post(logIn.path, {}, anything))).key).toBe('PUZZLE_REQUIRED');
    expect(sent).toHaveLength(4);
    answers = [asked];
    expect((await failure(createdApi().post(logIn.path, {}, anything))).key).toBe('PUZZLE_REQUIRED');
  });
});

test('a fault of the server has status 500 and is read as what it says; no other host does the same again', async () => {
  answers = [
    envelope({ code: 500, msg: '', error: 'FAULT' }, 500),
    envelope({ code: 500, msg: '', error: 'ORDER_FAILED_RETRY' }, 500),
  ];
  const api = createdApi();
  const failure = async (call: Promise<unknown>) => await call.catch((error: unknown) => error);
  expect(await failure(api.get('/r', anything))).toMatchObject({ key: 'FAULT', code: 500 });
  expect(await failure(api.post('/w', {}, anything))).toMatchObject({ key: 'ORDER_FAILED_RETRY' });
  expect(sent).toHaveLength(2);
});
