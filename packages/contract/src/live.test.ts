import { expect, test } from 'vitest';
import { parseClientFrame, parseServerFrame, productTopic, tickTopic } from './live.ts';

test.each([
  { op: 'auth', token: 't' },
  { op: 'sub', topics: ['me', tickTopic('BTCUSDT'), productTopic('XAU-USD')] },
  { op: 'unsub', topics: ['tick:BTCUSDT'] },
  { op: 'ping' },
])('the client frame %j is accepted', (frame) => {
  expect(parseClientFrame(JSON.stringify(frame))).toEqual(frame);
});

test.each([
  '',
  'nonsense',
  'null',
  '[]',
  '{"op":"ping","x":1}',
  '{"op":"ping","__proto__":{}}',
  '{"op":"eval"}',
  '{"op":"auth","token":5}',
  '{"op":"auth","token":""}',
  '{"op":"sub","topics":[]}',
  '{"op":"sub","topics":["*"]}',
  '{"op":"sub","topics":["tick:"]}',
  '{"op":"sub","topics":["me:7"]}',
  '{"op":"sub","topics":"me"}',
  JSON.stringify({ op: 'sub', topics: Array.from({ length: 101 }, () => 'me') }),
  JSON.stringify({ op: 'auth', token: 'x'.repeat(513) }),
])('the client frame %s is refused', (text) => {
  expect(parseClientFrame(text)).toBeNull();
});

test('an over-long frame is not parsed', () => {
  expect(parseClientFrame(`{"op":"ping"${' '.repeat(8_192)}}`)).toBeNull();
});

const at = '2026-11-21T00:00:00.000Z';

test.each([
  { op: 'hello', serverTime: at },
  { op: 'pong', serverTime: at },
  { topic: 'tick:BTCUSDT', d: { seq: 1, at, price: '-37.63', status: 'OK' } },
  { topic: 'me', d: { type: 'notice' } },
])('the server frame %j is accepted', (frame) => {
  expect(parseServerFrame(JSON.stringify(frame))).toEqual(frame);
});

test.each([
  '<html>',
  '{"op":"new"}',
  '{"topic":"me","d":{"type":"unknown"}}',
  '{"topic":"tick:BTCUSDT","d":{"seq":1,"at":"now","price":"1","status":"OK"}}',
  '{"topic":"tick:BTCUSDT","d":{"seq":1,"at":"2026-11-21T00:00:00.000Z","price":1,"status":"OK"}}',
])('the server frame %s is ignored', (text) => {
  expect(parseServerFrame(text)).toBeNull();
});
