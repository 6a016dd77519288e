import { expect, it } from 'vitest';
import { planOf } from '../machines/plan.ts';

it('the same seed gives the same faults, another one others, and all kinds come in three minutes', () => {
  const plan = planOf(7, 180_000);
  expect(planOf(7, 180_000)).toEqual(plan);
  expect(planOf(8, 180_000)).not.toEqual(plan);
  const kinds = (faults: readonly { readonly fault: { readonly kind: string } }[]): string[] =>
    [...new Set(faults.map(({ fault }) => fault.kind))].toSorted();
  expect(kinds(plan.machines)).toEqual(['clock', 'cut', 'files', 'freeze', 'kill', 'killNews']);
  expect(kinds(plan.database)).toEqual(['clock', 'failover', 'killPrimary', 'killStandby', 'stall']);
});

it('a longer run begins with the shorter one', () => {
  const [short, long] = [planOf(7, 30_000), planOf(7, 180_000)];
  expect(long.machines.slice(0, short.machines.length)).toEqual(short.machines);
});
