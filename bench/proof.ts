import { gzipSync } from 'node:zlib';
import { utf8 } from '../packages/proof/src/encoding.ts';
import { followHead } from '../packages/proof/src/order-log/follow-head.ts';
import { verifyLogCheckpoint } from '../packages/proof/src/order-log/log-checkpoint.ts';
import type { Tile } from '../packages/proof/src/order-log/tiles.ts';
import type { TreeHead } from '../packages/proof/src/order-log/verify-proof.ts';
import { sha256 } from '../packages/proof/src/testing/naive-tree.ts';
import { makeReceipt } from '../packages/proof/src/testing/receipts.ts';
import { serveLog } from '../packages/proof/src/testing/served-log.ts';
import { testSigner, webCrypto } from '../packages/proof/src/testing/web-crypto.ts';
import { verifyReceipt } from '../packages/proof/src/verify-receipt.ts';
import { report } from './lib/report.ts';
import type { Figure } from './lib/report.ts';
import { grouped, median } from './lib/statistics.ts';

/**
 * What checking costs a member's device: that each of a year's heads of the order log contains the one before, and the
 * receipts of orders with and without a place in the log. The floor is what no check can do without: one signature of
 * each head.
 */
const HEADS = 365;
const ORDERS_A_DAY = 2_880;
const ROUNDS = 5;
const RECEIPTS = 200;
const NOW_MS = Date.parse('2026-11-21T09:00:00Z');

const signer = await testSigner();
const keys = [{ ...signer.key, retiredAt: null }];

async function measureHeads(): Promise<Figure[]> {
  const entries = Array.from({ length: HEADS * ORDERS_A_DAY }, (_, n) => sha256(utf8(`entry ${n}`)));
  const log = serveLog(entries);
  const notes: string[] = [];
  for (let day = 1; day <= HEADS; day += 1) notes.push(await log.checkpoint(signer, day * ORDERS_A_DAY));
  let reads = 0;
  let bytes = 0;
  const readTile = async (tile: Tile): Promise<Uint8Array> => {
    const read = await log.readTile(tile);
    reads += 1;
    bytes += read.length;
    return read;
  };
  const context = { keys, readTile, crypto: webCrypto, nowMs: NOW_MS };

  const follow = async (): Promise<number> => {
    const startedAt = performance.now();
    let kept: TreeHead | null = null;
    for (const note of notes) {
      const followed = await followHead(kept, note, context);
      if (followed.kind !== 'holds') throw new Error(`a true head was refused: ${followed.problem}`);
      kept = followed.head;
    }
    return performance.now() - startedAt;
  };
  const floor = async (): Promise<number> => {
    const startedAt = performance.now();
    for (const note of notes)
      if (!(await verifyLogCheckpoint(note, keys, webCrypto)).ok) throw new Error('a true signature was refused');
    return performance.now() - startedAt;
  };
  const followed: number[] = [];
  const floors: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    floors.push(await floor());
    followed.push(await follow());
  }
  const [yearReads, yearBytes] = [reads / ROUNDS, bytes / ROUNDS];
  const [first = '', last = ''] = [notes.at(0), notes.at(-1)];
  const kept = await followHead(null, first, context);
  if (kept.kind !== 'holds') throw new Error('the first head was refused');
  [reads, bytes] = [0, 0];
  const away: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now();
    if ((await followHead(kept.head, last, context)).kind !== 'holds') throw new Error('the last head was refused');
    away.push(performance.now() - startedAt);
  }
  const ratios = followed.map((ms, round) => ms / (floors[round] ?? ms));
  return [
    [
      `A device that was always there: ${grouped(HEADS)} heads of a year, one a day, ${grouped(ORDERS_A_DAY)} orders between each and the next`,
      `${grouped(median(followed))} ms in all`,
      followed.map((ms) => grouped(ms)).join(' · '),
    ],
    [
      'The same, of the signatures of these heads alone',
      `${median(ratios).toFixed(2)} ×`,
      ratios.map((each) => each.toFixed(2)).join(' · '),
    ],
    [
      'Tiles read for a head, nothing kept',
      `${(yearReads / HEADS).toFixed(1)}, ${(yearBytes / HEADS / 1000).toFixed(1)} kB`,
      '',
    ],
    [
      `A device that was away for the year: one check over ${grouped(HEADS * ORDERS_A_DAY)} orders`,
      `${median(away).toFixed(1)} ms, ${reads / ROUNDS} tiles, ${(bytes / ROUNDS / 1000).toFixed(1)} kB`,
      away.map((ms) => ms.toFixed(1)).join(' · '),
    ],
  ];
}

async function measureReceipts(): Promise<Figure[]> {
  const figures: Figure[] = [];
  const times: number[][] = [];
  const kinds = [
    ['without a place in the log (first version)', { logFrom: null }],
    ['with its place in the log (second version)', {}],
  ] as const;
  const files: Uint8Array[] = [];
  for (const [, scenario] of kinds) files.push(utf8(await makeReceipt({ durationSec: 60, ...scenario }, signer)));
  const verify = async (file: Uint8Array): Promise<number> => {
    const startedAt = performance.now();
    for (let n = 0; n < RECEIPTS; n += 1) {
      const { verdict } = await verifyReceipt(file, { crypto: webCrypto, trustedKeys: [signer.key] });
      if (verdict !== 'valid') throw new Error(`a true receipt is ${verdict}`);
    }
    return (performance.now() - startedAt) / RECEIPTS;
  };
  // Once before it counts: the code is not compiled yet.
  for (const file of files) await verify(file);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [kind, file] of files.entries()) (times[kind] ??= []).push(await verify(file));
  for (const [kind, [name]] of kinds.entries()) {
    const [file = new Uint8Array(), runs = []] = [files[kind], times[kind]];
    figures.push([
      `A receipt of a 60-second order ${name}`,
      `${(file.length / 1000).toFixed(1)} kB, ${(gzipSync(file).length / 1000).toFixed(1)} kB compressed; judged in ${median(runs).toFixed(2)} ms`,
      runs.map((ms) => ms.toFixed(2)).join(' · '),
    ]);
  }
  const ratios = (times[1] ?? []).map((ms, round) => ms / (times[0]?.[round] ?? ms));
  figures.push([
    'Judging, second version ÷ first',
    `${median(ratios).toFixed(2)} ×`,
    ratios.map((each) => each.toFixed(2)).join(' · '),
  ]);
  return figures;
}

const figures = [...(await measureHeads()), ...(await measureReceipts())];
await report('proof', 'What checking costs a device', figures);
