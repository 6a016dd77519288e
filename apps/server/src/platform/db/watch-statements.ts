import { tracingChannel } from 'node:diagnostics_channel';

/** What is told of each statement to whoever watches: its text, which is our own, and never its values. */
export interface SentStatement {
  readonly text: string;
  readonly name: string | undefined;
  error?: unknown;
}

/** Of each transaction: in how many flights it is sent; undefined: one statement after the other. */
export interface RunTransaction {
  readonly flights: number | undefined;
  error?: unknown;
}

export const STATEMENTS = tracingChannel<unknown, SentStatement>('candor:statement');
export const TRANSACTIONS = tracingChannel<unknown, RunTransaction>('candor:transaction');

/** Costs next to nothing while nobody watches. */
export async function watchedStatement<T>(
  { text, name }: { text: string; name?: string | undefined },
  send: () => Promise<T>,
): Promise<T> {
  return STATEMENTS.start.hasSubscribers ? await STATEMENTS.tracePromise(send, { text, name }) : await send();
}

export async function watchedTransaction<T>(flights: number | undefined, run: () => Promise<T>): Promise<T> {
  return TRANSACTIONS.start.hasSubscribers ? await TRANSACTIONS.tracePromise(run, { flights }) : await run();
}
