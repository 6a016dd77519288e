import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../platform/config/config.ts';
import { createBudgets } from '../platform/http/route-cost.ts';
import type { HttpApp } from '../platform/http/http-app.ts';
import { passOn } from '../platform/http/pass-on.ts';
import { refuseUpgrade } from '../platform/live/refuse-upgrade.ts';
import { createLog } from '../platform/log/log.ts';
import { BOUNDLESS } from '../testing/boundless-budgets.ts';
import { connectRaw } from '../testing/raw-client.ts';
import { makeConversation } from '../testing/raw-requests.ts';
import type { RawConversation } from '../testing/raw-requests.ts';
import { createPrng } from '../testing/simulation/prng.ts';
import { buildHttp } from './build-http.ts';

/*
 * What the server in front understood, and what arrives behind it, must be the same: over 20,000 raw requests, and not
 * one request of which only the server behind knows, none twice, none with another body or address, no answer to another
 * caller.
 */

const SEED = Number(process.env['DIFFERENTIAL_SEED'] ?? 20_261_126);
const REQUESTS_MIN = Number(process.env['DIFFERENTIAL_REQUESTS'] ?? 20_000);
/** At most 16 conversations of 6 requests at once: fewer than there are places. */
const CONVERSATIONS_AT_ONCE = 16;
const PLACES = 128;
/** How long a conversation may be silent before its client leaves: an odd one may never end. */
const QUIET_MS = { ending: 20_000, odd: 100 };

interface Seen {
  readonly name: string;
  readonly body: string;
  readonly address: string;
}

let folder: string;
let inner: Server;
let front: HttpApp;
let port: number;
const understood: string[] = [];
const arrived = new Map<string, Seen[]>();

function nameOf({ method, url, headers }: IncomingMessage): string {
  return `${String(headers['x-tag'])} ${method} ${url}`;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-differential-'));
  inner = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => inner.listen(join(folder, 'socket'), resolve));
  front = await buildHttp(loadConfig({ TRUSTED_PROXIES: '10.0.0.0/8' }), createLog('silent'), {
    budgets: createBudgets({ budgets: BOUNDLESS }),
  });
  const places = { all: PLACES, ofStrangers: PLACES, ofOne: PLACES, waitMsMax: 5_000 };
  await passOn(front, {
    socketPath: join(folder, 'socket'),
    paths: ['/console', '/console/*', '/api/console/*'],
    bodyBytesMax: 64 * 1024,
    places,
    silentMsMax: 10_000,
    callMsMax: { stranger: 30_000, known: 30_000 },
  });
  await front.listen({ port: 0, host: '127.0.0.1' });
  // As the live hub does at any path but its own.
  front.server.on('upgrade', (_request, socket) => refuseUpgrade(socket, 404));
  front.server.on('request', (request: IncomingMessage) => understood.push(nameOf(request)));
  ({ port } = front.server.address() as AddressInfo);
});
afterAll(async () => {
  await front.close();
  inner.closeAllConnections();
  await new Promise((resolve) => inner.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

/** Answers with the tag of the request, in head and body. Some answers come late, in parts, or close the connection. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('error', () => undefined);
  const tag = String(request.headers['x-tag']);
  const kind = [...tag].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 11;
  const send = (): void => {
    response.setHeader('x-tag', tag);
    if (kind === 1) response.setHeader('connection', 'close');
    if (kind === 2) response.write(' ');
    response.end(` of-${tag} `);
  };
  // One that does not wait for the body.
  if (kind === 3) send();
  await once(request, 'end').catch(() => undefined);
  const seen = { name: nameOf(request), body: Buffer.concat(chunks).toString('latin1') };
  arrived.set(tag, [...(arrived.get(tag) ?? []), { ...seen, address: String(request.headers['x-forwarded-for']) }]);
  if (kind === 4) await pause(2);
  if (kind !== 3) send();
}

async function talk({ bytes, isCut, isEnding, requests }: RawConversation): Promise<string> {
  const socket = await connectRaw(port);
  let text = '';
  const ended = once(socket, 'close');
  const expected = requests.filter(({ fate }) => fate === 'answered').map(({ tag }) => tag);
  let timer: NodeJS.Timeout | undefined;
  // On a busy machine an answer may come later than an odd conversation is quiet.
  const untilQuiet = (): void => {
    clearTimeout(timer);
    const isOver = !isEnding && expected.every((tag) => text.includes(tag));
    timer = setTimeout(() => socket.destroy(), isOver ? QUIET_MS.odd : QUIET_MS.ending);
  };
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    untilQuiet();
  });
  await new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
  if (isCut) socket.destroy();
  else untilQuiet();
  await ended;
  clearTimeout(timer);
  return text;
}

interface Faults {
  smuggled: string[];
  changed: string[];
  forged: string[];
  displaced: string[];
  lost: string[];
}

it('nothing arrives behind the server that it did not understand so, and no answer reaches another caller', async () => {
  const prng = createPrng(SEED);
  const said: { conversation: RawConversation; name: string; text: string }[] = [];
  let sent = 0;
  let next = 0;
  const speak = async (): Promise<void> => {
    while (sent < REQUESTS_MIN) {
      const name = `c${(next += 1)}`;
      const conversation = makeConversation(name, prng);
      sent += conversation.requests.length;
      said.push({ conversation, name, text: await talk(conversation) });
    }
  };
  await Promise.all(Array.from({ length: CONVERSATIONS_AT_ONCE }, speak));

  const faults: Faults = { smuggled: [], changed: [], forged: [], displaced: [], lost: [] };
  const left = new Map<string, number>();
  for (const name of understood) left.set(name, (left.get(name) ?? 0) + 1);
  for (const seen of [...arrived.values()].flat()) {
    const times = left.get(seen.name) ?? 0;
    left.set(seen.name, times - 1);
    if (times === 0) faults.smuggled.push(seen.name);
    if (seen.address !== '127.0.0.1') faults.forged.push(seen.name);
  }
  for (const { conversation, name, text } of said) {
    const answered = text
      .matchAll(/ of-(\w+) |^x-tag: (\w+)\r$/gim)
      .map(([, body, head]) => body ?? head ?? '')
      .toArray();
    for (const tag of answered) if (!tag.startsWith(`${name}r`)) faults.displaced.push(`${tag} to ${name}`);
    for (const request of conversation.requests) {
      const seen = arrived.get(request.tag) ?? [];
      if (request.fate === 'never' && seen.length > 0) faults.smuggled.push(`${request.tag} ${request.method}`);
      if (request.fate !== 'answered') continue;
      if (seen.length !== 1 || !answered.includes(request.tag)) faults.lost.push(request.tag);
      if (seen.some(({ body }) => body !== request.body)) faults.changed.push(request.tag);
    }
  }
  const fates = said.flatMap(({ conversation }) => conversation.requests.map(({ fate }) => fate));
  const figures = {
    requests: sent,
    answered: fates.filter((fate) => fate === 'answered').length,
    never: fates.filter((fate) => fate === 'never').length,
    arrived: arrived.size,
    ...Object.fromEntries(Object.entries(faults).map(([kind, found]: [string, string[]]) => [kind, found.length])),
  };
  if (process.env['DIFFERENTIAL_FIGURES'] !== undefined) console.log(figures);
  // A generator that makes mostly odd requests would prove little.
  expect(figures.answered).toBeGreaterThan(sent / 4);
  expect(figures.never).toBeGreaterThan(sent / 20);
  expect(faults).toEqual({ smuggled: [], changed: [], forged: [], displaced: [], lost: [] });
  // About 17 s on two cores of their own.
}, 400_000);
