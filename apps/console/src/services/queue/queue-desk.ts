import type { ReactNode } from 'react';
import type { QueueSource } from './queue-of.ts';

/** How long a row waits, and how much money with it. */
export type Waiting = {
  readonly since: string;
  /** What the member was told, in minutes; null where nobody was told anything. */
  readonly promisedMinutes: number | null;
  readonly amount: string | null;
};

/** What an operator does with the rows of a queue, wherever they are listed: on its own page, and among all that waits. */
export type QueueDesk<Row> = QueueSource<Row> & {
  /** Words of the call that no filter sets. */
  readonly query?: Readonly<Record<string, string>>;
  readonly idOf: (row: Row) => string;
  readonly panelTitle: (row: Row) => ReactNode;
  readonly panel: (row: Row) => ReactNode;
  readonly onApprove?: (row: Row) => void;
  readonly onReject?: (row: Row) => void;
  /** With it the queue is live: another number means that the row changed. */
  readonly versionOf?: (row: Row) => number;
  /**
   * Reads the open row when it is not, or no longer, in the list: a colleague may have decided. Without it, the row is looked
   * for among the newest of all.
   */
  readonly readOne?: (id: string, signal: AbortSignal) => Promise<Row>;
  /** What waits, for the figures beside the title; null for a row that does not. */
  readonly waitingOf?: (row: Row) => Waiting | null;
  /** While a form is open, the keys belong to it. */
  readonly areKeysOff?: boolean;
};

/** A desk with the forms of its acts. They are shown once, beside the list. */
export type DeskWithForms<Row> = QueueDesk<Row> & { readonly forms: ReactNode };
