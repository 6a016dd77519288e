import { expect, it } from 'vitest';
import { createLog } from '../log/log.ts';
import { withoutWaiting } from './without-waiting.ts';

it('returns at once, keeps a bounded number of messages waiting, and continues when the bus answers again', async () => {
  const gates: PromiseWithResolvers<void>[] = [];
  const bus = withoutWaiting(
    {
      publish: async () => {
        const gate = Promise.withResolvers<void>();
        gates.push(gate);
        await gate.promise;
      },
    },
    createLog('silent'),
  );
  for (let i = 0; i < 100; i += 1) await bus.publish('tick', i);
  expect(gates).toHaveLength(16);
  // A failed message frees its place too.
  for (const [index, gate] of gates.entries())
    if (index % 2 === 0) gate.resolve();
    else gate.reject(new Error('lost'));
  await new Promise((resolve) => setImmediate(resolve));
  for (let i = 0; i < 100; i += 1) await bus.publish('tick', i);
  expect(gates).toHaveLength(32);
});
