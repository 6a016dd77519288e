import { expect, it } from 'vitest';
import { readZip } from '../../testing/read-zip.ts';
import { zipOf } from './zip.ts';
import type { Content } from './zip.ts';

const MADE_AT = Date.UTC(2026, 10, 28, 12);

async function zipped(files: Readonly<Record<string, Content>>): Promise<Buffer> {
  const entries = async function* () {
    for (const [name, content] of Object.entries(files)) yield { name, content };
  };
  const chunks: Buffer[] = [];
  for await (const chunk of zipOf(entries(), MADE_AT)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function texts(zip: Buffer) {
  return readZip(zip).map(({ name, bytes, crc }) => ({ name, text: bytes.toString(), crc }));
}

it('holds each file under its name, whole, with its checksum', async () => {
  const zip = await zipped({ 'orders.csv': ['1234', Buffer.from('56789')], '图片/空 (1).txt': [] });
  // The check value of CRC-32 is that of these nine digits.
  expect(texts(zip)).toEqual([
    { name: 'orders.csv', text: '123456789', crc: 0xcb_f4_39_26 },
    { name: '图片/空 (1).txt', text: '', crc: 0 },
  ]);
});

it('packs what comes in many chunks', async () => {
  const zip = await zipped({
    long: Array.from({ length: 2_000 }, (_, line) => `a line of an order, number ${line}\r\n`),
  });
  expect(zip.length).toBeLessThan(20_000);
  expect(texts(zip)[0]?.text.split('\r\n')).toHaveLength(2_001);
});

it.each(['../up', '/root', 'a//b', 'a/./b', String.raw`a\b`, 'C:x', 'a\nb', 'a\u0000b', ''])(
  'never holds the name %j',
  async (name) => {
    await expect(zipped({ [name]: [] })).rejects.toThrow('plain parts');
  },
);

it('throws what its content throws', async () => {
  const failing = function* () {
    yield 'first';
    throw new Error('the database is gone');
  };
  await expect(zipped({ a: failing() })).rejects.toThrow('the database is gone');
});
