import type { JsonWebKey } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { BrowserContext, Page, Route, WebSocketRoute } from '@playwright/test';
import { failureOf } from '@candor/contract/envelope';
import type { Language } from '@candor/contract/languages';
import { parseClientFrame } from '@candor/contract/live';
import type { ServerFrame } from '@candor/contract/live';
import { makeDevice } from '../../apps/server/src/testing/test-device.ts';
import { giveDeviceKey } from '../support/device-key.ts';
import type { Answer, Phase, Recording } from './recording.ts';

/** No name that ever answers: what the stage does not know goes nowhere. A page there may use what only https pages may. */
export const SITE = 'https://candor.example';
/** In the place of a real token. */
export const TOKEN = 'a-token-of-the-pictures';

const APPS = join(import.meta.dirname, '..', '..', 'apps');
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
};
const IS_CALL = /^\/(?:api\/|captchaImage$|logout$)/;

export interface Asked {
  call: string;
  language: Language;
  method: string;
  headers: Record<string, string>;
  body: Buffer | null;
}

/** Where answers come from: the recording, or the server that is being recorded. */
export type Answers = (asked: Asked, phase: string) => Promise<Answer | undefined>;

/** What becomes of a call in a picture that shows something wrong: the site has a fault, or its answer does not come. */
export type Spoiled = Readonly<Record<string, 'fails' | 'hangs'>>;

export interface Stage {
  page: Page;
  recording: Recording;
  /** Calls that nobody answered, by their names. */
  unknown: string[];
  /** The clock goes on to a later phase, and the page hears what happened until then. */
  goOn: (phase: string) => Promise<void>;
  /** Answers that are on their way. */
  underWay: () => number;
  spoil: (more: Spoiled) => void;
  /** No socket opens. */
  cutSocket: () => void;
}

/** What was not asked again in a later phase is as it was before. */
export function answersOf(recording: Recording): Answers {
  return async ({ call, language }, phase) =>
    findAnswer(recording, phase, call, language) ??
    recording.phases
      .map(({ name }) => findAnswer(recording, name, call, language))
      .find((answer) => answer !== undefined);
}

export function findAnswer({ phases }: Recording, phase: string, call: string, language: Language): Answer | undefined {
  const answers = phases.find(({ name }) => name === phase)?.answers ?? [];
  return answers.find((each) => each.call === call && each.languages.includes(language));
}

interface Setting {
  recording: Recording;
  answers: Answers;
  /** The key of the session's device while a recording is made. Later any key will do: nobody checks its signatures. */
  key?: JsonWebKey;
  /** Asked before the clock goes on. */
  until?: (phase: string) => Promise<Phase>;
}

/** Puts a page on the stage: built files, recorded answers, a socket that says what was heard, a clock that stands still. */
export async function setStage(context: BrowserContext, page: Page, setting: Setting): Promise<Stage> {
  const { recording, answers, until } = setting;
  const unknown: string[] = [];
  const sockets = new Set<{ route: WebSocketRoute; topics: Set<string> }>();
  let spoiled: Spoiled = {};
  let isCut = false;
  let underWay = 0;
  const [first] = recording.phases;
  if (first === undefined) throw new Error('a recording without a phase');
  let phase = first;

  await context.addInitScript(sameChance);
  await context.addInitScript(nothingLater, LATER_MS);
  const deviceKey = recording.session?.deviceKey;
  if (deviceKey !== undefined)
    await giveDeviceKey(context, { token: TOKEN, device: { deviceKey, jwk: setting.key ?? makeDevice().jwk } });
  await page.clock.setFixedTime(phase.at);
  await context.route('**/*', async (route) => {
    underWay += 1;
    try {
      await answer(route);
    } finally {
      underWay -= 1;
    }
  });
  await page.routeWebSocket(/\/ws$/, (route) => {
    if (isCut) {
      void route.close({ code: 1006 }).catch(() => undefined);
      return;
    }
    const socket = { route, topics: new Set<string>() };
    sockets.add(socket);
    route.onClose(() => sockets.delete(socket));
    const say = (frame: ServerFrame) => route.send(JSON.stringify(frame));
    say({ op: 'hello', serverTime: phase.at });
    route.onMessage((message) => {
      const frame = parseClientFrame(String(message));
      if (frame?.op === 'auth') say({ op: 'auth', ok: frame.token === TOKEN });
      if (frame?.op === 'ping') say({ op: 'pong', serverTime: phase.at });
      if (frame?.op === 'unsub') for (const topic of frame.topics) socket.topics.delete(topic);
      if (frame?.op !== 'sub') return;
      for (const topic of frame.topics) {
        socket.topics.add(topic);
        // News for the member are said once, when they happen.
        for (const each of phase.frames) if (each.topic === topic && topic !== 'me') say(each);
      }
    });
  });

  return {
    page,
    recording,
    unknown,
    underWay: () => underWay,
    spoil: (more) => (spoiled = { ...spoiled, ...more }),
    cutSocket: () => {
      isCut = true;
      // Without a socket the app follows by calls that wait: these wait for ever.
      spoiled = { ...spoiled, 'POST /api/live': 'hangs' };
    },
    async goOn(name) {
      const next = until === undefined ? recording.phases.find((each) => each.name === name) : await until(name);
      if (next === undefined) throw new Error(`There is no phase ${name}. Record again: npm run pictures -- record`);
      phase = next;
      await page.clock.setFixedTime(phase.at);
      for (const { route, topics } of sockets)
        for (const frame of phase.frames) if (topics.has(frame.topic)) route.send(JSON.stringify(frame));
    },
  };

  async function answer(route: Route): Promise<void> {
    const request = route.request();
    const url = new URL(request.url());
    if (url.origin !== SITE) return await refuse(route, request.url());
    if (!IS_CALL.test(url.pathname)) return await sendFile(route, url.pathname);
    const call = nameOfCall(request.method(), url);
    const wrong = Object.entries(spoiled).find(([name]) => call.startsWith(name))?.[1];
    if (wrong === 'hangs') return;
    const headers = await request.allHeaders();
    const language = languageOf(headers);
    if (wrong === 'fails') {
      const json = failureOf('FAULT', language);
      return await fulfil(route, { call, languages: [language], status: 200, json });
    }
    const found = await answers(
      { call, language, method: request.method(), headers, body: request.postDataBuffer() },
      phase.name,
    );
    if (found === undefined) return await refuse(route, `${call} (${language}, phase ${phase.name})`);
    await fulfil(route, found);
  }

  async function refuse(route: Route, name: string): Promise<void> {
    unknown.push(name);
    await route.abort('failed');
  }

  async function sendFile(route: Route, path: string): Promise<void> {
    const isConsole = path.startsWith('/console/');
    const name = isConsole ? path.slice('/console/'.length) : path.slice(1);
    const file = join(APPS, isConsole ? 'console' : 'client', 'dist', name === '' ? 'index.html' : name);
    if (!existsSync(file)) return await refuse(route, path);
    await send(route, { contentType: TYPES[extname(file)] ?? 'application/octet-stream', body: readFileSync(file) });
  }
}

/** Parts of a query in one order, so that a call has one name. */
function nameOfCall(method: string, url: URL): string {
  const query = new URLSearchParams([...url.searchParams].toSorted(([a], [b]) => (a < b ? -1 : 1))).toString();
  return `${method} ${url.pathname}${query === '' ? '' : `?${query}`}`;
}

function languageOf(headers: Record<string, string>): Language {
  const named = headers['accept-language'] ?? '';
  if (named.startsWith('en')) return 'en';
  return named.startsWith('zh-Hant') || named.startsWith('zh-TW') ? 'zh-Hant' : 'zh-Hans';
}

async function fulfil(route: Route, { status, headers = {}, json, text, base64 }: Answer): Promise<void> {
  const body = base64 === undefined ? (text ?? JSON.stringify(json)) : Buffer.from(base64, 'base64');
  await send(route, { status, headers: { 'content-type': 'application/json; charset=utf-8', ...headers }, body });
}

/** A page that was left takes no answers. */
async function send(route: Route, answer: Parameters<Route['fulfill']>[0]): Promise<void> {
  await route.fulfill(answer).catch(() => undefined);
}

/** The clock stands still, so what is for later does not come: news that fade, questions that are asked again, waits that end. */
const LATER_MS = 2_000;

function nothingLater(laterMs: number): void {
  const wait = globalThis.setTimeout.bind(globalThis);
  const repeat = globalThis.setInterval.bind(globalThis);
  const NEVER_MS = 2 ** 31 - 1;
  const held = (ms: number | undefined) => ((ms ?? 0) >= laterMs ? NEVER_MS : ms);
  globalThis.setTimeout = ((act: () => void, ms?: number, ...given: []) =>
    wait(act, held(ms), ...given)) as typeof setTimeout;
  globalThis.setInterval = ((act: () => void, ms?: number, ...given: []) =>
    repeat(act, held(ms), ...given)) as typeof setInterval;
  AbortSignal.timeout = () => new AbortController().signal;
}

/** The same numbers at each visit where the app draws lots. */
function sameChance(): void {
  let state = 20_260_101;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  Math.random = next;
  const fill = <T extends ArrayBufferView | null>(into: T): T => {
    if (into === null) return into;
    const bytes = new Uint8Array(into.buffer, into.byteOffset, into.byteLength);
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = Math.floor(next() * 256);
    return into;
  };
  Object.defineProperty(crypto, 'getRandomValues', { value: fill });
}
