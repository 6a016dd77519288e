import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as z from 'zod/mini';
import { envelopeOf } from '@candor/contract/envelope';
import type { Language } from '@candor/contract/languages';
import { serverFrame } from '@candor/contract/live';
import type { TopicFrame } from '@candor/contract/live';
import type { Operation } from '@candor/contract/operation';

/*
 * What a real server answered once, and said through its socket: the stage on which pictures are taken (ADR 146). A file holds
 * no secret; `npm run pictures -- record` makes all of them anew.
 */

export const RECORDINGS = ['stranger', 'newcomer', 'resting', 'operator', 'won', 'lost', 'tied'] as const;
export type RecordingName = (typeof RECORDINGS)[number];

/** One answer. Where it is the same in several languages, it is there once. */
export interface Answer {
  /** Method, path and query. */
  call: string;
  languages: Language[];
  status: number;
  /** Only those without which the app would read something else. */
  headers?: Record<string, string>;
  /** What was sent as JSON. */
  json?: unknown;
  text?: string;
  base64?: string;
}

/** A moment at which the clock stands still, and what the server knew then. */
export interface Phase {
  name: string;
  at: string;
  /** The newest tick of each product, and what the member heard since the phase before. */
  frames: TopicFrame[];
  answers: Answer[];
}

export interface Recording {
  /** The token is a word in the place of the real one; a public key is no secret. */
  session: { username: string; deviceKey?: string } | null;
  /** Names for the ids that addresses need. */
  ids: Record<string, string>;
  phases: Phase[];
}

const FOLDER = join(import.meta.dirname, 'recordings');
const CALLS = join(import.meta.dirname, '..', '..', 'packages', 'contract', 'src', 'calls');

export function recordingFile(name: RecordingName): string {
  return join(FOLDER, `${name}.json`);
}

/** One line for each answer, so that a difference can be read. */
export function writeRecording(name: RecordingName, { session, ids, phases }: Recording): void {
  mkdirSync(FOLDER, { recursive: true });
  const lines = (items: readonly unknown[]) => items.map((each) => `\n${JSON.stringify(each)}`).join(',');
  const parts = phases.map(
    (phase) =>
      `\n{"name":${JSON.stringify(phase.name)},"at":${JSON.stringify(phase.at)},"frames":[${lines(phase.frames)}],` +
      `"answers":[${lines(phase.answers.toSorted((a, b) => (a.call < b.call ? -1 : 1)))}]}`,
  );
  const head = `{"session":${JSON.stringify(session)},\n"ids":${JSON.stringify(ids)},\n"phases":[`;
  writeFileSync(recordingFile(name), `${head}${parts.join(',')}]}\n`);
}

const read = new Map<RecordingName, Promise<Recording>>();

/** @throws Error if the contract has changed since it was recorded: then its answers are no longer what a server says */
export async function readRecording(name: RecordingName): Promise<Recording> {
  const reading = read.get(name) ?? readAndCheck(name);
  read.set(name, reading);
  return await reading;
}

async function readAndCheck(name: RecordingName): Promise<Recording> {
  const file = recordingFile(name);
  if (!existsSync(file)) throw new Error(`${file} is missing. Record again: npm run pictures -- record`);
  const recording = JSON.parse(readFileSync(file, 'utf8')) as Recording;
  const wrong = await againstContract(recording);
  if (wrong.length > 0)
    throw new Error(
      `The contract has changed since e2e/pictures/recordings/${name}.json was recorded.\n` +
        `Record again: npm run pictures -- record\n\n${wrong.slice(0, 10).join('\n')}`,
    );
  return recording;
}

/** What of a recording is not as the contract says. */
export async function againstContract({ phases }: Recording): Promise<string[]> {
  const declared = await declaredCalls();
  const wrong: string[] = [];
  for (const { answers, frames } of phases) {
    for (const { call, json, status } of answers) {
      const [method = '', address = ''] = call.split(' ');
      const path = address.split('?', 1)[0] ?? '';
      const operation = declared.find((each) => each.method === method && each.pattern.test(path))?.operation;
      if (operation === undefined) {
        if (!UNDECLARED.test(path)) wrong.push(`${call}: there is no such call`);
        continue;
      }
      if (operation.answer === undefined || json === undefined || !isSuccess(json, status)) continue;
      wrong.push(...differences(operation.whole ? operation.answer : envelopeOf(operation.answer), json, call));
    }
    for (const frame of frames) wrong.push(...differences(serverFrame, frame, `frame ${frame.topic}`));
  }
  return wrong;
}

/** Files of the order log: their path has any number of segments. */
const UNDECLARED = /^\/api\/log\/tile\//;

function isSuccess(json: unknown, status: number): boolean {
  return status === 200 && typeof json === 'object' && json !== null && 'code' in json && json.code === 200;
}

function differences(schema: z.ZodMiniType, value: unknown, where: string): string[] {
  const parsed = schema.safeParse(value);
  if (!parsed.success)
    return parsed.error.issues.slice(0, 3).map(({ path, message }) => `${where}: ${path.join('.')}: ${message}`);
  return unknownTo(parsed.data, value, '').map((path) => `${where}: ${path} is not in the contract`);
}

/** Schemas leave out what they do not know: a field that the contract no longer has. */
function unknownTo(known: unknown, given: unknown, path: string): string[] {
  if (typeof given !== 'object' || given === null || typeof known !== 'object' || known === null) return [];
  return Object.entries(given).flatMap(([name, value]) => {
    const inside = path === '' ? name : `${path}.${name}`;
    return Object.hasOwn(known, name) ? unknownTo(Reflect.get(known, name), value, inside) : [inside];
  });
}

type Declared = { method: string; pattern: RegExp; operation: Operation };

let calls: Promise<Declared[]> | undefined;

async function declaredCalls(): Promise<Declared[]> {
  calls ??= (async () => {
    const files = readdirSync(CALLS, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    const modules = await Promise.all(
      files.map(async (file) => (await import(pathToFileURL(join(CALLS, file)).href)) as Record<string, unknown>),
    );
    return modules
      .flatMap((module) => Object.values(module))
      .flatMap(operationsIn)
      .map((operation) => ({ method: operation.method, pattern: patternOf(operation.path), operation }))
      .toSorted((a, b) => Number(a.operation.path.includes('{')) - Number(b.operation.path.includes('{')));
  })();
  return await calls;
}

/** Most calls are exported by themselves; those of a kind of proposal are together in one value. */
function operationsIn(value: unknown): Operation[] {
  if (isOperation(value)) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).filter(isOperation) : [];
}

function isOperation(value: unknown): value is Operation {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'caller' in value;
}

function patternOf(path: string): RegExp {
  const parts = path.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^/]+')}$`);
}
