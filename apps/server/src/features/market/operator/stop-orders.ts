import { stopView } from '@candor/contract/console-products';
import type { StopBody, StopView } from '@candor/contract/console-products';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import { uuidV7 } from '../../../platform/ids/ids.ts';
import type { Command, OperatorCall } from '../../../services/commands/run-commands.ts';
import { takeTurn } from '../../../services/proposals/proposal-store.ts';
import { countRunning, insertStop, isHeld, isProduct, selectStop } from './stop-store.ts';
import type { NewStop } from './stop-store.ts';
import { operatorStopView } from './stop-view.ts';

export type StopRefusal = 'PRODUCT_NOT_FOUND' | 'STOP_OPEN';

interface StopFacts {
  readonly isKnown: boolean;
  readonly isOpen: boolean;
  readonly running: number;
}

/** What the entry of the audit counts at most. */
const RUNNING_MAX = 10_000;

/**
 * One operator stops new orders. The database waits for the orders that are on their way, which stay accepted, and lets none through
 * behind it. Orders that run are settled as agreed.
 */
export function stopCommand(): Command<
  StopBody,
  StopFacts,
  NewStop & { readonly running: number },
  string,
  Result<StopView, StopRefusal>,
  OperatorCall<StopBody>
> {
  return {
    name: 'console/stops/stop',
    stored: {
      of: (answer) => (answer.ok ? answer.value : null),
      read: (json) => ok(stopView.parse(json)),
    },
    readFacts: async (db, calls) => {
      const { scope } = onlyOne(calls).input;
      await takeTurn(db, `stop/${scope}`);
      return {
        isKnown: !scope.startsWith('product/') || (await isProduct(db, scope.slice('product/'.length))),
        isOpen: await isHeld(db, scope),
        running: await countRunning(db, scope, RUNNING_MAX),
      };
    },
    decide: ({ operatorId, input: { scope, reason, note = null } }, { isKnown, isOpen, running }) => {
      if (!isKnown) return { answer: err('PRODUCT_NOT_FOUND'), kept: false };
      if (isOpen) return { answer: err('STOP_OPEN'), kept: false };
      return { effect: { id: uuidV7(), scope, code: reason, note, operatorId, running } };
    },
    write: async (db, effects) => {
      const stop = onlyOne(effects);
      await insertStop(db, stop);
      return [stop.id];
    },
    answer: async (db, done) => {
      const row = await selectStop(db, onlyOne(done).written);
      if (row === undefined) throw new Error('the stop was not found again');
      return [ok(operatorStopView(row.stop))];
    },
    auditOf: ({ id, scope, code, note, running }) => ({
      subjectType: 'stop',
      subjectId: id,
      detail: { scope, reason: code, note, running },
    }),
  };
}

function onlyOne<T>(list: readonly T[]): T {
  const [one] = list;
  if (one === undefined || list.length > 1) throw new Error('operators stop one scope at a time');
  return one;
}
