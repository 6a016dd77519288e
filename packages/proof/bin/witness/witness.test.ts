import { request as httpRequest } from 'node:http';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { splitNote } from '../../src/signed-note.ts';
import { logCheckpointText } from '../../src/order-log/log-checkpoint.ts';
import { parseWitnessKey, verifyCosignatures } from '../../src/order-log/cosignature.ts';
import type { WitnessKey } from '../../src/order-log/cosignature.ts';
import { makeEntries, naiveTree } from '../../src/testing/naive-tree.ts';
import { testSigner } from '../../src/testing/web-crypto.ts';
import type { TestSigner } from '../../src/testing/web-crypto.ts';
import { nodeCrypto } from '../shell/node-crypto.ts';
import { headOf, listen } from '../testing/test-site.ts';
import { writeAddCheckpoint } from '../../src/order-log/add-checkpoint.ts';
import { openHeadStore } from './head-store.ts';
import { serveWitness } from './serve-witness.ts';
import { openWitnessKey } from './witness-key.ts';
import { createWitness, watchedLog } from './witness.ts';

const NOW_SEC = 1_795_000_000;
const entries = makeEntries(700);
const forged = [...makeEntries(300), ...makeEntries(400, 'forged')];

let folder = '';
let site: TestSigner;
let lines: string[] = [];
const closing: (() => void)[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-witness-'));
  site = await testSigner();
  lines = [];
});

afterEach(async () => {
  for (const close of closing.splice(0)) close();
  await rm(folder, { recursive: true });
});

/** A witness on a real port; the same state gives the same witness. */
async function startWitness(name = 'witness.example', state = folder) {
  const signer = await openWitnessKey(join(state, `${name}.key`), name);
  const heads = await openHeadStore(state);
  const logs = [watchedLog([site.key])];
  const witness = createWitness({ signer, logs, heads, nowMs: () => NOW_SEC * 1000 });
  const server = serveWitness(witness, (line) => lines.push(line));
  const port = await listen(server);
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const key = await parseWitnessKey(witness.keyText, nodeCrypto);
  if (!key.ok) throw new Error('a witness has a key');
  const post = async (body: string | Uint8Array<ArrayBuffer>) => {
    const answer = await fetch(`http://127.0.0.1:${port}/add-checkpoint`, { method: 'POST', body });
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
  };
  return { port, key: key.value, post, witness };
}

type Tree = { readonly entries: readonly Uint8Array[]; readonly signer?: TestSigner };

async function noteOf(size: number, { entries: all, signer = site }: Tree = { entries }): Promise<string> {
  return await signer.sign(logCheckpointText(headOf(all.slice(0, size))));
}

/** What a site sends to lead from one size to another of a log. */
async function bodyOf(old: number, size: number, tree: Tree = { entries }): Promise<string> {
  const proof = old === 0 ? [] : naiveTree(tree.entries).consistency(old, size);
  return writeAddCheckpoint({ old, proof, note: await noteOf(size, tree) });
}

async function cosignersOf(note: string, keys: readonly WitnessKey[]) {
  const split = splitNote(note);
  return split.ok ? await verifyCosignatures(split.value, keys, nodeCrypto) : [];
}

describe('a checkpoint that continues the log', () => {
  it('is cosigned: the line goes below the note, and tells the time', async () => {
    const { post, key } = await startWitness();
    const answer = await post(await bodyOf(0, 5));
    expect(answer).toMatchObject({ status: 200 });
    expect(await cosignersOf((await noteOf(5)) + answer.text, [key])).toEqual([{ key, atSec: NOW_SEC }]);
    expect(await cosignersOf((await noteOf(6)) + answer.text, [key])).toEqual([]);
    for (const [old, size] of [
      [5, 5],
      [5, 256],
      [256, 257],
      [257, 700],
    ] as const) {
      expect(await post(await bodyOf(old, size)), `${old} to ${size}`).toMatchObject({ status: 200 });
    }
    expect(lines.at(-1)).toBe(`cosigned size 700, root ${headOf(entries).root}`);
  });

  it('of an empty log is cosigned too', async () => {
    const { post, key } = await startWitness();
    const answer = await post(await bodyOf(0, 0));
    expect(await cosignersOf((await noteOf(0)) + answer.text, [key])).toHaveLength(1);
    expect(await post(await bodyOf(0, 3))).toMatchObject({ status: 200 });
  });

  it('is kept before the answer, so that a witness that starts again goes on', async () => {
    const first = await startWitness();
    await first.post(await bodyOf(0, 300));
    const again = await startWitness();
    expect(again.key).toEqual(first.key);
    expect(await again.post(await bodyOf(0, 400))).toEqual({ status: 409, type: 'text/x.tlog.size', text: '300\n' });
    expect(await again.post(await bodyOf(300, 400))).toMatchObject({ status: 200 });
  });

  it('is checked one after the other: of two that come at once, one is a step behind', async () => {
    const { post } = await startWitness();
    await post(await bodyOf(0, 10));
    const bodies = [await bodyOf(10, 20), await bodyOf(10, 30), await bodyOf(10, 40)];
    const answers = await Promise.all(bodies.map(post));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });
});

describe('the key', () => {
  it('is made once, and only its owner may read it', async () => {
    const path = join(folder, 'key');
    const made = await openWitnessKey(path, 'witness.example');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await openWitnessKey(path, null)).key).toEqual(made.key);
    await expect(openWitnessKey(path, 'another.example')).rejects.toThrow('is named witness.example');
    await expect(openWitnessKey(join(folder, 'none'), null)).rejects.toThrow('needs a name');
    await writeFile(path, 'other');
    await expect(openWitnessKey(path, null)).rejects.toThrow('is not the key of a witness');
  });
});

describe('what is refused', () => {
  it('two histories of one size: seen, refused, and both notes are kept as evidence', async () => {
    const { post, witness } = await startWitness();
    await post(await bodyOf(0, 400));
    const other = { entries: forged };
    const answer = await post(writeAddCheckpoint({ old: 400, proof: [], note: await noteOf(400, other) }));
    expect(answer).toEqual({ status: 409, type: 'text/x.tlog.size', text: '400\n' });
    expect(lines.at(-1)).toContain('TWO HISTORIES: the site signed two different logs of the same size.');
    const [file = ''] = await readdir(join(folder, 'evidence'));
    const evidence = await readFile(join(folder, 'evidence', file), 'utf8');
    expect(evidence).toContain(await noteOf(400));
    expect(evidence).toContain(await noteOf(400, other));
    const [log] = witness.logs;
    expect((await witness.newestOf(log?.id ?? ''))?.root).toBe(headOf(entries.slice(0, 400)).root);
  });

  it('a log that changed what it said: no proof leads there', async () => {
    const { post } = await startWitness();
    await post(await bodyOf(0, 400));
    for (const [name, proof] of [
      ['its own proof', naiveTree(forged).consistency(400, 700)],
      ['the true log’s proof', naiveTree(entries).consistency(400, 700)],
      ['none', []],
    ] as const) {
      const note = await noteOf(700, { entries: forged });
      expect(await post(writeAddCheckpoint({ old: 400, proof, note })), name).toMatchObject({ status: 422 });
    }
    expect(lines.at(-1)).toContain('HISTORY CHANGED: the log does not begin with what the site signed before.');
    expect(await post(await bodyOf(400, 700))).toMatchObject({ status: 200 });
  });

  it('a dropped order: the log goes on without it', async () => {
    const { post } = await startWitness();
    await post(await bodyOf(0, 400));
    const dropped = { entries: entries.filter((_, index) => index !== 250) };
    expect(await post(await bodyOf(400, 600, dropped))).toMatchObject({
      status: 422,
      text: 'HISTORY CHANGED: the log does not begin with what the site signed before.\n',
    });
  });

  it('two members who are shown two logs: of two witnesses, each cosigns one, and neither the other', async () => {
    const state = await mkdtemp(join(folder, 'second-'));
    const [one, two] = [await startWitness('one.example'), await startWitness('two.example', state)];
    const other = { entries: forged };
    const [first, second] = [await one.post(await bodyOf(0, 400)), await two.post(await bodyOf(0, 400, other))];
    const keys = [one.key, two.key];
    // A member who wants both of the two sees that one is missing, whichever log is shown.
    expect(await cosignersOf((await noteOf(400)) + first.text + second.text, keys)).toEqual([
      { key: one.key, atSec: NOW_SEC },
    ]);
    const shown = (await noteOf(400, other)) + first.text + second.text;
    expect(await cosignersOf(shown, keys)).toEqual([{ key: two.key, atSec: NOW_SEC }]);
    expect(await one.post(await bodyOf(400, 700, other))).toMatchObject({ status: 422 });
    expect(await two.post(await bodyOf(400, 700))).toMatchObject({ status: 422 });
  });

  it.each([
    ['another key', 403, async () => await bodyOf(0, 5, { entries, signer: await testSigner() })],
    ['a text that was changed after the signature', 403, async () => (await bodyOf(0, 5)).replace('\n5\n', '\n7\n')],
    ['another origin', 404, async () => (await bodyOf(0, 5)).replace('candor-order-log', 'example.org/log')],
    ['an old size above the checkpoint', 400, async () => (await bodyOf(0, 5)).replace('old 0', 'old 6')],
    ['another old size', 409, async () => (await bodyOf(0, 5)).replace('old 0', 'old 4')],
    ['a proof from nothing', 422, async () => (await bodyOf(0, 5)).replace('old 0\n', `old 0\n${'A'.repeat(43)}=\n`)],
    ['an old size with a zero before it', 400, async () => (await bodyOf(0, 5)).replace('old 0', 'old 00')],
    ['no old size', 400, async () => (await bodyOf(0, 5)).replace('old 0\n', '')],
    ['a short hash', 400, async () => (await bodyOf(0, 5)).replace('old 0\n', 'old 0\nAAAA\n')],
    [
      '64 hashes',
      400,
      async () => (await bodyOf(0, 5)).replace('old 0\n', `old 0\n${`${'A'.repeat(43)}=\n`.repeat(64)}`),
    ],
    ['no note', 400, async () => 'old 0\n\n'],
    ['nothing', 400, async () => ''],
    ['no UTF-8', 400, async () => new Uint8Array([0xff, 0xfe, 10, 10])],
    ['too much', 413, async () => 'a'.repeat(70_000)],
  ])('%s: %i', async (_, status, body) => {
    const { post } = await startWitness();
    expect(await post(await body())).toMatchObject({ status });
  });

  it('a head that cannot be kept is not signed', async () => {
    const { post } = await startWitness();
    await post(await bodyOf(0, 5));
    const file = (await readdir(folder)).find((name) => name.startsWith('head-')) ?? '';
    await writeFile(join(folder, file), 'damaged');
    expect(await post(await bodyOf(5, 6))).toMatchObject({ status: 500, text: 'The witness cannot sign now.\n' });
    expect(lines.at(-1)).toContain('is damaged');
  });
});

describe('the server', () => {
  it('answers nothing else, and shows its key', async () => {
    const { port, witness, post } = await startWitness();
    const get = async (path: string) => await fetch(`http://127.0.0.1:${port}${path}`);
    expect((await get('/add-checkpoint')).status).toBe(405);
    expect((await get('/other')).status).toBe(404);
    expect(await (await get('/')).text()).toContain(`Witness: ${witness.keyText}\nLog `);
    await post(await bodyOf(0, 5));
    expect(await (await get('/')).text()).toContain('size 5, root ');
  });

  it('goes on after callers that break off and that speak no HTTP', async () => {
    const { port, post } = await startWitness();
    const broken = httpRequest({ port, method: 'POST', path: '/add-checkpoint', headers: { 'content-length': 900 } });
    broken.on('error', () => undefined);
    broken.write('old 0\n');
    await new Promise((resolve) => setImmediate(resolve));
    broken.destroy();
    const stranger = connect(port, '127.0.0.1');
    stranger.on('error', () => undefined);
    stranger.write('\u0000\u0001 nonsense\r\n\r\n');
    await once(stranger, 'close');
    expect(await post(await bodyOf(0, 5))).toMatchObject({ status: 200 });
  });
});
