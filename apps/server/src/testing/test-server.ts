import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TEST_CURRENCY_SETTINGS } from '@candor/domain/testing/test-currency';
import { createContext } from '../app/context.ts';
import type { Context } from '../app/context.ts';
import { recordIdentity } from '../app/prepare-site.ts';
import { countBusTroubles, createMetrics } from '../app/metrics.ts';
import type { Metrics } from '../app/metrics.ts';
import { startHttp } from '../app/start-http.ts';
import type { HttpRole } from '../app/start-http.ts';
import { startRelay } from '../app/start-relay.ts';
import { writePaymentKeys } from '../features/cashier/payment-key-store.ts';
import { loadConfig } from '../platform/config/config.ts';
import { createLog } from '../platform/log/log.ts';
import { BOUNDLESS } from './boundless-budgets.ts';
import { callerOf } from './call.ts';
import type { Call } from './call.ts';
import { interceptPool } from './simulation/intercept-pool.ts';
import type { Interceptor } from './simulation/intercept-pool.ts';
import { signedIfOrder } from './sign-order.ts';
import { deviceOf } from './test-device.ts';
import { easyPuzzles } from './solve-puzzle.ts';
import { createTestDb } from './test-db.ts';
import { watchRefusals } from './watch-refusals.ts';
import type { TestDb } from './test-db.ts';

/** The real http role on its own database. Requests go through the whole stack without a socket. */
export interface TestServer extends TestDb {
  context: Context;
  /** The context of the worker; the role itself does not run. */
  worker: Context;
  http: HttpRole;
  metrics: Metrics;
  call: Call;
  stop: () => Promise<void>;
}

/** @param intercept sits between the http role and its database */
export async function startTestServer(
  settings: Record<string, string> = {},
  db?: TestDb,
  intercept?: Interceptor,
): Promise<TestServer> {
  const test = db ?? (await createTestDb());
  const dataDir = await mkdtemp(join(tmpdir(), 'candor-server-'));
  const config = loadConfig({
    DATA_DIR: dataDir,
    CAPTCHA: 'off',
    FEED: 'simulated',
    LOG_LEVEL: 'silent',
    // Tests do in a moment, from one address, as much as a crowd does in an hour.
    PUZZLE_FREE_LOGINS: '1000000',
    ...TEST_CURRENCY_SETTINGS,
    ...settings,
  });
  const log = createLog(config.logLevel);
  await recordIdentity(test.ownerPool, config, log);
  const context = await createContext(config, log, 'http', { url: test.roleUrls.http });
  await writePaymentKeys(test.ownerPool, context.secrets.fingerprint);
  const served = intercept === undefined ? context : interceptContext(context, intercept);
  const worker = await createContext(config, log, 'worker', { url: test.roleUrls.worker });
  const metrics = createMetrics('http');
  countBusTroubles(context.bus, metrics);
  const relay = startRelay(context, metrics);
  let looks = 0;
  const refusals = watchRefusals();
  const http = await startHttp(served, relay, metrics, {
    // Tests change rows and read at once: for them every kept answer is an hour old. All come from one address.
    answersNowMs: () => (looks += 3_600_001),
    budgets: BOUNDLESS,
    readAgainPauseMs: 50,
    puzzles: easyPuzzles({ ...context, nowMs: () => context.clock.now() }),
    onRefused: refusals.onRefused,
  });
  const sign = async (body: unknown, key: string | undefined, token: string): Promise<unknown> => {
    const { site, clock } = context;
    return await signedIfOrder(test.ownerPool, deviceOf(token), {
      body,
      key,
      wallet: site.defaultWallet,
      nowMs: clock.now(),
    });
  };
  return {
    ...test,
    context,
    worker,
    http,
    metrics,
    call: callerOf(http.app, () => context.clock.now(), sign),
    stop: async () => {
      await http.stop();
      await relay.stop();
      await context.close();
      await worker.close();
      await rm(dataDir, { recursive: true, force: true });
      await test.drop();
      refusals.requireDeclared();
    },
  };
}

function interceptContext(context: Context, intercept: Interceptor): Context {
  return {
    ...context,
    pool: interceptPool(context.pool, intercept),
    openPool: (options) => interceptPool(context.openPool(options), intercept),
  };
}
