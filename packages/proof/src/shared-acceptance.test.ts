import { AssertionError } from '@candor/domain/assert';
import { describe, expect, it, test } from 'vitest';
import { acceptanceText } from './acceptance.ts';
import { toBase64, toHex, utf8 } from './encoding.ts';
import { logCheckpointText } from './order-log/log-checkpoint.ts';
import { isAcceptanceOf, noteOfAcceptance, shareAcceptances } from './shared-acceptance.ts';
import { verifyNote } from './signed-note.ts';
import { naiveTree, sha256 } from './testing/naive-tree.ts';
import { testSigner, webCrypto } from './testing/web-crypto.ts';

const site = await testSigner();
const texts = Array.from({ length: 130 }, (_, index) => acceptanceText(`o${index}`, 'a'.repeat(64), 'b'.repeat(64)));

async function sharedBy(of: readonly string[]): Promise<string[]> {
  const { text, places } = shareAcceptances(of, sha256);
  const note = await site.sign(text);
  return places.map((place) => place + note);
}

async function says(acceptance: string, text: string): Promise<boolean> {
  return await isAcceptanceOf(acceptance, text, webCrypto);
}

const five = await sharedBy(texts.slice(0, 5));
const [first = '', , third = ''] = five;
const [text0 = '', text1 = '', text2 = ''] = texts;

test('the layout is that of a tlog-proof over a tree of RFC 6962', async () => {
  const tree = naiveTree(texts.slice(0, 3).map(utf8));
  const root = toHex(tree.root(0, 3));
  const note = await site.sign(logCheckpointText({ size: 3, root }, 'candor-acceptances-v1'));

  const lines = tree.path(1, 3).map((hash) => `${toBase64(hash)}\n`);
  expect((await sharedBy(texts.slice(0, 3)))[1]).toBe(
    `candor-shared-acceptance-v1\nindex 1\n${lines.join('')}\n${note}`,
  );
  expect(note.startsWith('candor-acceptances-v1\n3\n')).toBe(true);
});

test.each([1, 2, 3, 4, 5, 7, 8, 9, 63, 64, 65, 127, 128, 130])(
  'each of %d acceptances says its own text',
  async (count) => {
    const own = texts.slice(0, count);
    const shared = await sharedBy(own);

    expect(shared).toHaveLength(count);
    for (const [index, acceptance] of shared.entries()) {
      const note = await verifyNote(noteOfAcceptance(acceptance), [site.key], webCrypto);
      expect(note.ok).toBe(true);
      const said = await Promise.all(
        [own[index] ?? '', texts[index + 1] ?? ''].map(async (text) => await says(acceptance, text)),
      );
      expect(said).toEqual([true, false]);
    }
  },
);

test('there is no tree without acceptances', () => {
  expect(() => shareAcceptances([], sha256)).toThrow(AssertionError);
});

describe('a shared acceptance', () => {
  it('has nothing to say of the texts of the others', async () => {
    for (const [index, acceptance] of five.entries())
      for (const [other, text] of texts.slice(0, 7).entries())
        expect(await says(acceptance, text)).toBe(other === index);
  });

  it('is none of a text that only begins or ends like its own', async () => {
    for (const text of ['', text0.slice(0, -1), `${text0}\n`, text0.toUpperCase()])
      expect(await says(first, text)).toBe(false);
  });

  it.each<[string, (acceptance: string) => string]>([
    ['another index', (acceptance) => acceptance.replace('index 2', 'index 3')],
    ['an index beyond the tree', (acceptance) => acceptance.replace('index 2', 'index 5')],
    ['an index with a zero before it', (acceptance) => acceptance.replace('index 2', 'index 02')],
    ['an index that is none', (acceptance) => acceptance.replace('index 2', 'index two')],
    ['no index', (acceptance) => acceptance.replace('index 2\n', '')],
    ['a first line of another format', (acceptance) => acceptance.replace('acceptance-v1', 'acceptance-v2')],
    ['a hash less', (acceptance) => acceptance.replace(/(index 2\n)[^\n]+\n/, '$1')],
    ['a hash twice', (acceptance) => acceptance.replace(/(index 2\n)([^\n]+\n)/, '$1$2$2')],
    ['a hash that is none', (acceptance) => acceptance.replace(/(index 2\n)[^\n]+/, '$1AAAA')],
    ['a line that is no base64', (acceptance) => acceptance.replace(/(index 2\n)[^\n]+/, '$1?')],
    ['hashes in another order', (acceptance) => acceptance.replace(/(index 2\n)([^\n]+\n)([^\n]+\n)/, '$1$3$2')],
    ['no empty line', (acceptance) => acceptance.replaceAll('\n\n', '\n')],
    ['no note', (acceptance) => acceptance.slice(0, acceptance.indexOf('\n\n') + 2)],
    ['the size of a lower tree', (acceptance) => acceptance.replace('acceptances-v1\n5\n', 'acceptances-v1\n4\n')],
    ['the head of another tree', (acceptance) => acceptance.replace('candor-acceptances-v1', 'candor-order-log')],
  ])('with %s says nothing', async (_what, change) => {
    const changed = change(third);
    expect(changed).not.toBe(third);
    expect(await says(third, text2)).toBe(true);
    expect(await says(changed, text2)).toBe(false);
  });

  it('is not a leaf of the order log, and a leaf is no node', async () => {
    const { places } = shareAcceptances([text0, text1], sha256);
    const log = naiveTree([utf8(text0), utf8(text1)]);
    const root = toHex(log.root(0, 2));
    const note = await site.sign(logCheckpointText({ size: 2, root }));
    expect(await says(`${places[0]}${note}`, text0)).toBe(false);
  });
});

test('the note of one acceptance is all of it, and it says its text alone', async () => {
  const note = await site.sign(text0);
  expect(noteOfAcceptance(note)).toBe(note);
  expect(await says(note, text0)).toBe(true);
  expect(await says(note, text1)).toBe(false);
});

test.each([
  '',
  'no note',
  'candor-shared-acceptance-v1',
  'candor-shared-acceptance-v1\n',
  'candor-shared-acceptance-v1\n\n',
])('what is neither (%j) says nothing', async (acceptance) => {
  expect(await says(acceptance, text0)).toBe(false);
  expect((await verifyNote(noteOfAcceptance(acceptance), [site.key], webCrypto)).ok).toBe(false);
});
