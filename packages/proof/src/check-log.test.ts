import { expect, it } from 'vitest';
import { entryHead } from './check-log.ts';
import { readReceipt } from './read-receipt.ts';
import { wonFile } from './testing/changed-receipts.ts';
import { ENTRY_AT } from './testing/receipts.ts';

it('the log of the entry is that of the first tick from the entry on, up to the close itself', () => {
  const read = readReceipt(wonFile);
  if (!read.ok) throw new Error(read.error);
  const { order, ticks } = read.value;
  const head = ticks.find(({ at }) => at === ENTRY_AT)?.canonical.log;
  const headOf = (closesAt: number) => entryHead({ ...read.value, order: { ...order, closesAt } });

  expect(head?.size).toBeGreaterThan(0n);
  expect(headOf(order.closesAt)).toEqual(head);
  expect(headOf(ENTRY_AT)).toEqual(head);
  expect(headOf(ENTRY_AT - 1)).toBeNull();
});
