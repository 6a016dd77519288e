import type { Bus } from '../../platform/bus/bus.ts';
import type { Db } from '../../platform/db/pool.ts';
import { paced } from '../../platform/jobs/paced.ts';
import { repeat } from '../../platform/jobs/repeat.ts';
import type { Log } from '../../platform/log/log.ts';
import { readSiteAgain } from './site.ts';
import type { Site } from './site.ts';

/** Without any news. A process that does not hear the bus, and one whose bus had a gap, knows of a change by then. */
const EVERY_MS = 2_000;
const HINT_GAP_MS = 250;

export interface SiteFollower {
  /** Is called after every change, with the site as it is then. */
  readonly onChange: (listener: () => void) => void;
  readonly stop: () => Promise<void>;
}

interface FollowDeps {
  readonly pool: Db;
  /** Undefined for a process that does not listen to news for everyone. */
  readonly bus: Pick<Bus, 'subscribe' | 'watch'> | undefined;
  readonly log: Log;
  readonly site: Site;
  /** Currency or time zone was chosen: this process began with others. */
  readonly onAnother: () => void;
}

/** Keeps the site as the database has it: one row is read, at a hint of the bus and every two seconds. */
export function followSite({ pool, bus, log, site, onAnother }: FollowDeps): SiteFollower {
  const listeners: (() => void)[] = [];
  const job = repeat('site settings', EVERY_MS, log, async () => {
    const found = await readSiteAgain(pool, site);
    if (found === 'another') onAnother();
    if (found === 'changed') for (const listener of listeners) listener();
  });
  // Anyone may have sent a hint: a flood of them is a few reads of one row.
  const hints = paced<'site'>(HINT_GAP_MS, () => job.wake());
  const hint = (): void => hints.call('site');
  const stops = bus === undefined ? [] : [bus.subscribe('everyone', hint), bus.watch(hint)];
  return {
    onChange: (listener) => void listeners.push(listener),
    stop: async () => {
      for (const stop of stops) stop();
      hints.stop();
      await job.stop();
    },
  };
}
