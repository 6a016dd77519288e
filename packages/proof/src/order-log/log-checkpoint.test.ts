import { AssertionError } from '@candor/domain/assert';
import { describe, expect, it } from 'vitest';
import { assembleNote, COSIGNATURE, keyText, noteLine, splitNote, verifierKeyText } from '../signed-note.ts';
import { testSigner, testWitness, webCrypto } from '../testing/web-crypto.ts';
import {
  cosignatureLine,
  cosignatureText,
  parseWitnessKey,
  verifyCosignatures,
  witnessKeyText,
} from './cosignature.ts';
import { logCheckpointText, parseLogCheckpointText, verifyLogCheckpoint } from './log-checkpoint.ts';
import { EMPTY_ROOT } from './tree.ts';

const root = '0ac52c6150a65a8a0f3e0d9200942a9bf65da398fb87d9f61cc03f0368f1ab62';
const text = `candor-order-log\n20852163\nCsUsYVCmWooPPg2SAJQqm/Zdo5j7h9n2HMA/A2jxq2I=\n`;

describe('the text of a checkpoint', () => {
  it('is origin, size and root', () => {
    expect(logCheckpointText({ size: 20_852_163, root })).toBe(text);
    expect(parseLogCheckpointText(text)).toEqual({ ok: true, value: { size: 20_852_163, root } });
  });

  it('of a tree without leaves has the root of nothing', () => {
    const empty = logCheckpointText({ size: 0, root: EMPTY_ROOT });
    expect(parseLogCheckpointText(empty)).toEqual({ ok: true, value: { size: 0, root: EMPTY_ROOT } });
    expect(() => logCheckpointText({ size: 0, root })).toThrow(AssertionError);
    expect(() => logCheckpointText({ size: 1, root: EMPTY_ROOT })).toThrow(AssertionError);
  });

  it.each([1, 9, 10, 999_999_999_999_999, Number.MAX_SAFE_INTEGER])('is read back with a size of %d', (size) => {
    expect(parseLogCheckpointText(logCheckpointText({ size, root }))).toEqual({ ok: true, value: { size, root } });
  });

  it('is never written about a size that is no count, or a root that is none', () => {
    for (const size of [-1, 0.5, 2 ** 53]) expect(() => logCheckpointText({ size, root })).toThrow('a size is a count');
    for (const other of ['', root.toUpperCase(), root.slice(2), 'x'.repeat(64)])
      expect(() => logCheckpointText({ size: 1, root: other })).toThrow('64 hex digits');
  });

  it.each([
    ['another log', text.replace('candor-order-log', 'other')],
    ['a further line', `${text}more\n`],
    ['no line feed', text.trimEnd()],
    ['a size with a zero before it', text.replace('20852163', '020852163')],
    ['a negative size', text.replace('20852163', '-1')],
    ['a size beyond what is exact', text.replace('20852163', '9999999999999999')],
    ['a size that has more digits than any', text.replace('20852163', '9'.repeat(400))],
    ['a size in another notation', text.replace('20852163', '1e3')],
    ['no size', text.replace('20852163', '')],
    ['a root that is too short', text.replace('CsUs', '')],
    ['a root with unused bits', text.replace('q2I=', 'q2J=')],
    ['leaves in a tree of none', text.replace('20852163', '0')],
  ])('with %s is none', (_, changed) => {
    expect(changed).not.toBe(text);
    expect(parseLogCheckpointText(changed)).toEqual({ ok: false, error: 'LOG_CHECKPOINT_MALFORMED' });
  });
});

describe('a signed checkpoint', () => {
  it('holds under the key that signed it, whatever lines are beside its line', async () => {
    const [site, other] = [await testSigner(), await testSigner('other')];
    const note = await site.sign(text);
    const expected = { ok: true, value: { head: { size: 20_852_163, root }, text, key: site.key } };
    expect(await verifyLogCheckpoint(note, [other.key, site.key], webCrypto)).toMatchObject(expected);
    const more = `${note}${noteLine({ name: 'w', keyHash: '00000000' }, new Uint8Array(72))}`;
    const verified = await verifyLogCheckpoint(more, [site.key], webCrypto);
    expect(verified).toMatchObject(expected);
    expect(verified.ok && verified.value.lines.length).toBe(2);
    expect(await verifyLogCheckpoint(note, [other.key], webCrypto)).toEqual({ ok: false, error: 'KEY_UNKNOWN' });
  });

  it('does not hold with another text, or as another text', async () => {
    const site = await testSigner();
    const note = await site.sign(text);
    const changed = note.replace('20852163', '20852164');
    expect(await verifyLogCheckpoint(changed, [site.key], webCrypto)).toEqual({ ok: false, error: 'SIGNATURE_WRONG' });
    const other = await site.sign('something else\n');
    expect(await verifyLogCheckpoint(other, [site.key], webCrypto)).toEqual({
      ok: false,
      error: 'LOG_CHECKPOINT_MALFORMED',
    });
    expect(await verifyLogCheckpoint(text, [site.key], webCrypto)).toEqual({ ok: false, error: 'NOTE_MALFORMED' });
    const short = assembleNote(text, site.key, new Uint8Array(64)).replace(/.{8}\n$/, '\n');
    expect((await verifyLogCheckpoint(short, [site.key], webCrypto)).ok).toBe(false);
  });
});

describe('a witness', () => {
  it('signs the time and the text of the checkpoint', () => {
    expect(cosignatureText(text, 1_679_315_147)).toBe(`cosignature/v1\ntime 1679315147\n${text}`);
  });

  it('signs no time that is none, and its signature has 64 bytes', async () => {
    expect(cosignatureText(text, 0)).toContain('time 0');
    for (const atSec of [-1, 0.5, 2 ** 53]) expect(() => cosignatureText(text, atSec)).toThrow('whole seconds');
    const { key } = await testWitness('w1');
    expect(() => cosignatureLine(key, 1, new Uint8Array(63))).toThrow('64 bytes');
  });

  it('is known by its name and its hash together', async () => {
    const [site, witness] = [await testSigner(), await testWitness('w1')];
    const split = splitNote(`${await site.sign(text)}${await witness.cosign(text, 10)}`);
    if (!split.ok) throw new Error(split.error);
    const line = split.value.lines.at(-1);
    if (line === undefined) throw new Error('no line');
    const counted = async (change: Partial<typeof line>) =>
      (await verifyCosignatures({ text, lines: [{ ...line, ...change }] }, [witness.key], webCrypto)).length;
    expect([await counted({}), await counted({ name: 'w2' }), await counted({ keyHash: '00000000' })]).toEqual([
      1, 0, 0,
    ]);
  });

  it('has a line with its time, and a key of its own kind', async () => {
    const [site, witness] = [await testSigner(), await testWitness('witness.example/w1')];
    const note = `${await site.sign(text)}${await witness.cosign(text, 1_679_315_147)}`;
    const verified = await verifyLogCheckpoint(note, [site.key], webCrypto);
    if (!verified.ok) throw new Error(verified.error);
    expect(await verifyCosignatures(verified.value, [witness.key], webCrypto)).toEqual([
      { key: witness.key, atSec: 1_679_315_147 },
    ]);
    const written = witnessKeyText(witness.key);
    expect(written).toBe(keyText(witness.key, COSIGNATURE));
    expect(await parseWitnessKey(written, webCrypto)).toEqual({ ok: true, value: witness.key });
    expect(await parseWitnessKey(verifierKeyText(site.key), webCrypto)).toEqual({ ok: false, error: 'KEY_MALFORMED' });
  });

  it('counts once, and only with a line that holds', async () => {
    const [site, one, two] = [await testSigner(), await testWitness('w1'), await testWitness('w2')];
    const other = text.replace('20852163', '20852164');
    const lines = [
      await one.cosign(text, 10),
      await one.cosign(text, 20),
      await two.cosign(other, 10),
      cosignatureLine(two.key, 10, new Uint8Array(64)),
      noteLine(two.key, new Uint8Array(64)),
      noteLine(two.key, new Uint8Array(72).fill(255)),
    ];
    const split = splitNote(`${await site.sign(text)}${lines.join('')}`);
    if (!split.ok) throw new Error(split.error);
    expect(await verifyCosignatures(split.value, [one.key, two.key], webCrypto)).toEqual([{ key: one.key, atSec: 10 }]);
  });

  it('cannot say another time than it signed', async () => {
    const [site, witness] = [await testSigner(), await testWitness('w1')];
    const split = splitNote(`${await site.sign(text)}${await witness.cosign(text, 10)}`);
    if (!split.ok) throw new Error(split.error);
    const { lines } = split.value;
    const moved = lines.map(({ body, ...line }) => ({ ...line, body: body.map((byte, at) => (at === 7 ? 11 : byte)) }));
    expect(await verifyCosignatures({ text, lines: moved }, [witness.key], webCrypto)).toEqual([]);
  });
});
