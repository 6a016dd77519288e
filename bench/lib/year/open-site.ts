import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TEST_CURRENCY_SETTINGS } from '@candor/domain/testing/test-currency';
import { createContext } from '../../../apps/server/src/app/context.ts';
import { createMetrics } from '../../../apps/server/src/app/metrics.ts';
import { recordIdentity } from '../../../apps/server/src/app/prepare-site.ts';
import { startConsole } from '../../../apps/server/src/app/start-console.ts';
import { startHttp } from '../../../apps/server/src/app/start-http.ts';
import { startRelay } from '../../../apps/server/src/app/start-relay.ts';
import { loadConfig } from '../../../apps/server/src/platform/config/config.ts';
import { createLog } from '../../../apps/server/src/platform/log/log.ts';
import { BOUNDLESS } from '../../../apps/server/src/testing/boundless-budgets.ts';
import { makeSession } from '../../../apps/server/src/testing/factories.ts';
import { hireOperator, openTestSession } from '../../../apps/server/src/testing/test-operator.ts';
import type { BenchDatabase } from '../bench-database.ts';
import { KNOWN } from './pages.ts';
import type { Known } from './pages.ts';

export type App = 'member' | 'operator';

export interface Sent {
  readonly app: App;
  readonly path: string;
  readonly body?: unknown;
  /** Ends when the first byte of the body is there. */
  readonly firstByte?: boolean;
}

export interface Answer {
  readonly ms: number;
  readonly status: number;
  readonly text: string;
}

/** The roles http and console of a database behind real ports, one member and operators who are logged in. */
export interface OpenSite {
  readonly known: Known;
  readonly ask: (sent: Sent) => Promise<Answer>;
  readonly close: () => Promise<void>;
}

/** An operator looks up so many things a minute at most. */
const TURNS_OF_ONE = 80;

export async function openSite(database: BenchDatabase): Promise<OpenSite> {
  const { ownerPool, roleUrls } = database;
  const dataDir = await mkdtemp(join(tmpdir(), 'candor-bench-'));
  const log = createLog('silent');
  const config = loadConfig({
    DATA_DIR: dataDir,
    CAPTCHA: 'off',
    FEED: 'simulated',
    PORT: '0',
    CONSOLE_PORT: '0',
    ...TEST_CURRENCY_SETTINGS,
  });
  await recordIdentity(ownerPool, config, log);
  const context = await createContext(config, log, 'http', { url: roleUrls.http });
  const relay = startRelay(context);
  const http = await startHttp(context, relay, createMetrics('http'), { budgets: BOUNDLESS });
  const desk = await createContext(config, log, 'console', { url: roleUrls.console });
  const role = await startConsole(desk, createMetrics('console'), { budgets: BOUNDLESS });
  const at = { port: 0, host: '127.0.0.1' };
  const origins = { member: await http.app.listen(at), operator: await role.app.listen(at) };
  const known = await readKnown(database);
  const tokens = { member: await makeSession(ownerPool, BigInt(known['member'] ?? '')), operator: '' };
  const agent = new Agent({ keepAlive: true, maxSockets: 2 });
  let turns = 0;
  return {
    known,
    ask: async (sent) => {
      if (sent.app === 'operator' && turns++ % TURNS_OF_ONE === 0)
        tokens.operator = (await openTestSession(ownerPool, await hireOperator(ownerPool, 'owner'))).token;
      return await send(agent, origins[sent.app], tokens[sent.app], sent);
    },
    close: async () => {
      agent.destroy();
      await role.stop();
      await desk.close();
      await http.stop();
      await relay.stop();
      await context.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function readKnown({ ownerPool }: BenchDatabase): Promise<Known> {
  const found = await Promise.all(
    Object.entries(KNOWN).map(async ([name, sql]) => {
      const { rows } = await ownerPool.query<Record<string, string>>(sql);
      const value = Object.values(rows[0] ?? {})[0];
      if (value === undefined) throw new Error(`the year has no ${name}`);
      return [name, value] as const;
    }),
  );
  return Object.fromEntries(found);
}

async function send(agent: Agent, origin: string, token: string, { path, body, firstByte }: Sent): Promise<Answer> {
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const startedAt = performance.now();
  return await new Promise((resolve, reject) => {
    const call = request(
      new URL(path, origin),
      {
        agent,
        method: payload === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          ...(payload === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
        },
      },
      (response) => {
        const parts: Buffer[] = [];
        const done = (): void =>
          resolve({
            ms: performance.now() - startedAt,
            status: response.statusCode ?? 0,
            text: Buffer.concat(parts).toString(),
          });
        response.on('data', (part: Buffer) => {
          parts.push(part);
          if (firstByte !== true) return;
          done();
          response.destroy();
        });
        response.on('end', done);
        response.on('error', reject);
      },
    );
    call.on('error', reject);
    call.end(payload);
  });
}
