/* What is wrong with a site, from what is known of it. Kinds and bounds of alarms are here, and nowhere else. */

export const ALARM_KINDS = [
  'feedSilent',
  'ordersVoid',
  'settlementStuck',
  'checkFailed',
  'moneyHalted',
  'witnessRefused',
  'signingAway',
  'resultImprobable',
  'dayLate',
  'backupOld',
  'backupFailed',
  'diskLow',
] as const;
export type AlarmKind = (typeof ALARM_KINDS)[number];

/** Of one alarm: what it is about (empty: the whole site), and the figures that are shown with it. */
export type AlarmCondition = {
  readonly kind: AlarmKind;
  readonly subject: string;
  readonly detail: Readonly<Record<string, string | number>>;
};

export type ProcessFacts = {
  readonly host: string;
  /** Null: not known. */
  readonly diskFreeBytes: number | null;
  readonly signingAway: boolean;
};

/** What the site knows of itself. What is left out could not be read: nothing is said of it, neither that it is wrong nor that it is well. */
export type AlarmFacts = {
  /** Of the newest tick of a market that is open; null without one. `isOpen`: some market is. */
  readonly prices?: { readonly ageSec: number | null; readonly isOpen: boolean };
  /** Orders that became void in the last minutes, and why. */
  readonly voids?: { readonly orders: number; readonly reasons: readonly string[] };
  /** Orders whose settlement throws, and orders that are due for more than half a minute. */
  readonly settlement?: { readonly stuck: number; readonly overdue: number };
  /** Checks of the books that find something. */
  readonly failing?: readonly { readonly name: string; readonly found: number; readonly halts: boolean }[];
  /** Witnesses that refuse the order log. */
  readonly refusals?: readonly { readonly witness: string; readonly refusal: string }[];
  /** Processes that were seen a moment ago. */
  readonly processes?: readonly ProcessFacts[];
  /** `newestAtMs` is null without a backup; then the age of the site counts. `failedAtMs`: a run failed, and none was complete since. */
  readonly backup?: {
    readonly newestAtMs: number | null;
    readonly failedAtMs: number | null;
    readonly siteSinceMs: number;
  };
  /** The first business date that could be closed and is not; null when none is. */
  readonly lateDay?: { readonly date: string; readonly endedAtMs: number } | null;
  /** Products and durations whose results of today chance does not explain. */
  readonly improbable?: readonly { readonly product: string; readonly durationSec: number }[];
};

/** A feed that stands by takes the lead within ten seconds. */
export const PRICE_OLD_SEC = 15;
/** A business date is closed within a minute; until then it is tried again. */
export const DAY_LATE_MS = 30 * 60_000;
/** A backup a day, and two hours for it to be made. */
export const BACKUP_OLD_MS = 26 * 3_600_000;
/** As in deploy/alerts.yml: enough time to act before READY_DISK_FREE_MB. */
export const DISK_LOW_BYTES = 2_000_000_000;

/** The alarms that are to be open, and the kinds about which something is known. */
export function alarmConditions(
  facts: AlarmFacts,
  nowMs: number,
): { readonly conditions: readonly AlarmCondition[]; readonly known: ReadonlySet<AlarmKind> } {
  const said = Object.entries(RULES).flatMap(([kind, rule]) => {
    const conditions = rule(facts, nowMs);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- RULES has exactly these keys
    return conditions === undefined ? [] : [{ kind: kind as AlarmKind, conditions }];
  });
  return {
    conditions: said.flatMap(({ kind, conditions }) => conditions.map((one) => ({ kind, ...one }))),
    known: new Set(said.map(({ kind }) => kind)),
  };
}

type Found = Omit<AlarmCondition, 'kind'>;
/** Undefined: nothing is known. */
type Rule = (facts: AlarmFacts, nowMs: number) => readonly Found[] | undefined;

const RULES: Readonly<Record<AlarmKind, Rule>> = {
  feedSilent: ({ prices }) => prices && whole(isSilent(prices), { ageSec: Math.floor(prices.ageSec ?? 0) }),
  ordersVoid: ({ voids }) =>
    voids && whole(voids.orders > 0, { orders: voids.orders, reasons: voids.reasons.toSorted().join(' ') }),
  // Without prices nothing can be settled, and that has an alarm of its own.
  settlementStuck: ({ settlement, prices }) =>
    settlement &&
    whole(settlement.stuck > 0 || (settlement.overdue > 0 && (prices === undefined || !isSilent(prices))), settlement),
  checkFailed: ({ failing }) => failing?.map(({ name, found }) => ({ subject: name, detail: { found } })),
  moneyHalted: ({ failing }) => {
    const halting = failing?.filter(({ halts }) => halts);
    return halting && whole(halting.length > 0, { checks: halting.length });
  },
  witnessRefused: ({ refusals }) =>
    refusals?.map(({ witness, refusal }) => ({ subject: witness, detail: { refusal } })),
  signingAway: ({ processes }) => {
    const away = processes?.filter(({ signingAway }) => signingAway).length;
    return away === undefined ? undefined : whole(away > 0, { processes: away });
  },
  resultImprobable: ({ improbable }) =>
    improbable?.map(({ product, durationSec }) => ({
      subject: `${product}/${durationSec}`,
      detail: { product, durationSec },
    })),
  dayLate: ({ lateDay }, nowMs) => {
    if (lateDay === undefined) return undefined;
    return lateDay !== null && nowMs - lateDay.endedAtMs > DAY_LATE_MS
      ? [{ subject: '', detail: { date: lateDay.date } }]
      : [];
  },
  backupOld: ({ backup }, nowMs) => {
    if (backup === undefined) return undefined;
    const ageMs = nowMs - (backup.newestAtMs ?? backup.siteSinceMs);
    return whole(
      ageMs > BACKUP_OLD_MS,
      backup.newestAtMs === null ? { none: 1 } : { hours: Math.floor(ageMs / 3_600_000) },
    );
  },
  backupFailed: ({ backup }) =>
    backup &&
    whole(backup.failedAtMs !== null, { failedAt: new Date(backup.failedAtMs ?? 0).toISOString().slice(0, 16) }),
  diskLow: ({ processes }) => processes && lowDisks(processes),
};

/** An alarm of the whole site, while something is so. */
function whole(isSo: boolean, detail: Found['detail']): readonly Found[] {
  return isSo ? [{ subject: '', detail }] : [];
}

function isSilent({ ageSec, isOpen }: NonNullable<AlarmFacts['prices']>): boolean {
  return isOpen && (ageSec === null || ageSec > PRICE_OLD_SEC);
}

/** One alarm a machine: its processes mostly share a disk. */
function lowDisks(processes: readonly ProcessFacts[]): readonly Found[] {
  const free = new Map<string, number>();
  for (const { host, diskFreeBytes } of processes)
    if (diskFreeBytes !== null) free.set(host, Math.min(diskFreeBytes, free.get(host) ?? Infinity));
  return [...free]
    .filter(([, bytes]) => bytes < DISK_LOW_BYTES)
    .map(([host, bytes]) => ({ subject: host, detail: { freeMb: Math.floor(bytes / 1_000_000) } }));
}
