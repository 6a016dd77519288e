import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { CallOptions, TestAnswer } from '../call.ts';
import { writeAnswer } from './write-answer.ts';
import type { Caller, WireSite } from './wire-site.ts';

/** Every route with one thing wrong. Routes that answer the same stand together, under their answer. */
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export interface Route {
  readonly method: Method;
  /** With `{id}` for a part that varies. */
  readonly path: string;
  readonly isConsole: boolean;
}

const ABSENT = '00000000-0000-4000-8000-000000000000';
const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE'];
const description = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

/** The routes of both servers, from what they say of themselves. */
export async function routesOf({ server, consoleSite }: WireSite): Promise<Route[]> {
  const routes = async (isConsole: boolean): Promise<Route[]> => {
    const text = await (isConsole ? consoleSite.role.app : server.http.app).openApi();
    return Object.entries(description.parse(JSON.parse(text)).paths).flatMap(([path, operations]) =>
      METHODS.filter((method) => method.toLowerCase() in operations).map((method) => ({
        method,
        // The rest of a path, of any length, has several spellings.
        path: path.replace(/\/(?:\*|\{\*\})$/, '/{*}'),
        isConsole,
      })),
    );
  };
  const all = [...(await routes(false)), ...(await routes(true))];
  return all.toSorted((one, other) => textOrder(nameOf(one), nameOf(other)));
}

/** Not that of a language, which may differ between machines. */
export function textOrder(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

export function nameOf({ method, path }: Route): string {
  return `${method} ${path}`;
}

interface Wrong {
  readonly what: string;
  readonly of: (route: Route) => boolean;
  readonly call: (route: Route, caller: Caller) => { path: string; options: CallOptions };
}

function isWrite({ method }: Route): boolean {
  return method !== 'GET';
}

function hasId({ path }: Route): boolean {
  return path.includes('{');
}

function isPlain({ path }: Route): boolean {
  return path.startsWith('/api/webhooks');
}

function fill(path: string, value: string): string {
  return path.replaceAll(/\{[\w*]+\}/g, value);
}

const WRONGS: readonly Wrong[] = [
  {
    what: 'without a session',
    of: () => true,
    call: (route) => ({
      path: fill(route.path, ABSENT),
      options: isWrite(route) ? { body: {}, key: randomUUID() } : {},
    }),
  },
  {
    what: 'with an empty body, and an id of nobody',
    of: isWrite,
    call: ({ path }, { token }) => ({ path: fill(path, ABSENT), options: { token, body: {}, key: randomUUID() } }),
  },
  {
    what: 'with an empty body, and a number of nobody',
    of: (route) => isWrite(route) && hasId(route),
    call: ({ path }, { token }) => ({ path: fill(path, '999999'), options: { token, body: {}, key: randomUUID() } }),
  },
  {
    what: 'with an unknown field',
    of: isWrite,
    call: ({ path }, { token }) => ({
      path: fill(path, '999999'),
      options: { token, body: { nobody: 1 }, key: randomUUID() },
    }),
  },
  {
    what: 'with a list as body and without a key',
    of: isWrite,
    call: ({ path }, { token }) => ({ path: fill(path, ABSENT), options: { token, body: [] } }),
  },
  {
    what: 'with half a body',
    of: isWrite,
    call: ({ path }, { token }) => ({ path: fill(path, ABSENT), options: { token, body: '{"a":', key: randomUUID() } }),
  },
  {
    what: 'with a body of another type',
    of: isWrite,
    call: ({ path }, { token }) => ({
      path: fill(path, ABSENT),
      options: { token, body: 'a', key: randomUUID(), headers: { 'content-type': 'text/plain' } },
    }),
  },
  {
    what: 'with a body that is too large',
    of: isWrite,
    call: ({ path }, { token }) => ({
      path: fill(path, ABSENT),
      options: { token, body: JSON.stringify({ a: 'x'.repeat(70_000) }), key: randomUUID() },
    }),
  },
  {
    what: 'without the signature of the device',
    of: (route) => isWrite(route) && !route.isConsole,
    call: ({ path }, { token }) => ({
      path: fill(path, ABSENT),
      options: { token, body: {}, key: randomUUID(), signature: null },
    }),
  },
  {
    what: 'of nothing, or of an id of nobody',
    of: (route) => !isWrite(route),
    call: ({ path }, { token }) => ({ path: fill(path, ABSENT), options: { token } }),
  },
  {
    what: 'of a path that no id can be',
    of: hasId,
    call: (route, { token }) => ({
      path: fill(route.path, '%21'),
      options: { token, ...(isWrite(route) ? { body: {}, key: randomUUID() } : {}) },
    }),
  },
  {
    what: 'with a query that nobody knows',
    of: (route) => !isWrite(route) && !hasId(route),
    call: ({ path }, { token }) => ({ path: `${path}?nobody=1`, options: { token } }),
  },
  {
    what: 'with nonsense in a known query',
    of: (route) => !isWrite(route),
    call: ({ path }, { token }) => ({
      path: `${fill(path, '999999')}?limit=x&cursor=%21&status=%21`,
      options: { token },
    }),
  },
];

/** @returns the answers as text, one block for each */
export async function recordRefusals(wire: WireSite, routes: readonly Route[]): Promise<string> {
  const member = await wire.member('wire_refused');
  const operators = [await wire.operator('wire_all', 'owner'), await wire.operator('wire_few', 'support')] as const;
  const parts: string[] = [];
  for (const { what, of, call } of WRONGS) {
    const answers = await askAll(
      wire,
      routes.filter((route) => of(route) && !isPlain(route)),
      async (route) => {
        const caller = route.isConsole ? operators[0] : member;
        if (/logout/.test(route.path)) await wire.renew(caller);
        const { path, options } = call(route, caller);
        const answer = await ask(wire, route, path, options);
        if (/logout/.test(route.path)) await wire.renew(caller);
        return answer;
      },
    );
    parts.push(`## ${what}`, '', ...answers);
  }
  const foreign = await askAll(
    wire,
    routes.filter(({ isConsole }) => isConsole),
    async (route) => {
      const { path, options } = {
        path: fill(route.path, '999999'),
        options: isWrite(route) ? { body: {}, key: randomUUID() } : {},
      };
      const answer = await ask(wire, route, path, { ...options, token: operators[1].token });
      if (/logout/.test(route.path)) await wire.renew(operators[1]);
      return answer;
    },
  );
  parts.push('## by an operator of the support', '', ...foreign);
  const paths = [...new Set(routes.map(({ path }) => path))].flatMap((path) => {
    const known = routes.filter((route) => route.path === path);
    const method = METHODS.find((other) => !known.some((route) => route.method === other));
    return method === undefined || known[0] === undefined ? [] : [{ ...known[0], method }];
  });
  const others = await askAll(wire, paths, async (route) => {
    const token = route.isConsole ? operators[0].token : member.token;
    return await ask(wire, route, fill(route.path, ABSENT), { token });
  });
  parts.push('## by another method', '', ...others);
  return parts.join('\n');
}

async function ask(
  { server, consoleSite }: WireSite,
  { method, isConsole }: Route,
  path: string,
  options: CallOptions,
): Promise<TestAnswer> {
  return await (isConsole ? consoleSite.call : server.call)(method, path, { language: 'en', ...options });
}

/** Routes under what they answered, in the order of the first one. */
async function askAll(
  wire: WireSite,
  routes: readonly Route[],
  answer: (route: Route) => Promise<TestAnswer>,
): Promise<string[]> {
  const found = new Map<string, string[]>();
  for (const route of routes) {
    const text = written(wire, await answer(route));
    found.set(text, [...(found.get(text) ?? []), nameOf(route)]);
  }
  return [...found].flatMap(([text, names]) => [text, ...names.map((name) => `  ${name}`), '']);
}

/**
 * What is no refusal is recorded elsewhere in full, by calls that are made for it. Here it follows from all that was done before: the order of
 * rows that were written at once is no promise.
 */
function written({ hidden }: WireSite, answer: TestAnswer): string {
  const text = writeAnswer(answer, hidden);
  // The second test of a channel within ten seconds is refused: whether it is one follows from how fast the calls before were.
  if (answer.body.code !== 200 && answer.body.error !== 'ALARM_TEST_SOON') return text;
  const [head = ''] = text.split('\n', 1);
  return `${head.replace(/^< \d+/, '< 200')}\na good answer`;
}
