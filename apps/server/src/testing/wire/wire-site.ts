import { randomUUID } from 'node:crypto';
import * as argon2 from '@node-rs/argon2';
import { seedInvest } from '../../features/invest/seed-projects.ts';
import { insertOperator } from '../../services/seed/operator-store.ts';
import { makeMember, makeSession } from '../factories.ts';
import { makeClockMovable } from '../movable-clock.ts';
import type { MovableClock } from '../movable-clock.ts';
import { startTestConsole } from '../test-console.ts';
import type { TestConsole } from '../test-console.ts';
import { createTestDb } from '../test-db.ts';
import { openTestSession } from '../test-operator.ts';
import { startTestServer } from '../test-server.ts';
import type { TestServer } from '../test-server.ts';
import type { CallOptions, TestAnswer } from '../call.ts';
import { hideVolatile } from './hide-volatile.ts';
import { writeAnswer } from './write-answer.ts';

/**
 * The site whose answers are recorded, call by call. Its clock stands on a Monday morning in the site's time zone when it
 * starts, so no run meets the end of a business day or of the service hours.
 */
export interface WireSite {
  readonly server: TestServer;
  readonly consoleSite: TestConsole;
  readonly clock: MovableClock;
  /** Makes a call, records its answer, and returns it. */
  readonly call: (who: Caller | null, line: string, options?: WireOptions) => Promise<TestAnswer>;
  /** The same for a call that has to be refused with this key. */
  readonly refused: (who: Caller | null, line: string, error: string, options?: WireOptions) => Promise<TestAnswer>;
  /** The same for a plain status without an error key. */
  readonly refusedPlainly: (who: Caller | null, line: string, status: number, options?: WireOptions) => Promise<void>;
  readonly member: (name: string, balance?: string) => Promise<Caller>;
  readonly operator: (name: string, role: string) => Promise<Caller>;
  /** A new session of the same person: an old one has ended, or the test moved the clock. */
  readonly renew: (who: Caller) => Promise<void>;
  /** Writes this value as a name from now on. */
  readonly hide: (value: string, name: string) => void;
  readonly hidden: (text: string) => string;
  /** What was recorded since the last time. */
  readonly take: () => string;
  /** Method and path of each call so far. */
  readonly called: readonly Called[];
  /** Calls whose answer was not the one that they were written for. */
  readonly surprises: readonly string[];
  readonly stop: () => Promise<void>;
}

export interface Caller {
  readonly name: string;
  readonly id: bigint;
  readonly kind: 'member' | 'operator';
  token: string;
}

export interface WireOptions extends Omit<CallOptions, 'key' | 'token'> {
  /** By default every call that is not a GET has a new one; null for none. */
  readonly key?: string | null;
  /** Said beside the call. */
  readonly note?: string;
}

export interface Called {
  readonly method: string;
  readonly path: string;
  readonly isGood: boolean;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const METHODS: Readonly<Record<string, Method>> = { GET: 'GET', POST: 'POST', PUT: 'PUT', DELETE: 'DELETE' };

export const PASSWORD = 'quiet Otter climbs';
export const PIN = '618034';
export const ORIGIN = 'https://candor.example';
const DAY_MS = 86_400_000;

export async function startWireSite(): Promise<WireSite> {
  const db = await createTestDb();
  const clock = await makeClockMovable(db.ownerUrl);
  await clock.moveBy(untilMondayMs(Date.now()));
  const server = await startTestServer(
    {
      HOSTS: `${ORIGIN},https://other.example`,
      PUSH_HOSTS: 'push.example',
      PUSH_CONTACT: 'mailto:operator@candor.example',
      TRUSTED_PROXIES: 'loopback',
    },
    db,
  );
  const consoleSite = await startTestConsole(server);
  await seedInvest(server.ownerPool, server.context.site);
  // Cheap to check: no answer shows what a password costs.
  const hashes = [
    await argon2.hash(PASSWORD, { memoryCost: 64, timeCost: 1 }),
    await argon2.hash(PIN, { memoryCost: 64, timeCost: 1 }),
  ] as const;
  const lines: string[] = [];
  const known = new Map<string, string>();
  const called: Called[] = [];
  const surprises: string[] = [];
  const hidden = (text: string) => hideVolatile(text, known);

  async function send(who: Caller | null, line: string, options: WireOptions): Promise<TestAnswer> {
    const [method = '', path = ''] = line.split(' ', 2);
    const { key = method === 'GET' ? null : randomUUID(), note, ...rest } = options;
    const isConsole = path.startsWith('/api/console');
    const answer = await (isConsole ? consoleSite.call : server.call)(METHODS[method] ?? 'GET', path, {
      ...rest,
      language: rest.language ?? 'en',
      ...(key === null ? {} : { key }),
      ...(who === null ? {} : { token: who.token }),
    });
    const from = [who?.name ?? 'nobody', ...(note === undefined ? [] : [note])].join(', ');
    lines.push(hidden(`> ${line}${bodyText(options.body)}  (${from})`), writeAnswer(answer, hidden), '');
    const isGood = answer.status < 400 && (answer.body.code === undefined || answer.body.code === 200);
    called.push({ method, path: path.split('?', 1)[0] ?? '', isGood });
    return answer;
  }

  async function name(id: bigint, as: string): Promise<void> {
    const { rows } = await server.ownerPool.query<{ number: string }>(
      `update member set username = $2, phone = $3, invite_code = $4, password_hash = $5,
         withdraw_password_hash = $6 where id = $1 returning id::text as number`,
      [
        id.toString(),
        as,
        `+86139${id.toString().padStart(8, '0')}`,
        `INVITE${id.toString().padStart(4, '0')}`,
        ...hashes,
      ],
    );
    if (rows.length === 0) throw new Error(`nobody to name ${as}`);
  }

  return {
    server,
    consoleSite,
    clock,
    called,
    surprises,
    hidden,
    call: async (who, line, options = {}) => {
      const answer = await send(who, line, options);
      if (called.at(-1)?.isGood !== true) surprises.push(`${line}: ${answer.status} ${answer.text.slice(0, 300)}`);
      return answer;
    },
    refused: async (who, line, error, options = {}) => {
      const answer = await send(who, line, options);
      if (answer.body.error !== error) surprises.push(`${line}: not ${error} but ${answer.text.slice(0, 300)}`);
      return answer;
    },
    refusedPlainly: async (who, line, status, options = {}) => {
      const answer = await send(who, line, options);
      if (answer.status !== status)
        surprises.push(`${line}: not ${status} but ${answer.status} ${answer.text.slice(0, 300)}`);
    },
    member: async (as, balance) => {
      // Only the owner grants another amount than the site's.
      const id = await makeMember(balance === undefined ? server.pool : server.ownerPool, balance);
      await name(id, as);
      return { name: as, id, kind: 'member', token: await makeSession(server.pool, id) };
    },
    operator: async (as, role) => {
      const operator = { username: as, roles: [role], passwordHash: hashes[0] ?? 'none', mustSecure: false };
      const id = await insertOperator(server.ownerPool, operator);
      if (id === undefined) throw new Error(`another operator is called ${as}`);
      const { token } = await openTestSession(server.ownerPool, id);
      return { name: as, id, kind: 'operator', token };
    },
    renew: async (who) => {
      who.token =
        who.kind === 'member'
          ? await makeSession(server.pool, who.id)
          : (await openTestSession(server.ownerPool, who.id)).token;
    },
    hide: (value, as) => {
      known.set(value, as);
    },
    take: () => lines.splice(0).join('\n'),
    stop: async () => {
      await clock.close();
      await consoleSite.stop();
      await server.stop();
    },
  };
}

/** Until the next Monday, 02:30 UTC, which is 10:30 in the site's time zone. */
function untilMondayMs(nowMs: number): number {
  const mondayMs = 4 * DAY_MS + 2.5 * 3_600_000;
  return 7 * DAY_MS - ((nowMs - mondayMs) % (7 * DAY_MS));
}

const BODY_SHOWN_MAX = 300;

function bodyText(body: unknown): string {
  if (body === undefined) return '';
  if (Buffer.isBuffer(body))
    return ` a form of ${
      body
        .toString('latin1')
        .match(/name="\w+"/g)
        ?.join(', ') ?? 'nothing'
    }`;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return ` ${text.length > BODY_SHOWN_MAX ? `${text.slice(0, BODY_SHOWN_MAX)}…` : text}`;
}

/** The text at this place of an answer. */
export function textAt(answer: TestAnswer, ...path: readonly (string | number)[]): string {
  const value = path.reduce<unknown>(
    (inside, step) => (typeof inside === 'object' && inside !== null ? Reflect.get(inside, step) : undefined),
    answer.body.data,
  );
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
}

export function idOf(answer: TestAnswer): string {
  return textAt(answer, 'id');
}
