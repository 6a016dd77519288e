import { expect, test } from 'vitest';
import { mayStillSign, parseRotationText, rotationText, traceKeys } from './key-rotation.ts';
import { verifierKeyText } from './signed-note.ts';
import { testSigner, webCrypto } from './testing/web-crypto.ts';
import type { TestSigner } from './testing/web-crypto.ts';

const AT = Date.parse('2026-11-22T10:00:00.000Z');
const DAY_MS = 86_400_000;
const [first, second, third, stranger] = await Promise.all([testSigner(), testSigner(), testSigner(), testSigner()]);

function textOf(signer: TestSigner): string {
  return verifierKeyText(signer.key);
}

/** The note by which one key hands over to another. */
async function handOver(from: TestSigner, to: TestSigner, at = AT, signedBy = from): Promise<string> {
  return await signedBy.sign(rotationText({ from: textOf(from), to: textOf(to), at }));
}

async function traced(
  notes: readonly string[],
  trusted = [first],
  retiredAt: number | null = null,
): Promise<(readonly [string, number | null])[]> {
  const keys = await traceKeys(
    trusted.map(({ key }) => ({ ...key, retiredAt })),
    notes,
    webCrypto,
  );
  return keys.map((key) => [verifierKeyText(key), key.retiredAt]);
}

test('the text reads back, and nothing else does', () => {
  const rotation = { from: textOf(first), to: textOf(second), at: AT };
  const text = rotationText(rotation);
  expect(parseRotationText(text)).toEqual({ ok: true, value: rotation });
  const broken = [
    `${text}\n`,
    `${text}x`,
    text.slice(0, -1),
    text.replace('v1', 'v2'),
    text.replace('.000Z', 'Z'),
    text.replace(textOf(first), ''),
    text.replace(textOf(second), ''),
    '',
  ];
  for (const other of broken) expect(parseRotationText(other)).toMatchObject({ ok: false });
  const same = text.replace(textOf(second), textOf(first));
  expect(parseRotationText(same)).toMatchObject({ ok: false });
});

test('a rotation that does not name two keys is never signed', () => {
  const [from, to] = [textOf(first), textOf(second)];
  for (const keys of [
    { from, to: from },
    { from: `${from}\n`, to },
    { from, to: `${to}\n` },
    { from: '', to },
  ]) {
    expect(() => rotationText({ ...keys, at: AT })).toThrow('names two keys');
  }
});

test('notes lead from a trusted key over the next ones, in whatever order they come', async () => {
  const notes = [await handOver(second, third, AT + DAY_MS), await handOver(first, second)];
  const wanted = [
    [textOf(first), AT],
    [textOf(second), AT + DAY_MS],
    [textOf(third), null],
  ];
  expect(await traced(notes)).toEqual(wanted);
  expect(await traced(notes.toReversed())).toEqual(wanted);
  expect(await traced(notes, [second])).toEqual(wanted.slice(1));
  // Also when the moments of the notes are not in the order of the keys.
  const early = [await handOver(second, third, AT), await handOver(first, second, AT + DAY_MS)];
  expect((await traced(early)).map(([key]) => key)).toEqual([first, second, third].map(textOf));
  // Also between keys that are trusted already.
  expect(await traced(notes, [first, second, third])).toEqual(wanted);
});

test('nothing leads to a key that only names itself, that a stranger names, or whose note was changed', async () => {
  const alone = [[textOf(first), null]];
  const changed = (await handOver(first, second)).replace('2026-11-22', '2026-11-23');
  expect(await traced([])).toEqual(alone);
  expect(await traced([changed, 'no note'])).toEqual(alone);
  expect(await traced([await handOver(stranger, second)])).toEqual(alone);
  expect(await traced([await handOver(first, second, AT, second)])).toEqual(alone);
  // A trusted key cannot speak for another one.
  expect(await traced([await handOver(stranger, second, AT, first)])).toEqual(alone);
  const both = [...alone, [textOf(second), null]];
  expect(await traced([await handOver(second, stranger, AT, first)], [first, second])).toEqual(both);
});

test('a key hands over once: a later note by a stolen old key leads nowhere', async () => {
  const notes = [await handOver(first, stranger, AT + DAY_MS), await handOver(first, second)];
  expect(await traced(notes)).toEqual([
    [textOf(first), AT],
    [textOf(second), null],
  ]);
});

test('a key that is known to be retired leads nowhere, whatever moment its note names', async () => {
  const backdated = await handOver(first, stranger, AT - DAY_MS);
  expect(await traced([backdated], [first], AT)).toEqual([[textOf(first), AT]]);
});

test('a retired key signs for ten more minutes, while machines change over', () => {
  expect(mayStillSign({ retiredAt: null }, AT)).toBe(true);
  expect(mayStillSign({ retiredAt: AT }, AT + 600_000)).toBe(true);
  expect(mayStillSign({ retiredAt: AT }, AT + 600_001)).toBe(false);
});
