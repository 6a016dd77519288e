import { listWithdrawals, makeWithdrawal } from '@candor/contract/calls/cashier';
import { placeOrder } from '@candor/contract/calls/trading';
import { submitVerification } from '@candor/contract/calls/verification';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { createApi } from './api.ts';
import { anything, plainCalls } from './testing/plain-calls.ts';
import type { Api, ApiSettings } from './api.ts';
import { createHosts, parseHosts } from './hosts.ts';
import type { Hosts } from './hosts.ts';

type Sent = { url: string; headers: Record<string, string>; body: unknown; credentials?: RequestCredentials };

const stored = new Map<string, string>();
let sent: Sent[];
let answers: (() => Response | Promise<Response>)[];
let hosts: Hosts;
let api: ReturnType<typeof createdApi>;

function createdApi(changes: Partial<ApiSettings> = {}): Api & ReturnType<typeof plainCalls> {
  const made = createApi({
    hosts,
    token: () => 'T',
    onUnauthorized: () => undefined,
    language: () => 'zh-Hans',
    ...changes,
  });
  return { ...made, ...plainCalls(made) };
}

beforeEach(() => {
  stored.clear();
  sent = [];
  answers = [];
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const { body, credentials = 'same-origin' } = init;
    sent.push({ url, headers: { ...(init.headers as Record<string, string>) }, body, credentials });
    const answer = answers.shift();
    if (!answer) throw new TypeError('connection refused');
    return answer();
  });
  hosts = createHosts('chosen_host');
  hosts.set(['https://a.example', 'https://b.example', 'https://c.example']);
  api = createdApi();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

function envelope(body: object, status = 200) {
  return () => new Response(JSON.stringify(body), { status });
}

function refused() {
  return Promise.reject(new TypeError('connection refused'));
}

const done = envelope({ code: 200, msg: '', data: { x: 1 } });

async function failure(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error(`expected an ApiError, got ${String(error)}`);
  return error;
}

test('a good answer gives its data; token and language are sent', async () => {
  answers = [done];
  expect(await api.get('/api/x', anything, { query: { a: 1, b: undefined } })).toEqual({ x: 1 });
  expect(sent[0]?.url).toBe('https://a.example/api/x?a=1');
  expect(sent[0]?.headers).toMatchObject({
    Authorization: 'Bearer T',
    Accept: 'application/json',
    'Accept-Language': 'zh-Hans',
  });
  expect(sent[0]?.headers).not.toHaveProperty('Idempotency-Key');
});

test('no call carries cookies, whatever it does', async () => {
  answers = [done, done, done, () => new Response('x', { headers: { 'content-type': 'image/png' } })];
  await api.get('/api/x', anything);
  await api.post('/w', {}, anything);
  await api.get('/api/x', anything, { isToken: false });
  await api.getPicture('/p');
  expect(sent.map(({ credentials }) => credentials)).toEqual(['omit', 'omit', 'omit', 'omit']);
});

test.each([
  [200, null],
  [201, null],
  [299, null],
  [300, 'UNKNOWN_ERROR'],
  [404, 'UNKNOWN_ERROR'],
  [500, 'UNKNOWN_ERROR'],
])('an answer of code 200 with status %i: %s', async (status, key) => {
  answers = [envelope({ code: 200, msg: '', data: { x: 1 } }, status)];
  const call = api.get('/api/x', anything);
  if (key === null) expect(await call).toEqual({ x: 1 });
  else expect(await failure(call)).toMatchObject({ code: status, key });
});

test.each([
  ['JSON without its type', '{"code":200,"msg":"","data":5}', 5],
  ['a page', '<html></html>', 'UNKNOWN_ERROR'],
  ['nothing', '', 'UNKNOWN_ERROR'],
])('an answer whose text is %s', async (_, text, read) => {
  answers = [() => new Response(text, { headers: { 'content-type': 'text/plain' } })];
  const call = api.get('/api/x', anything);
  if (typeof read === 'number') expect(await call).toBe(read);
  else expect((await failure(call)).key).toBe(read);
});

test('a form is sent as it is, and the browser names its type', async () => {
  answers = [done];
  const form = new FormData();
  form.set('photo', 'x');
  await api.post('/w', form, anything);
  expect(sent[0]?.body).toBe(form);
  expect(sent[0]?.headers).not.toHaveProperty('Content-Type');
});

test('isToken: false sends no token', async () => {
  answers = [done];
  await api.get('/api/x', anything, { isToken: false });
  expect(sent[0]?.headers).not.toHaveProperty('Authorization');
});

describe('failover', () => {
  describe('a call that asks for a confirmation', () => {
    const asked = envelope({ code: 500, msg: '', error: 'CONFIRMATION_REQUIRED', params: { methods: 'totp' } });

    test('is sent again when the member has confirmed: same body, same key', async () => {
      const confirm = vi.fn(async () => true);
      answers = [asked, done];
      expect(await createdApi({ confirm }).post('/w', { pwd: 'typed' }, anything)).toEqual({ x: 1 });
      const [first, second] = sent;
      expect(second).toEqual(first);
      expect(first?.headers['Idempotency-Key']).toBeDefined();
      expect(confirm).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ params: { methods: 'totp' } }));
    });

    test('is refused when they have not, when it is asked twice, and when nobody can ask', async () => {
      answers = [asked, asked, asked, asked, asked];
      expect((await failure(createdApi({ confirm: async () => false }).post('/w', {}, anything))).key).toBe(
        'CONFIRMATION_REQUIRED',
      );
      expect((await failure(createdApi({ confirm: async () => true }).post('/w', {}, anything))).key).toBe(
        'CONFIRMATION_REQUIRED',
      );
      expect(sent).toHaveLength(3);
      expect((await failure(api.post('/w', {}, anything))).key).toBe('CONFIRMATION_REQUIRED');
      const confirming = createdApi({ confirm: () => expect.unreachable() });
      await failure(confirming.post('/w', {}, anything, { confirms: false }));
    });
  });

  test.each([
    ['a refused connection', refused],
    ['502', envelope({}, 502)],
    ['503', envelope({}, 503)],
    ['504', envelope({}, 504)],
  ])('%s: the same request goes to the next host, which is remembered', async (_, failed) => {
    answers = [failed, done];
    await api.post('/api/trade/orders', { stake: '1.00' }, anything);
    expect(sent.map((one) => one.url)).toEqual([
      'https://a.example/api/trade/orders',
      'https://b.example/api/trade/orders',
    ]);
    expect(sent[1]?.headers['Idempotency-Key']).toBe(sent[0]?.headers['Idempotency-Key']);
    expect(sent[1]?.body).toBe(sent[0]?.body);
    expect(hosts.chosen()).toBe(1);
  });

  test('each host is tried once, then a read reports a network error', async () => {
    const error = await failure(api.get('/api/x', anything));
    expect([error.code, error.key, sent.length]).toEqual([0, 'NETWORK_ERROR', 3]);
  });

  test('each host is tried once, then a write reports an unknown outcome', async () => {
    const error = await failure(api.post('/api/trade/orders', {}, anything));
    expect([error.code, error.key, sent.length]).toEqual([0, 'OUTCOME_UNKNOWN', 3]);
  });

  test('the remembered host is tried first, and the last host is followed by the first', async () => {
    stored.set('chosen_host', '2');
    answers = [refused, done];
    await api.get('/api/x', anything);
    expect(sent.map((one) => one.url)).toEqual(['https://c.example/api/x', 'https://a.example/api/x']);
  });

  test('a timeout moves to the next host', async () => {
    answers = [() => new Promise<Response>(() => undefined), done];
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      sent.push({ url, headers: {}, body: null });
      const answer = answers.shift()?.() ?? refused();
      const aborted = new Promise<never>((_, reject) => {
        init.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      });
      return Promise.race([answer, aborted]);
    });
    await api.get('/api/x', anything, { timeoutMs: 10 });
    expect(sent).toHaveLength(2);
  });
});

describe('refusals', () => {
  test('many failed calls with 401 end the session once', async () => {
    let token: string | null = 'T';
    const lost = vi.fn(() => {
      token = null;
    });
    api = createdApi({ token: () => token, onUnauthorized: lost });
    answers = [envelope({ code: 401, msg: '' }), envelope({ code: 401, msg: '' })];
    const errors = await Promise.all([failure(api.get('/api/x', anything)), failure(api.get('/api/y', anything))]);
    expect(errors.map((error) => error.key)).toEqual(['SESSION_INVALID', 'SESSION_INVALID']);
    expect(lost).toHaveBeenCalledTimes(1);
  });

  test('401 on a call without a token does not end the session', async () => {
    const lost = vi.fn();
    api = createdApi({ onUnauthorized: lost });
    answers = [envelope({ code: 401, msg: '' })];
    const { key } = await failure(api.post('/api/login/login', {}, anything, { isToken: false }));
    expect(key).toBe('AUTHENTICATION_FAILED');
    expect(lost).not.toHaveBeenCalled();
  });

  test.each([
    [{ code: 403, msg: 'x' }, 'FORBIDDEN'],
    [{ code: 404, msg: 'x' }, 'NOT_FOUND'],
    [{ code: 500, msg: 'error', error: 'FAULT' }, 'FAULT'],
    [{ code: 500, msg: 'x', error: 'BALANCE_INSUFFICIENT' }, 'BALANCE_INSUFFICIENT'],
    [{ code: 777, msg: '' }, 'UNKNOWN_ERROR'],
    [{ code: 777, msg: '', error: 'MARKET_CLOSED' }, 'MARKET_CLOSED'],
  ])('%j is %s', async (body, key) => {
    answers = [envelope(body)];
    expect((await failure(api.get('/api/x', anything))).key).toBe(key);
  });

  test('an error has its fields and retry time', async () => {
    answers = [
      envelope({ code: 400, msg: '', error: 'USERNAME_EXISTS', fields: { username: 'USERNAME_EXISTS', z: 'no' } }),
    ];
    expect((await failure(api.get('/api/x', anything))).fields).toEqual({
      username: 'USERNAME_EXISTS',
      z: 'FIELD_INVALID',
    });
    answers = [envelope({ code: 429, msg: '', retryAfterSec: 7 })];
    expect((await failure(api.get('/api/x', anything))).retryAfterSec).toBe(7);
    answers = [() => new Response('slow down', { status: 429, headers: { 'retry-after': '9' } })];
    const edge = await failure(api.get('/api/x', anything));
    expect([edge.key, edge.retryAfterSec]).toEqual(['RATE_LIMITED', 9]);
    for (const header of ['0', '-9', 'soon', 'Infinity']) {
      answers = [() => new Response('slow down', { status: 429, headers: { 'retry-after': header } })];
      expect((await failure(api.get('/api/x', anything))).retryAfterSec).toBeNull();
    }
  });

  test('an answer that does not fit the contract is an error', async () => {
    answers = [done];
    const schema = {
      parse: () => {
        throw new Error('shape');
      },
    };
    expect((await failure(api.get('/api/x', schema))).key).toBe('UNKNOWN_ERROR');
  });
});

test.each([
  ['', ['']],
  ['https://a.example/, https://b.example', ['https://a.example', 'https://b.example']],
  ['https://a.example,https://a.example', ['https://a.example']],
  ['javascript:alert(1)', ['']],
  ['https://a,https://b,https://c,https://d', ['https://a', 'https://b', 'https://c']],
])('hosts %j', (text, hosts) => {
  expect(parseHosts(text)).toEqual(hosts);
});

describe('an answer that the page asked for before this code was there', () => {
  const URL = 'https://a.example/x?a=1';

  test('is used for its address and token, without another request', async () => {
    const asked: unknown[] = [];
    const early = (url: string, token: string | null) => {
      asked.push([url, token]);
      return Promise.resolve(done());
    };
    expect(await createdApi({ early }).get('/x', anything, { query: { a: 1 } })).toEqual({ x: 1 });
    expect(asked).toEqual([[URL, 'T']]);
    expect(sent).toEqual([]);
  });

  test('is asked for again if none came', async () => {
    answers = [done];
    expect(await createdApi({ early: () => Promise.resolve(null) }).get('/x', anything)).toEqual({ x: 1 });
    expect(sent).toHaveLength(1);
  });

  test('ends the session as any other would', async () => {
    const onUnauthorized = vi.fn();
    const refusal = envelope({ code: 401, msg: '', error: 'UNAUTHORIZED' }, 401);
    const api401 = createdApi({ early: () => Promise.resolve(refusal()), onUnauthorized });
    expect(await failure(api401.get('/x', anything))).toMatchObject({ code: 401 });
    expect(onUnauthorized).toHaveBeenCalledOnce();
  });

  test('is never used for a write', async () => {
    answers = [done];
    const early = vi.fn(() => Promise.resolve(done()));
    await createdApi({ early }).post('/x', {}, anything);
    expect(early).not.toHaveBeenCalled();
  });

  test('is left alone if the screen is gone meanwhile', async () => {
    const gone = new AbortController();
    const read = createdApi({ early: () => Promise.resolve(done()) }).get('/x', anything, { signal: gone.signal });
    gone.abort();
    await expect(read).rejects.toThrow();
  });
});

describe('a call that moves money', () => {
  const used = envelope({ code: 409, msg: '', error: 'SIGNATURE_USED' });
  const signatures = () => sent.map(({ headers }) => headers['Device-Signature']);
  const signing = (): typeof api => {
    let count = 0;
    return createdApi({
      sign: async (token, { method, path, body, idempotencyKey }) =>
        await Promise.resolve([(count += 1), token, method, path, body, idempotencyKey].join(' ')),
    });
  };
  const withdraw = async (by: typeof api) =>
    await by.post(makeWithdrawal.path, { a: 1 }, anything, { idempotencyKey: 'K', signed: true });

  test('is signed as it is sent; no other call is', async () => {
    answers = [done, done, done];
    api = signing();
    await withdraw(api);
    await api.post(placeOrder.path, {}, anything);
    await api.get(listWithdrawals.path, anything);
    expect(signatures()).toEqual([`1 T POST ${listWithdrawals.path} {"a":1} K`, undefined, undefined]);
  });

  test('with a form is signed over the bytes that are sent', async () => {
    answers = [done];
    const form = new FormData();
    form.append('front', new File(['picture'], 'a.jpg'));
    const signed: unknown[] = [];
    const by = createdApi({
      sign: async (_, { body }) => {
        signed.push(body);
        return await Promise.resolve('S');
      },
    });
    await by.post(submitVerification.path, form, anything, { idempotencyKey: 'K', signed: true });
    const [call] = sent;
    expect(call?.headers['Content-Type']).toMatch(/^multipart\/form-data; ?boundary=/);
    expect(call?.body).toBeInstanceOf(Uint8Array);
    expect(signed).toEqual([call?.body]);
    expect(new TextDecoder().decode(call?.body as Uint8Array)).toContain('picture');
  });

  test('is signed again for every host', async () => {
    answers = [refused, done];
    await withdraw(signing());
    expect(signatures().map((text) => text?.slice(0, 1))).toEqual(['1', '2']);
  });

  test('that the browser sent twice is signed again, once, under the same key', async () => {
    answers = [used, done];
    await withdraw(signing());
    expect(signatures().map((text) => text?.slice(0, 1))).toEqual(['1', '2']);
    expect(sent.map(({ headers }) => headers['Idempotency-Key'])).toEqual(['K', 'K']);
    answers = [used, used, done];
    expect((await failure(withdraw(signing()))).key).toBe('SIGNATURE_USED');
  });

  test('goes out unsigned from a device without the key; the answer says why the session ends', async () => {
    answers = [envelope({ code: 401, msg: '', error: 'DEVICE_KEY_REQUIRED' })];
    const onUnauthorized = vi.fn();
    await failure(withdraw(createdApi({ sign: async () => await Promise.resolve(null), onUnauthorized })));
    expect(signatures()).toEqual([undefined]);
    expect(onUnauthorized).toHaveBeenCalledExactlyOnceWith('device-key', expect.anything());
  });
});
