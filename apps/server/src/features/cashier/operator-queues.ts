import type { QueueCounter } from '../../services/operators/queue-counter.ts';
import { countDeposits, countPayouts, countWithdrawals } from './operator-store.ts';

/** What waits at the cashier. */
export const CASHIER_QUEUES: readonly QueueCounter[] = [
  { name: 'deposits', permission: 'cashier:deposit:read', count: countDeposits },
  { name: 'withdrawals', permission: 'cashier:withdrawal:read', count: countWithdrawals },
  { name: 'payouts', permission: 'cashier:withdrawal:read', count: countPayouts },
];
