import { join } from 'node:path';
import { readDiskSpace } from '../platform/health/disk-space.ts';
import type { DiskSpace } from '../platform/health/disk-space.ts';
import { createReadiness, OK } from '../platform/health/readiness.ts';
import type { Check, Readiness } from '../platform/health/readiness.ts';
import { proveWriting, selectMonthsMissing, selectNewestTick } from '../services/health/health-store.ts';
import type { NewestTick } from '../services/health/health-store.ts';
import type { FeedState } from '../features/market/market.jobs.ts';
import type { Context } from './context.ts';

const STATEMENT_MS_MAX = 5_000;
/** A leader publishes each second, and gives up the lead by itself after ten without a tick. */
const PUBLISHED_MS_MAX = 10_000;
/** Who stands by tries to lead once a second. */
const STANDBY_MS_MAX = 10_000;
const BYTES_OF_MB = 1_000_000;

/** What the role of this context needs to do its work, and `more` of its own. */
export function readinessOf(context: Context, more: Readonly<Record<string, Check>> = {}): Readiness {
  const { role, config, bus, signer } = context;
  const { tickAgeSecMax, diskFreeMbMin } = config.readyNeeds;
  // Of its own: a role whose connections are all in use works, and is not unready.
  const pool = context.openPool({ max: 1, name: 'candor-health', statementMsMax: STATEMENT_MS_MAX });
  return createReadiness({
    database: async () => {
      await proveWriting(pool);
      return OK;
    },
    // Nobody can trade while nothing can be accepted in writing. A key that is a file is always there.
    ...(role === 'http' && config.signing !== undefined ? { signing: () => signer.away() ?? OK } : {}),
    ...(role === 'console' ? {} : { bus: () => (bus.isOpen() ? OK : 'no connection') }),
    // Nobody can trade where there is no price, whoever is to make them.
    ...(role === 'http' && tickAgeSecMax > 0
      ? { prices: async () => priceText(await selectNewestTick(pool), tickAgeSecMax) }
      : {}),
    // Without a table of this month no order is accepted, or none is settled.
    ...(role === 'http' || role === 'worker'
      ? { months: async () => monthsText(await selectMonthsMissing(pool)) }
      : {}),
    ...(diskFreeMbMin > 0
      ? { disk: async () => diskText(await readDiskSpace(diskFolders(context)), diskFreeMbMin * BYTES_OF_MB) }
      : {}),
    ...more,
  });
}

/** The folders that this role writes to or reads; the process of a role may look at no other. */
export function diskFolders({ role, config: { dataDir } }: Pick<Context, 'role' | 'config'>): string[] {
  return [join(dataDir, role === 'feed' ? 'archive' : 'files'), dataDir];
}

export function priceText({ ageSec, products, closed }: NewestTick, ageSecMax: number): string {
  // A site that is not set up yet, and the weekend of one whose markets rest.
  if (products === closed) return OK;
  if (ageSec === null) return 'no price yet';
  // The clock of the database was set back: no price can come until it is where the newest one is.
  if (-ageSec > ageSecMax) return `the newest price is ${Math.floor(-ageSec)} s ahead of the clock`;
  return ageSec <= ageSecMax ? OK : `no price for ${Math.floor(ageSec)} s`;
}

function monthsText(missing: readonly { table: string }[]): string {
  return missing.length === 0 ? OK : `no table of this month: ${missing.map(({ table }) => table).join(', ')}`;
}

function diskText(space: DiskSpace | undefined, freeBytesMin: number): string {
  if (space === undefined) return OK;
  return space.freeBytes >= freeBytesMin ? OK : 'almost full';
}

/** A feed is of use while it leads and publishes, and while it stands by for another one that leads. */
export function leadText({ leads, publishedMsAgo, seesLeaderMsAgo }: FeedState): string {
  if (leads) return publishedMsAgo <= PUBLISHED_MS_MAX ? OK : 'leads and publishes nothing';
  return seesLeaderMsAgo <= STANDBY_MS_MAX ? OK : 'does not lead, and sees no leader';
}

/** One live source that gives prices is enough; simulated prices have none. */
export function sourcesText(sources: readonly { readonly state: string }[]): string {
  const gives = sources.some(({ state }) => state === 'up' || state === 'partly');
  return sources.length === 0 || gives ? OK : 'none gives prices';
}
