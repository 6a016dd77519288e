import { createHash } from 'node:crypto';
import { logCheckpointText } from '@candor/proof/order-log/log-checkpoint';
import { parseWitnessKey } from '@candor/proof/order-log/cosignature';
import { describe, expect, it } from 'vitest';
import { signerOfSeed } from '../../services/proof/signer.ts';
import { readWitnesses } from '../../services/order-log/read-witnesses.ts';
import { nodeCrypto } from '../../services/receipts/node-crypto.ts';
import { makeWitnessKeys } from '../../testing/test-witness.ts';
import { judgeAnswer } from './judge-answer.ts';
import type { Judged } from './judge-answer.ts';

const NOW_SEC = 1_795_000_000;
const signer = signerOfSeed(Buffer.alloc(32, 1));
const [mine, other] = [makeWitnessKeys('w.example'), makeWitnessKeys('w.example')];
const text = textOf(40);
const note = await signer.sign(text);

function textOf(size: number): string {
  return logCheckpointText({ size, root: createHash('sha256').update(`root ${size}`).digest('hex') });
}

async function judge(status: number, body: string, old = 10): Promise<Judged> {
  const key = await parseWitnessKey(mine.keyText, nodeCrypto);
  if (!key.ok) throw new Error('no key');
  return await judgeAnswer({ status, body }, { old, size: 40, text, note }, { key: key.value, nowSec: NOW_SEC });
}

describe('a cosignature', () => {
  const line = mine.cosign(text, NOW_SEC - 3);
  const none = { kind: 'failed', reason: 'no cosignature by its key' };

  it.each([
    ['alone', line],
    ['among lines of others', `${other.cosign(text, NOW_SEC)}\u2014 x AAAA\nnonsense\n${line}`],
    ['twice', line + line],
  ])('%s is kept, without anything else', async (_, body) => {
    expect(await judge(200, body)).toEqual({ kind: 'cosigned', checkpoint: note + line, atSec: NOW_SEC - 3 });
  });

  it.each([
    ['nothing', ''],
    ['another key of its name', other.cosign(text, NOW_SEC)],
    ['another head', mine.cosign(textOf(41), NOW_SEC)],
    ['the site’s own line', note.slice(note.indexOf('\u2014'))],
    ['a whole note', note + line.replace('w.example', 'x.example')],
    ['nonsense', '\u2014 w.example AAAA\n\u2014 w.example \n\n\u0000'],
    ['a line that is cut', line.slice(0, -9)],
  ])('%s is none', async (_, body) => {
    expect(await judge(200, body)).toEqual(none);
  });

  it.each([-601, 601, -NOW_SEC, 2 ** 52])('dated %d seconds off is not kept', async (off) => {
    expect(await judge(200, mine.cosign(text, NOW_SEC + off))).toEqual({
      kind: 'failed',
      reason: 'its clock is wrong',
    });
  });
});

describe('other answers', () => {
  it.each([
    [409, '7\n', 10, { kind: 'from', size: 7 }],
    [409, '0', 10, { kind: 'from', size: 0 }],
    [409, '40\n', 10, { kind: 'from', size: 40 }],
    [409, '40\n', 40, { kind: 'refused', refusal: 'OTHER_HISTORY' }],
    [409, '41\n', 10, { kind: 'refused', refusal: 'LOG_SHRANK' }],
    [409, '10\n', 10, { kind: 'failed', reason: 'status 409 with the size that was sent' }],
    [409, '07\n', 10, { kind: 'failed', reason: 'status 409 without a size' }],
    [409, '-1\n', 10, { kind: 'failed', reason: 'status 409 without a size' }],
    [409, '9999999999999999', 10, { kind: 'failed', reason: 'status 409 without a size' }],
    [409, 'a page', 10, { kind: 'failed', reason: 'status 409 without a size' }],
    [400, '', 10, { kind: 'refused', refusal: 'NOT_UNDERSTOOD' }],
    [403, '', 10, { kind: 'refused', refusal: 'KEY_UNKNOWN' }],
    [404, '', 10, { kind: 'refused', refusal: 'LOG_UNKNOWN' }],
    [422, '', 10, { kind: 'refused', refusal: 'HISTORY_CHANGED' }],
    [500, mine.cosign(text, NOW_SEC), 10, { kind: 'failed', reason: 'status 500' }],
    [204, '', 10, { kind: 'failed', reason: 'status 204' }],
    [429, '', 10, { kind: 'failed', reason: 'status 429' }],
  ])('%d %j after a proof from %d', async (status, body, old, judged) => {
    expect(await judge(status, body, old)).toEqual(judged);
  });
});

describe('the setting', () => {
  it('takes the key of a witness', async () => {
    const [read] = await readWitnesses([{ url: 'https://w.example', key: mine.keyText }]);
    expect(read).toMatchObject({ url: 'https://w.example', keyText: mine.keyText, key: { name: 'w.example' } });
  });

  it.each([
    ['the key of a site', signer.vkey],
    ['another hash', mine.keyText.replace(/\+[0-9a-f]{8}\+/, '+00000000+')],
    ['another name', mine.keyText.replace('w.example', 'x.example')],
  ])('%s stops the start, with the setting and the key', async (_, key) => {
    await expect(readWitnesses([{ url: 'https://w.example', key }])).rejects.toThrow(
      `Settings are wrong:\n  WITNESSES: not the key of a witness: "${key}"`,
    );
  });
});
