import type { HttpApp, HttpRequest } from './http-app.ts';
import { TooMany } from './http-app.ts';
import { createBlockBuckets, createTokenBuckets } from './token-buckets.ts';
import type { SharedLimits } from './shared-limits.ts';
import type { BlockBuckets, BucketRate, TokenBuckets } from './token-buckets.ts';

/**
 * The cost of every route, and what one address and all addresses together may spend. A call over its budget gets a 429
 * at once: before its body is read, before its schema, before the database. It never waits in a queue, where it would
 * delay others. Budgets are split into limit buckets, so that readers cannot use up what orders and logins need.
 */
export type LimitBucket =
  | 'public'
  | 'live'
  | 'member'
  | 'change'
  | 'upload'
  | 'form'
  | 'step'
  | 'picture'
  | 'entry'
  | 'known'
  | 'health';

/** A point is about a quarter of a millisecond of processor time, of this process and the database together. */
const COSTS = {
  /** An answer from memory, or a file of the client. The cost of making the answer is charged separately. */
  memory: { bucket: 'public', points: 1 },
  /** One call of a reader without a WebSocket: about one a second, also where many readers stand behind one router. */
  live: { bucket: 'live', points: 2 },
  /** The liveness check: never refused because of readers, or a monitor would end the process. */
  health: { bucket: 'health', points: 1 },
  /** A few of the member's own rows. */
  lookup: { bucket: 'member', points: 4 },
  /** A page of the member's own rows. */
  list: { bucket: 'member', points: 8 },
  /** A receipt: its ticks, hashes and signature. */
  receipt: { bucket: 'member', points: 60 },
  /** A write by a member. */
  change: { bucket: 'change', points: 4 },
  /** Pictures that a member sends: they are read, drawn again, sealed and stored. */
  upload: { bucket: 'upload', points: 400 },
  /**
   * A form of a stranger, until it is refused: its body, its schema, the signature of its puzzle. What it costs beyond that is
   * charged when it is known who asks (`charge`), so that refused forms use up nothing that others need.
   */
  form: { bucket: 'form', points: 2 },
  /**
   * A second step of a login, which is looked up: a code or a signature is checked only after the password was right. Its bucket is
   * its own: who tries steps without a login uses up no other form.
   */
  step: { bucket: 'step', points: 8 },
  /** A captcha's picture. */
  picture: { bucket: 'picture', points: 25 },
  /** The same for a device that solved a puzzle for it. */
  solvedPicture: { bucket: 'entry', points: 25 },
  /** A password's hash, made slow on purpose, for a stranger who solved a puzzle. */
  password: { bucket: 'entry', points: 100 },
  /** The same for a device or a network from which a member has logged in. Strangers cannot use up its bucket. */
  knownPassword: { bucket: 'known', points: 100 },
} as const satisfies Record<string, { bucket: LimitBucket; points: number }>;

export type CostClass = keyof typeof COSTS;

/** Extra cost of a file with a whole list, beyond its first page. */
export const FILE_POINTS = 200;

/** Who a route is for. `public` needs no session. Routes of operators are served by the role console alone. */
export type RouteOwner = 'public' | 'member' | 'operator';

/** How far an operator has come with logging in: `code` and `setup` may only finish that, `full` may work. */
export type OperatorStage = 'code' | 'setup' | 'full';

/**
 * When a member has to confirm that it is them: on every call, or on those of members who have a second factor. Without one,
 * they confirm with their password.
 */
export type ConfirmationRule = 'always' | 'with factor';

export interface RouteAccess {
  readonly owner: RouteOwner;
  readonly cost: CostClass;
  /** The permission the caller needs, such as `cashier:deposit:review`. Undefined: every member or operator may call. */
  readonly permission?: string;
  /** Undefined: the session is enough. */
  readonly confirmed?: ConfirmationRule;
  /** The stages of an operator's session that may call. Undefined: only `full`. */
  readonly stages?: readonly OperatorStage[];
  /** The device that logged in must sign each call (app/require-signatures.ts). */
  readonly signed?: true;
  /** The form of the puzzle that strangers solve before the call does anything. */
  readonly puzzle?: string;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: RouteAccess;
  }
}

/** For the `config` of a route that needs no session. */
export function publicRoute(cost: CostClass): { access: RouteAccess } {
  return { access: { owner: 'public', cost } };
}

/** For the `config` of a route that needs an operator's session, and the permission if given. */
export function operatorRoute(cost: CostClass, permission?: string): { access: RouteAccess } {
  return { access: { owner: 'operator', cost, ...(permission === undefined ? {} : { permission }) } };
}

/**
 * An address gets enough for about fifty busy members behind one router: opening the client takes about 60 files and 15
 * calls. All addresses together get about three quarters of a processor in each bucket.
 */
export const BUDGETS = {
  public: { address: { perSec: 400, burst: 6_000 }, all: { perSec: 3_000, burst: 12_000 } },
  live: { address: { perSec: 400, burst: 2_000 }, all: { perSec: 3_000, burst: 12_000 } },
  member: { address: { perSec: 400, burst: 6_000 }, all: { perSec: 3_000, burst: 12_000 } },
  change: { address: { perSec: 400, burst: 2_000 }, all: { perSec: 3_000, burst: 12_000 } },
  upload: { address: { perSec: 100, burst: 4_000 }, all: { perSec: 800, burst: 12_000 } },
  form: { address: { perSec: 200, burst: 3_000 }, all: { perSec: 3_000, burst: 12_000 } },
  step: { address: { perSec: 200, burst: 3_000 }, all: { perSec: 1_600, burst: 12_000 } },
  picture: { address: { perSec: 100, burst: 3_000 }, all: { perSec: 400, burst: 6_000 } },
  entry: { address: { perSec: 200, burst: 6_000 }, all: { perSec: 800, burst: 12_000 } },
  known: { address: { perSec: 200, burst: 6_000 }, all: { perSec: 800, burst: 12_000 } },
  health: { address: { perSec: 50, burst: 200 }, all: { perSec: 500, burst: 2_000 } },
} as const satisfies Record<LimitBucket, { address: BucketRate; all: BucketRate }>;

export type BucketBudgets = Readonly<Record<LimitBucket, { readonly address: BucketRate; readonly all: BucketRate }>>;

/** Why a call was refused. */
export type ShedReason = 'address' | 'all' | 'database';

export interface Budgets {
  /** Charges a call the cost of its route. @throws TooMany when its address or all together have no points left. */
  admit: (request: HttpRequest) => void;
  /** Charges a call extra points it turned out to need. @throws TooMany as `admit` does. */
  spend: (request: HttpRequest, points: number) => void;
  /** Charges a call another cost than its route's, once it is known what it asks for. @throws TooMany as `admit` does. */
  charge: (request: HttpRequest, cost: CostClass) => void;
}

export interface BudgetDeps {
  readonly budgets?: BucketBudgets;
  readonly nowMs?: () => number;
  /** How many reads of this bucket wait for a database connection. */
  readonly readsWaiting?: (bucket: LimitBucket) => number;
  readonly onShed?: (cost: CostClass, reason: ShedReason) => void;
  /** Makes the budgets of addresses those of all nodes. */
  readonly shared?: Pick<SharedLimits, 'join'>;
}

/** Of each size of block. */
const ADDRESSES_MAX = 20_000;
/** The largest block of one owner (/48, /24) gets at most this part of what all have together. */
const BLOCK_PART_MAX: BucketRate = { perSec: 0.5, burst: 0.75 };
const LIMIT_BUCKETS = [
  'public',
  'live',
  'member',
  'change',
  'upload',
  'form',
  'step',
  'picture',
  'entry',
  'known',
  'health',
] as const;
const ALL = 'all';
const BUSY_RETRY_SEC = 1;
/** At most this many reads wait for a connection: another read would only make the queue longer. */
const READS_WAITING_MAX = 16;

export function createBudgets({
  budgets = BUDGETS,
  nowMs = () => performance.now(),
  readsWaiting = () => 0,
  onShed = () => undefined,
  shared,
}: BudgetDeps = {}): Budgets {
  const buckets = new Map<LimitBucket, { address: BlockBuckets; all: TokenBuckets }>();
  for (const bucket of LIMIT_BUCKETS) {
    const { address, all } = budgets[bucket];
    const blocks = createBlockBuckets(address, {
      all,
      partMax: BLOCK_PART_MAX,
      keysMax: ADDRESSES_MAX,
      onMade: (share, rate, made) => shared?.join(`${bucket}/${share}`, rate, made),
    });
    // Bounds the processor of this process, and so is never shared: more nodes may do more.
    buckets.set(bucket, { address: blocks, all: createTokenBuckets(all, 1) });
  }

  const charge = (request: HttpRequest, cost: CostClass, points: number): void => {
    const bucket = buckets.get(COSTS[cost].bucket);
    if (bucket === undefined) return;
    const now = nowMs();
    const refuse = (reason: ShedReason, retryAfterSec: number): never => {
      onShed(cost, reason);
      throw new TooMany(retryAfterSec);
    };
    const ownWait = bucket.address.waitSec(request.ip, now);
    if (ownWait > 0) refuse('address', ownWait);
    const commonWait = bucket.all.waitSec(ALL, now);
    if (commonWait > 0) refuse('all', commonWait);
    const isRead = COSTS[cost].bucket === 'public' || COSTS[cost].bucket === 'member';
    if (isRead && points > COSTS.memory.points && readsWaiting(COSTS[cost].bucket) > READS_WAITING_MAX)
      refuse('database', BUSY_RETRY_SEC);
    bucket.address.spend(request.ip, points, now);
    bucket.all.spend(ALL, points, now);
  };

  return {
    admit: (request) => {
      const cost = costOf(request);
      charge(request, cost, COSTS[cost].points);
    },
    spend: (request, points) => charge(request, costOf(request), points),
    charge: (request, cost) => charge(request, cost, COSTS[cost].points),
  };
}

/** A path without a route costs as much as an answer from memory. */
function costOf(request: HttpRequest): CostClass {
  return request.routeOptions.config.access?.cost ?? 'memory';
}

/** Every route must declare who it is for and what it costs, or the server does not start. */
export function requireAccess(app: HttpApp): void {
  const routes: { name: string; access: () => RouteAccess | undefined }[] = [];
  app.addHook('onRoute', (route) => {
    // The only route of the CORS plugin; a preflight costs as much as an answer from memory.
    if (route.method === 'OPTIONS') return;
    routes.push({ name: `${String(route.method)} ${route.url}`, access: () => route.config?.access });
  });
  app.addHook('onReady', async () => {
    const undeclared = routes.filter(({ access }) => access() === undefined).map(({ name }) => name);
    if (undeclared.length > 0) throw new Error(`These routes declare no cost: ${undeclared.join(', ')}`);
  });
}
