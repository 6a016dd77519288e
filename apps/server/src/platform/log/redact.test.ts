import fc from 'fast-check';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createLog } from './log.ts';

/** The line that a log writes of these fields. */
function lineOf(fields: Record<string, unknown>): Record<string, unknown> {
  const lines: string[] = [];
  createLog('info', { write: (line) => lines.push(line) }).info(fields, 'text');
  return JSON.parse(lines.join('')) as Record<string, unknown>;
}

function failure(fields: object, message = 'failed'): Error {
  return Object.assign(new Error(message), fields);
}

describe('an error keeps its code', () => {
  it.each([
    ['of SQL', '23505'],
    ['of SQL, our own', 'CD007'],
    ['of Node', 'ECONNREFUSED'],
    ['of Node, with a digit', 'E2BIG'],
    ['of a library', 'ERR_STREAM_PREMATURE_CLOSE'],
    ['of a certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['of Fastify', 'FST_ERR_BAD_STATUS_CODE'],
    ['of a socket', 1006],
    ['of a process', 1],
    ['of the system', -111],
  ])('%s: %s', (_, code) => {
    expect(lineOf({ err: failure({ code }) })).toMatchObject({ err: { type: 'Error', message: 'failed', code } });
  });

  it('also inside another error, in a list of errors, and under any name', () => {
    const refused = failure({ code: 'ECONNREFUSED' }, 'refused');
    const all = new AggregateError([refused, failure({ code: '53300' })], 'all failed');
    expect(lineOf({ err: all, other: { deep: [refused] } })).toMatchObject({
      err: { type: 'AggregateError', aggregateErrors: [{ code: 'ECONNREFUSED' }, { code: '53300' }] },
      other: { deep: [{ code: 'ECONNREFUSED' }] },
    });
    expect(lineOf({ err: failure({ inner: refused }) })).toMatchObject({ err: { inner: { code: 'ECONNREFUSED' } } });
  });

  it('and its stack with those of its causes', () => {
    const { err } = lineOf({ err: new Error('outer', { cause: failure({ code: 'EPIPE' }, 'inner') }) });
    expect(err).toMatchObject({ message: 'outer: inner', stack: expect.stringContaining('caused by: Error: inner') });
  });

  it('and an error logged alone is one', () => {
    const lines: string[] = [];
    createLog('info', { write: (line) => lines.push(line) }).error(failure({ code: 'EPIPE' }));
    expect(JSON.parse(lines.join(''))).toMatchObject({ msg: 'failed', err: { code: 'EPIPE' } });
  });
});

describe('a code that opens something is removed', () => {
  it.each([
    ['a one-time code', { code: '123456' }],
    ['a one-time code, as a number', { code: 123_456 }],
    ['what looks like a code of SQL', { code: '23505' }],
    ['an invitation', { inviteCode: 'ABCDE' }],
    ['recovery codes', { recoveryCodes: ['abcd-efgh'] }],
    ['a code of a second factor', { step: { factor: { secondFactorCode: '123456' } } }],
    ['a code in a list', { calls: [{ code: '123456' }] }],
    ['a code in a body beside an error', { err: failure({ code: 'EPIPE' }), body: { code: '123456' } }],
    ['a one-time code that somebody put into an error', { err: failure({ code: '123456' }) }],
    ['the same as a number', { err: failure({ code: 123_456 }) }],
    ['a body that somebody put into an error', { err: failure({ body: { code: '12345', inviteCode: 'ABCDE' } }) }],
    ['words in the place of a code', { err: failure({ code: 'my password is 5' }) }],
  ])('%s', (_, fields) => {
    const text = JSON.stringify(lineOf(fields));
    expect(text).toContain('[removed]');
    expect(text).not.toMatch(/123_?456|ABCDE|abcd|12345|23505|my password/);
  });
});

it.each([
  'pwd',
  'withdrawPwd',
  'oldPwd',
  'password',
  'seedPassword',
  'token',
  'sessionToken',
  'authorization',
  'Authorization',
  'set-cookie',
  'secret',
  'site_secret',
  'idNumber',
  'phone',
  'realName',
  'cardNumber',
  'connectionString',
  'privateKey',
  'pin',
  'otp',
])('%s is removed at every depth, in errors too', (name) => {
  const planted = { [name]: 'planted' };
  const fields = {
    ...planted,
    one: { two: { three: { four: [planted] } } },
    err: failure({ config: planted, ...planted }),
  };
  const text = JSON.stringify(lineOf(fields));
  expect(text).not.toContain('planted');
  expect(text.match(/\[removed\]/g)).toHaveLength(4);
});

it('what the log calls of the site name is kept', () => {
  const fields = {
    product: 'BTCUSDT',
    invitee: '7',
    key: 'FORBIDDEN',
    exitCode: 1,
    statusCode: 500,
    footprint: 3,
    reason: 'no',
    at: 1,
    absent: null,
  };
  expect(lineOf(fields)).toMatchObject(fields);
});

it('a password in an address is removed, and the address is kept', () => {
  const { err, url } = lineOf({
    url: 'postgres://candor:hush@db/x',
    err: new Error('no answer of postgres://a:hush@db:5432'),
  });
  expect(url).toBe('postgres://candor:[removed]@db/x');
  expect(JSON.stringify(err)).not.toContain('hush');
});

it('the values of a row that a broken constraint quotes are removed, our own details are kept', () => {
  const refused = (code: string, detail: string) =>
    Object.assign(new pg.DatabaseError('x', 1, 'error'), { code, detail });
  const detailOf = (error: Error) => (lineOf({ err: error })['err'] as Record<string, unknown>)['detail'];
  expect(detailOf(refused('23505', 'Key (phone)=(13800138000) already exists.'))).toBe(
    'Key (phone)=([removed]) already exists.',
  );
  expect(detailOf(refused('23514', 'Failing row contains (7, (a), 13800138000).'))).toBe(
    'Failing row contains ([removed]).',
  );
  expect(detailOf(refused('CD007', 'order 7'))).toBe('order 7');
});

it('circles, bytes and deep objects end', () => {
  const circle: Record<string, unknown> = { name: 'a' };
  circle['again'] = circle;
  const error = failure({});
  Object.assign(error, { self: error });
  const deep = Array.from({ length: 50 }).reduce<object>((inner) => ({ inner }), { token: 'planted' });
  const text = JSON.stringify(lineOf({ circle, err: error, bytes: Buffer.from('planted'), deep }));
  expect(text).not.toContain('planted');
  expect(text).toContain('[7 bytes]');
});

it('no field with a secret name is ever written, and no line throws', () => {
  const leaf = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.boolean(), fc.date({ noInvalidDate: true }));
  const tree = fc.letrec((tie) => ({
    node: fc.oneof(
      leaf,
      fc.dictionary(fc.constantFrom('a', 'err', 'code', 'token', 'list', 'message'), tie('node'), { maxKeys: 4 }),
      fc.array(tie('node'), { maxLength: 3 }),
      fc.record({ code: leaf, token: fc.constant('planted') }).map((fields) => failure(fields)),
    ),
  })).node;
  fc.assert(
    fc.property(tree, (value) => {
      expect(JSON.stringify(lineOf({ value, token: 'planted', inner: { code: 'planted' } }))).not.toContain('planted');
    }),
  );
});

it('a line without a text of its own has that of its error, without the password in it', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => lines.push(line) });
  const error = failure({}, 'connect postgres://u:hunter2@h/db failed');
  log.error(error);
  log.error({ err: error });
  log.error('connect postgres://u:hunter2@h/db failed');
  expect(lines).toHaveLength(3);
  for (const line of lines) {
    expect(line).not.toContain('hunter2');
    expect(line).toContain('connect postgres://u:');
  }
});

it('a moment that is none does not break the line', () => {
  expect(lineOf({ at: new Date(Number.NaN) })).toMatchObject({ msg: 'text' });
});
