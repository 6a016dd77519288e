import { Refused } from '../../platform/http/http-app.ts';
import { oneAtATime } from '../../platform/jobs/one-at-a-time.ts';

const WAITING_MAX = 100;

/**
 * Judges tries of one secret one after another: a try is counted, judged, and taken back if it was right, before the next one
 * is looked at. So right answers that come at once never lock anybody out, and wrong ones get no more tries than one after
 * another. Each process has its own order; the counts in the database hold between processes.
 */
export const judgeInTurn = oneAtATime(WAITING_MAX, () => new Refused('RATE_LIMITED', { retryAfterSec: 3 }));
