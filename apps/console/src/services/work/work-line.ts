/* One thing that waits for an operator, of whatever queue, as the list of all work shows it. */

import type { ReactNode } from 'react';
import type { LucideIcon } from 'lucide-react';
import type { Texts } from '../../lib/messages.ts';

export type WorkName = keyof Texts['work']['kindOf'];

/** What a row of a queue says in the list of all work. */
export type WorkFacts = {
  /** A member, or what else it is about. */
  readonly subject: string;
  readonly amount: string | null;
  readonly since: string;
  /** What the member was told, in minutes; null where nobody was told anything. */
  readonly promisedMinutes: number | null;
  readonly state: ReactNode;
  /** The operator who reads this works on it. */
  readonly isMine: boolean;
  /** A payment that is asked for: its amount is held. */
  readonly isHeld?: boolean;
};

export type WorkLine = WorkFacts & {
  /** The kind and the id: the same id may be in two queues. */
  readonly key: string;
  readonly kind: WorkName;
  readonly icon: LucideIcon;
  readonly panelTitle: () => ReactNode;
  readonly panel: () => ReactNode;
  readonly approve: (() => void) | undefined;
  readonly reject: (() => void) | undefined;
};

/** A queue of the list of all work. */
export type WorkQueue = {
  readonly kind: WorkName;
  /** Whether this operator may read it. */
  readonly isOpen: boolean;
  /** The page of the queue. */
  readonly path: string;
  /** The name of its counter. */
  readonly counter: string;
  readonly lines: readonly WorkLine[];
  /** There is more than the list reads at once. */
  readonly hasMore: boolean;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
  /** The line that the address names, also when it is decided and has left the queue. */
  readonly opened: WorkLine | undefined;
  readonly areKeysOff: boolean;
  readonly forms: ReactNode;
};

/** What nobody was promised is answered within a day. */
const DAY_MINUTES = 24 * 60;

/** The moment at which it is late. */
export function dueMs({ since, promisedMinutes }: Pick<WorkFacts, 'since' | 'promisedMinutes'>): number {
  return Date.parse(since) + (promisedMinutes ?? DAY_MINUTES) * 60_000;
}

/** What is late first comes first. */
export function byTimeLeft(one: WorkLine, other: WorkLine): number {
  return dueMs(one) - dueMs(other) || one.key.localeCompare(other.key);
}

/** What came before all others, whatever anybody was promised. */
export function longestOf<Line extends Pick<WorkFacts, 'since'>>(lines: readonly Line[]): Line | undefined {
  return lines.toSorted((one, other) => Date.parse(one.since) - Date.parse(other.since))[0];
}

/** How much of the promised time has passed, from 0 to 1. */
export function spentOf(line: Pick<WorkFacts, 'since' | 'promisedMinutes'>, nowMs: number): number {
  const sinceMs = Date.parse(line.since);
  return Math.min(1, Math.max(0, (nowMs - sinceMs) / (dueMs(line) - sinceMs)));
}

/** "withdrawals:7" names a row of a queue in the address. */
export function idIn(key: string | null, kind: WorkName): string | null {
  return key?.startsWith(`${kind}:`) === true ? key.slice(kind.length + 1) : null;
}
