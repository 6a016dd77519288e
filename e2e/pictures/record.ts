import { rmSync } from 'node:fs';
import type { Browser } from '@playwright/test';
import { listProducts } from '@candor/contract/calls/market';
import { parseServerFrame, tickTopic } from '@candor/contract/live';
import { candlesView, productsView } from '@candor/contract/market';
import type { TopicFrame } from '@candor/contract/live';
import { LIVE_PATH } from '@candor/contract/paths';
import { readProducts } from '../support/member-api.ts';
import { startServer } from '../support/server.ts';
import { LIVES, OtherOutcome } from './lives.ts';
import type { Life } from './lives.ts';
import { MOMENTS } from './moments.ts';
import type { Moment } from './moments.ts';
import { recordingFile, RECORDINGS, writeRecording } from './recording.ts';
import type { Answer, Phase, Recording, RecordingName } from './recording.ts';
import { findAnswer, SITE, TOKEN } from './stage.ts';
import type { Asked } from './stage.ts';
import { visit } from './visit.ts';

/** What a page asks for when it has been there for a while is recorded too: a slow machine takes its picture late. */
const QUIET_MS = 4_000;
const QUIET_MS_MAX = 20_000;
const HEAR_MS_MAX = 5_000;
const TRIES_MAX = 12;

/** Records those of these names: a real server, people who live on it, and a visit of each moment. */
export async function record(browser: Browser, wanted: readonly string[]): Promise<void> {
  const unknown = wanted.filter((name) => !RECORDINGS.some((each) => each === name));
  if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}. There are ${RECORDINGS.join(', ')}.`);
  const names = RECORDINGS.filter((name) => wanted.length === 0 || wanted.includes(name));
  const server = await startServer();
  try {
    for (const name of names) {
      const moments = MOMENTS.filter((moment) => moment.recording === name);
      if (moments.length === 0) rmSync(recordingFile(name), { force: true });
      else writeRecording(name, await recordUntilRight(browser, { origin: server.origin, name, moments }));
    }
  } finally {
    await server.stop();
  }
}

interface Job {
  origin: string;
  name: RecordingName;
  moments: readonly Moment[];
}

/** Orders end as they end. */
async function recordUntilRight(browser: Browser, job: Job): Promise<Recording> {
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    try {
      return await recordOne(browser, job);
    } catch (error) {
      if (!(error instanceof OtherOutcome)) throw error;
      console.log(`${job.name}: another outcome (${error.message}), once more`);
    }
  }
  throw new Error(`${job.name}: no order ended so`);
}

async function recordOne(browser: Browser, { origin, name, moments }: Job): Promise<Recording> {
  const life = await LIVES[name](origin);
  const hearing = hear(origin, life);
  try {
    const { token = null, device } = life;
    const known = device === undefined ? {} : { deviceKey: device.deviceKey };
    const session = token === null ? null : { username: life.username, ...known };
    const languages = [...new Set(moments.map(({ language }) => language))];
    const underWay = new Map<string, Promise<void>>();
    const reads = (life.reads ?? []).flatMap((path) => languages.map((language) => ({ path, language })));
    const begin = async (phaseName: string): Promise<Phase> => {
      for (let tries = 1; ; tries += 1) {
        const phase = await hearing.phase(phaseName, await codes(origin));
        const asking = reads.map(
          async ({ path, language }) =>
            await ask(origin, { ...READ, call: `GET ${path}`, language }, { token, at: phase.at }),
        );
        for (const answer of await Promise.all(asking)) keep(phase, answer);
        if (!isOfOneMoment(phase) && tries < TRIES_MAX) continue;
        hearing.forgetNews();
        return phase;
      }
    };
    const recording: Recording = { session, ids: life.ids, phases: [await begin('first')] };
    const until = async (wanted: string): Promise<Phase> => {
      const known = recording.phases.find((phase) => phase.name === wanted);
      if (known !== undefined) return known;
      await life.until?.(wanted);
      const phase = await begin(wanted);
      recording.phases.push(phase);
      return phase;
    };
    const answers = async (asked: Asked, phaseName: string): Promise<Answer | undefined> => {
      const found = () => findAnswer(recording, phaseName, asked.call, asked.language);
      const name = `${phaseName} ${asked.call}`;
      await underWay.get(name);
      if (found() !== undefined) return found();
      const phase = recording.phases.find((each) => each.name === phaseName);
      if (phase === undefined || phase !== recording.phases.at(-1))
        throw new Error(`${asked.call} came too late to be answered in the phase ${phaseName}`);
      // All languages of a call at one time, so that they tell of the same moment.
      const spoken = asked.method === 'GET' ? [...new Set([asked.language, ...languages])] : [asked.language];
      const asking = (async () => {
        for (const language of spoken) keep(phase, await ask(origin, { ...asked, language }, { token, at: phase.at }));
      })();
      underWay.set(name, asking);
      await asking;
      return found();
    };
    const key = device === undefined ? {} : { key: device.jwk };
    // The clock of the recording goes on once: what is to be seen before comes first.
    for (const moment of moments.toSorted((a, b) => Number(a.until !== undefined) - Number(b.until !== undefined)))
      try {
        await visit(browser, moment, { recording, answers, until, ...key }, async (_, { unknown, underWay: left }) => {
          await untilQuiet(left);
          if (unknown.length > 0) throw new Error(`nothing answers ${unknown.join(', ')}`);
          console.log(`recorded ${name}: ${moment.name}`);
        });
      } catch (error) {
        if (error instanceof OtherOutcome) throw error;
        // What was recorded is of use, and its picture will tell.
        console.log(`✗ ${name}: ${moment.name}: ${String(error)}`);
      }
    return withoutSecrets(recording, { origin, secrets: life.secrets });
  } finally {
    hearing.stop();
  }
}

async function codes(origin: string): Promise<string[]> {
  return (await readProducts(origin)).filter(({ status }) => status === 'trading').map(({ code }) => code);
}

/**
 * Whether bars and lists end with the very tick that the socket said: or it would depend on the order in which a page hears of
 * both, which of them it shows.
 */
function isOfOneMoment({ frames, answers }: Phase): boolean {
  const prices = new Map(
    frames.flatMap(({ topic, d }) => ('price' in d ? [[topic.replace('tick:', ''), d.price]] : [])),
  );
  return answers.every(({ call, json }) => {
    const data = typeof json === 'object' && json !== null && 'data' in json ? json.data : null;
    const code = /\/products\/(\w+)\/candles/.exec(call)?.[1];
    if (code !== undefined) return candlesView.parse(data).at(-1)?.c === prices.get(code);
    if (call !== `GET ${listProducts.path}`) return true;
    return productsView
      .parse(data)
      .every((each) => !prices.has(each.code) || each.last?.price === prices.get(each.code));
  });
}

/** Adds an answer, or a language to the same answer. */
function keep({ answers }: Phase, answer: Answer): void {
  const text = (each: Answer) => JSON.stringify({ ...each, languages: [] });
  const same = answers.find((each) => each.call === answer.call && text(each) === text(answer));
  if (same === undefined) answers.push(answer);
  else same.languages.push(...answer.languages);
}

const READ = { method: 'GET', headers: { authorization: `Bearer ${TOKEN}` }, body: null };
const KEPT_HEADERS = ['content-type', 'content-disposition', 'retry-after'];

async function ask(
  origin: string,
  { call, language, method, headers, body }: Asked,
  { token, at }: { token: string | null; at: string },
): Promise<Answer> {
  const sent = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (!/^(?::|host$|origin$|referer$|content-length$)/.test(name)) sent.set(name, value);
  sent.set('accept-language', language);
  if (headers['authorization'] === `Bearer ${TOKEN}` && token !== null) sent.set('authorization', `Bearer ${token}`);
  const path = call.slice(method.length + 1);
  const answer = await fetch(origin + path, {
    method,
    headers: sent,
    ...(body === null ? {} : { body: new Uint8Array(body) }),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const kept = KEPT_HEADERS.flatMap((name) => {
    const value = answer.headers.get(name);
    return value === null || value.startsWith('application/json') ? [] : [[name, value]];
  });
  const type = answer.headers.get('content-type') ?? '';
  return {
    call,
    languages: [language],
    status: answer.status,
    ...(kept.length === 0 ? {} : { headers: Object.fromEntries(kept) as Record<string, string> }),
    ...contentOf(bytes, type, at),
  };
}

/** The site's clock stands still too: a later time would be a clock that jumps, and the app says so. */
function contentOf(bytes: Buffer, type: string, at: string): Pick<Answer, 'json' | 'text' | 'base64'> {
  if (type.startsWith('application/json'))
    return { json: JSON.parse(bytes.toString().replace(/(?<="serverTime":")[^"]*/, at)) as unknown };
  return type.startsWith('text/') ? { text: bytes.toString() } : { base64: bytes.toString('base64') };
}

/** Follows the prices and the member's news, and tells for each phase what was new. */
function hear(origin: string, { token, device }: Life) {
  const ticks = new Map<string, TopicFrame>();
  let news: TopicFrame[] = [];
  const socket = new WebSocket(origin.replace(/^http/, 'ws') + LIVE_PATH);
  const say = (frame: object) => socket.send(JSON.stringify(frame));
  socket.addEventListener('open', () => {
    if (token !== undefined && device !== undefined) say({ op: 'auth', token });
    say({ op: 'sub', topics: ['me'] });
  });
  socket.addEventListener('message', ({ data }) => {
    const frame = parseServerFrame(String(data));
    if (frame === null || !('topic' in frame)) return;
    if (frame.topic === 'me') news.push(frame);
    else ticks.set(frame.topic, frame);
  });
  return {
    stop: () => socket.close(),
    /** The moment at which every product has just had its tick. */
    async phase(name: string, products: readonly string[]): Promise<Phase> {
      const topics = products.map(tickTopic);
      await until(() => socket.readyState === WebSocket.OPEN);
      for (const topic of topics) ticks.delete(topic);
      say({ op: 'sub', topics });
      await until(() => topics.every((topic) => ticks.has(topic)));
      say({ op: 'unsub', topics });
      const frames = [...topics.flatMap((topic) => ticks.get(topic) ?? []), ...news];
      return { name, at: new Date().toISOString(), frames, answers: [] };
    },
    forgetNews: () => {
      news = [];
    },
  };
}

async function untilQuiet(left: () => number): Promise<void> {
  const until = performance.now() + QUIET_MS_MAX;
  let since = performance.now();
  while (performance.now() < until && performance.now() - since < QUIET_MS) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    if (left() > 0) since = performance.now();
  }
}

async function until(isSo: () => boolean): Promise<void> {
  const deadline = Date.now() + HEAR_MS_MAX;
  while (!isSo()) {
    if (Date.now() > deadline) throw new Error('the socket said nothing');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** @throws Error if a secret is left in it */
function withoutSecrets(
  recording: Recording,
  { origin, secrets }: { origin: string; secrets: readonly string[] },
): Recording {
  const text = JSON.stringify(recording).replaceAll(origin, SITE).replaceAll(new URL(origin).host, new URL(SITE).host);
  for (const secret of secrets) if (text.includes(secret)) throw new Error('a secret came into the recording');
  return JSON.parse(text) as Recording;
}
