import { expect, it, vi } from 'vitest';
import { createLog } from '../log/log.ts';
import { withoutWaiting } from './without-waiting.ts';

it('returns at once, keeps a bounded number of messages waiting, and continues when the bus answers again', async () => {
  const gates: PromiseWithResolvers<void>[] = [];
  const log = createLog('silent');
  const warn = vi.spyOn(log, 'warn');
  const bus = withoutWaiting(
    {
      publish: async () => {
        const gate = Promise.withResolvers<void>();
        gates.push(gate);
        await gate.promise;
      },
    },
    log,
  );
  for (let i = 0; i < 100; i += 1) await bus.publish('tick', i);
  expect(gates).toHaveLength(16);
  // A failed message frees its place too.
  for (const [index, gate] of gates.entries())
    if (index % 2 === 0) gate.resolve();
    else gate.reject(new Error('lost'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(warn).toHaveBeenLastCalledWith({ err: new Error('lost'), channel: 'tick' }, 'bus: a message was lost');
  for (let i = 0; i < 100; i += 1) await bus.publish('tick', i);
  expect(gates).toHaveLength(32);
});
