import type { AlertEvent } from '@candor/contract/live';
import type { Db } from '../../platform/db/pool.ts';
import { selectFiredLately } from './alert-store.ts';
import { alertViewOf, reminderViewOf } from './alert-view.ts';
import { selectToldLately } from './reminder-store.ts';

/** A price that was reached, or a market that opened, and whom it concerns. */
export interface AlertNews {
  readonly id: string;
  readonly memberId: bigint;
  readonly event: AlertEvent;
}

/** News is told for this long. Later it is in the list, and no toast any more. */
const LATELY_MS = 5 * 60_000;

/** Those of these alerts and reminders that happened a moment ago. */
export async function readAlertNews(db: Db, ids: readonly string[]): Promise<AlertNews[]> {
  const [alerts, reminders] = [await selectFiredLately(db, ids, LATELY_MS), await selectToldLately(db, ids, LATELY_MS)];
  return [
    ...alerts.map((row) => ({
      id: row.id,
      memberId: row.memberId,
      event: { type: 'price_alert' as const, alert: alertViewOf(row, row.createdAt) },
    })),
    ...reminders.map((row) => ({
      id: row.id,
      memberId: row.memberId,
      event: { type: 'market_open' as const, reminder: reminderViewOf(row) },
    })),
  ];
}
