import type { LiveHub } from '../platform/live/live-hub.ts';
import { paced } from '../platform/jobs/paced.ts';

/** Between two times that all are told. A message of the bus is a hint that anyone may have sent. */
const PAUSE_MS = 10_000;
/** A socket reads about eight lists, and all reads together have about 500 lists a second: this leaves half of them to others. */
const SPREAD_MS_OF_SOCKET = 30;
const SPREAD_MS = { min: 200, max: 300_000 } as const;
const MEMBER_PAUSE_MS = 2_000;
const MEMBER_SPREAD_MS = 500;

/** Tells sockets to read again what may have changed without news of it. */
export interface TellToReadAgain {
  readonly all: () => void;
  readonly member: (memberId: string) => void;
  readonly stop: () => void;
}

/** The time over which the reads of so many sockets are spread. */
export function spreadMsOf(sockets: number): number {
  return Math.min(SPREAD_MS.max, Math.max(SPREAD_MS.min, sockets * SPREAD_MS_OF_SOCKET));
}

/**
 * However often news is lost, all read again at most once in the time that their reads need, and at least ten seconds. The last
 * loss is always followed by one more reading.
 */
export function tellToReadAgain(
  hub: Pick<LiveHub, 'readAgain' | 'memberReadsAgain' | 'size'>,
  onTold: (why: 'all' | 'member') => void,
  pauseMs = PAUSE_MS,
): TellToReadAgain {
  let pause: NodeJS.Timeout | undefined;
  let isAskedAgain = false;
  const all = (): void => {
    // Who connects later reads everything.
    if (hub.size() === 0) return;
    if (pause !== undefined) {
      isAskedAgain = true;
      return;
    }
    isAskedAgain = false;
    const spreadMs = spreadMsOf(hub.size());
    hub.readAgain(spreadMs);
    onTold('all');
    pause = setTimeout(
      () => {
        pause = undefined;
        if (isAskedAgain) all();
      },
      Math.max(pauseMs, spreadMs),
    );
    pause.unref();
  };
  const members = paced<string>(MEMBER_PAUSE_MS, (memberId) => {
    hub.memberReadsAgain(BigInt(memberId), MEMBER_SPREAD_MS);
    onTold('member');
  });
  return {
    all,
    member: members.call,
    stop: () => {
      clearTimeout(pause);
      members.stop();
    },
  };
}
