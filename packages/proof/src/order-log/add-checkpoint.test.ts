import { expect, it } from 'vitest';
import { toBase64 } from '../encoding.ts';
import { BODY_BYTES_MAX, parseAddCheckpoint, REFUSALS, writeAddCheckpoint } from './add-checkpoint.ts';

const NOTE = 'candor-order-log\n7\nroot\n\n— site abcd\n';
const HASH = `${toBase64(new Uint8Array(32).fill(7))}\n`;

function proofOf(length: number): Uint8Array[] {
  return Array.from({ length }, (_, place) => new Uint8Array(32).fill(place));
}

it('what is written is read again, with a proof of up to 63 hashes', () => {
  for (const [old, length] of [
    [0, 0],
    [1, 1],
    [7, 3],
    [Number.MAX_SAFE_INTEGER, 63],
  ] as const) {
    const request = { old, proof: proofOf(length), note: NOTE };
    const body = writeAddCheckpoint(request);
    expect(parseAddCheckpoint(body)).toEqual(request);
    expect(body.length).toBeLessThan(BODY_BYTES_MAX);
  }
  expect(parseAddCheckpoint(writeAddCheckpoint({ old: 1, proof: proofOf(64), note: NOTE }))).toBeNull();
});

it('a body is the old size, a line for each hash, an empty line and the note as it is', () => {
  expect(writeAddCheckpoint({ old: 12, proof: [new Uint8Array(32).fill(7)], note: NOTE })).toBe(
    `old 12\n${HASH}\n${NOTE}`,
  );
});

it.each([
  ['nothing', ''],
  ['no empty line', `old 1\n${HASH}`],
  ['only an empty line', '\n\n'],
  ['no old size', `${HASH}\n${NOTE}`],
  ['an old size with a zero before it', `old 01\n\n${NOTE}`],
  ['a negative old size', `old -1\n\n${NOTE}`],
  ['something before the old size', `very old 1\n\n${NOTE}`],
  ['something after the old size', `old 1 \n\n${NOTE}`],
  ['an old size beyond what is exact', `old 9999999999999999\n\n${NOTE}`],
  ['a hash that is too short', `old 1\n${toBase64(new Uint8Array(31))}\n\n${NOTE}`],
  ['a hash that is too long', `old 1\n${HASH}${toBase64(new Uint8Array(33))}\n\n${NOTE}`],
  ['a line that is no base64', `old 1\n${HASH}hash\n\n${NOTE}`],
])('%s is no request', (_, body) => {
  expect(parseAddCheckpoint(body)).toBeNull();
});

it('a body has at most 64 KiB, and every refusal has the status of the rules and says why', () => {
  expect(BODY_BYTES_MAX).toBe(65_536);
  expect(Object.entries(REFUSALS).map(([key, { status }]) => [key, status])).toEqual([
    ['MALFORMED', 400],
    ['OLD_TOO_LARGE', 400],
    ['ORIGIN_UNKNOWN', 404],
    ['KEY_UNKNOWN', 403],
    ['OLD_DIFFERS', 409],
    ['OTHERS_UNREAD', 503],
    ['BEHIND_OTHERS', 503],
    ['ROOT_DIFFERS', 409],
    ['PROOF_WRONG', 422],
    ['FORKED', 422],
  ]);
  for (const { words } of Object.values(REFUSALS)) expect(words).toMatch(/^[A-Z].+\.$/);
});
