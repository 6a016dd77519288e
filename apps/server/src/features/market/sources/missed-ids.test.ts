import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMissedIds } from './missed-ids.ts';

const id = fc.integer({ min: 0, max: 60 });
const act = fc.oneof(
  fc.record({ act: fc.constant('take' as const), id }),
  fc.record({ act: fc.constant('giveUp' as const), id, length: fc.nat(20) }),
  fc.record({ act: fc.constant('forgetAfter' as const), id }),
);

it('knows each missed number, and whether it was given up', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(5)), fc.array(act, { maxLength: 40 }), (tens, acts) => {
      const missed = createMissedIds(() => expect.unreachable());
      const model = new Map<number, 'open' | 'given up'>();
      for (const ten of tens) {
        missed.add({ from: ten * 10, to: ten * 10 + 6 });
        for (let i = 0; i <= 6; i += 1) model.set(ten * 10 + i, 'open');
      }
      for (const step of acts) {
        if (step.act === 'take') {
          expect(missed.take(step.id)).toBe(model.get(step.id) ?? false);
          model.delete(step.id);
          continue;
        }
        const isGivingUp = step.act === 'giveUp';
        const [from, to] = isGivingUp ? [step.id, step.id + step.length] : [step.id + 1, Number.MAX_SAFE_INTEGER];
        const within = [...model].filter(([each]) => each >= from && each <= to);
        const counted = within.filter(([, state]) => state === (isGivingUp ? 'open' : 'given up')).length;
        expect(isGivingUp ? missed.giveUp({ from, to }) : missed.forgetAfter(step.id)).toBe(counted);
        for (const [each] of within) {
          if (isGivingUp) model.set(each, 'given up');
          else model.delete(each);
        }
      }
    }),
  );
});

it('is bounded: the oldest gaps are forgotten, and those still open are told', () => {
  const forgotten: number[] = [];
  const missed = createMissedIds((count) => forgotten.push(count));
  for (let i = 0; i <= 1024; i += 1) missed.add({ from: 10 * i, to: 10 * i + 2 });
  expect(forgotten).toEqual([3]);
  expect([missed.take(1), missed.take(11)]).toEqual([false, 'open']);
});
