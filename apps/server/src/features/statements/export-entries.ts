import { statementEntriesQuery } from '@candor/contract/console-statements';
import { writeDecimal } from '@candor/domain/decimal';
import { cursorId } from '../../platform/http/paging.ts';
import { exportKind } from '../../services/exports/export-kind.ts';
import type { ExportKind } from '../../services/exports/export-kind.ts';
import { selectEntries } from './statements-store.ts';
import { stateOf } from './statements-view.ts';

/** The entries of a filter as a file. */
export function exportEntries(): ExportKind {
  return exportKind({
    list: 'statementEntries',
    permission: 'cashier:statement:read',
    query: statementEntriesQuery,
    read:
      ({ account, state, thing, q, from, to }) =>
      async (db, after, limit) =>
        await selectEntries(db, { account, states: state, thing, q, from, to, after: cursorId(after), limit }),
    placeOf: ({ id }) => id,
    cells: {
      bookedOn: ({ bookedOn }) => bookedOn,
      valuedOn: ({ valuedOn }) => valuedOn,
      account: ({ account }) => account,
      amount: ({ amount, decimals }) => writeDecimal(amount, decimals),
      currency: ({ currency }) => currency,
      counterparty: ({ counterparty }) => counterparty,
      text: ({ words }) => words,
      bankRef: ({ bankRef }) => bankRef,
      endToEndId: ({ endToEndId }) => endToEndId,
      state: (row) => stateOf(row),
      is: ({ reference, code }) => reference ?? code,
      note: ({ note }) => note,
    },
  });
}
