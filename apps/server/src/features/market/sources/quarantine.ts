import type { Log } from '../../../platform/log/log.ts';

/** Rejected frames: all are counted, the newest few are kept. */
export interface Quarantine {
  put(reason: string, frame: string): void;
  count(): number;
  newest(): readonly { reason: string; frame: string }[];
}

const KEPT = 20;
const FRAME_CHARS = 200;

export function createQuarantine(source: string, log: Log): Quarantine {
  const kept: { reason: string; frame: string }[] = [];
  let count = 0;
  return {
    put: (reason, frame) => {
      count += 1;
      kept.push({ reason, frame: frame.slice(0, FRAME_CHARS) });
      if (kept.length > KEPT) kept.shift();
      // Log the first frame, then every thousandth: a broken source must not fill the log.
      if (count % 1000 === 1) log.warn({ source, reason, count }, 'frame quarantined');
    },
    count: () => count,
    newest: () => kept,
  };
}
