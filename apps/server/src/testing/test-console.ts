import { createContext } from '../app/context.ts';
import type { Context } from '../app/context.ts';
import { createMetrics } from '../app/metrics.ts';
import { startConsole } from '../app/start-console.ts';
import type { ConsoleRole } from '../app/start-console.ts';
import type { Config } from '../platform/config/config.ts';
import type { Acting } from '../services/operators/acting-store.ts';
import { BOUNDLESS } from './boundless-budgets.ts';
import { callerOf } from './call.ts';
import type { Call } from './call.ts';
import { hireOperator, openTestSession } from './test-operator.ts';
import { easyPuzzles } from './solve-puzzle.ts';
import type { TestServer } from './test-server.ts';
import { watchRefusals } from './watch-refusals.ts';

/** The real console role beside the http role of a test, on the same database. */
export interface TestConsole {
  context: Context;
  role: ConsoleRole;
  call: Call;
  /** An operator with this role, and a session that may work. */
  operator: (role: string) => Promise<Acting & { id: bigint; token: string }>;
  stop: () => Promise<void>;
}

export async function startTestConsole(server: TestServer, settings: Partial<Config> = {}): Promise<TestConsole> {
  const { config, log } = server.context;
  const context = await createContext({ ...config, ...settings }, log, 'console', { url: server.roleUrls.console });
  const refusals = watchRefusals();
  const role = await startConsole(context, createMetrics('console'), {
    budgets: BOUNDLESS,
    puzzles: easyPuzzles({ ...context, nowMs: () => context.clock.now() }),
    onRefused: refusals.onRefused,
  });
  return {
    context,
    role,
    call: callerOf(role.app),
    operator: async (role) => {
      const id = await hireOperator(server.ownerPool, role);
      return { id, ...(await openTestSession(server.ownerPool, id)) };
    },
    stop: async () => {
      await role.stop();
      await context.close();
      refusals.requireDeclared();
    },
  };
}
