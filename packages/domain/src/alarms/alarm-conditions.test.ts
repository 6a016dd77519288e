import { describe, expect, it } from 'vitest';
import { endedAlarms } from './alarm-changes.ts';
import {
  ALARM_KINDS,
  alarmConditions,
  BACKUP_OLD_MS,
  DAY_LATE_MS,
  DISK_LOW_BYTES,
  PRICE_OLD_SEC,
} from './alarm-conditions.ts';
import type { AlarmFacts } from './alarm-conditions.ts';

const NOW = 1_800_000_000_000;
const WELL: Required<AlarmFacts> = {
  prices: { ageSec: 1, isOpen: true },
  voids: { orders: 0, reasons: [] },
  settlement: { stuck: 0, overdue: 0 },
  failing: [],
  refusals: [],
  processes: [{ host: 'one', diskFreeBytes: DISK_LOW_BYTES, signingAway: false }],
  backup: { newestAtMs: NOW - BACKUP_OLD_MS, failedAtMs: null, siteSinceMs: 0 },
  lateDay: null,
  improbable: [],
};

function said(changes: Partial<AlarmFacts>) {
  return alarmConditions({ ...WELL, ...changes }, NOW).conditions.map(({ kind, subject }) =>
    subject === '' ? kind : `${kind} ${subject}`,
  );
}

describe('what is wrong with a site', () => {
  it('is nothing while all is well, and every kind is known', () => {
    const { conditions, known } = alarmConditions(WELL, NOW);
    expect(conditions).toEqual([]);
    expect([...known]).toEqual([...ALARM_KINDS]);
  });

  it.each<[string, Partial<AlarmFacts>, string[]]>([
    ['old prices', { prices: { ageSec: PRICE_OLD_SEC + 0.1, isOpen: true } }, ['feedSilent']],
    ['prices that are just in time', { prices: { ageSec: PRICE_OLD_SEC, isOpen: true } }, []],
    ['no price at all', { prices: { ageSec: null, isOpen: true } }, ['feedSilent']],
    ['markets that rest', { prices: { ageSec: null, isOpen: false } }, []],
    ['void orders', { voids: { orders: 1, reasons: ['NOT_LOGGED'] } }, ['ordersVoid']],
    ['a settlement that throws', { settlement: { stuck: 1, overdue: 0 } }, ['settlementStuck']],
    ['orders that are overdue', { settlement: { stuck: 0, overdue: 1 } }, ['settlementStuck']],
    [
      'orders that wait for a price',
      { settlement: { stuck: 0, overdue: 1 }, prices: { ageSec: 60, isOpen: true } },
      ['feedSilent'],
    ],
    ['a check of words', { failing: [{ name: 'a', found: 1, halts: false }] }, ['checkFailed a']],
    ['a check of money', { failing: [{ name: 'a', found: 1, halts: true }] }, ['checkFailed a', 'moneyHalted']],
    ['a witness', { refusals: [{ witness: 'w', refusal: 'OTHER_HISTORY' }] }, ['witnessRefused w']],
    ['a token that is away', { processes: [{ host: 'one', diskFreeBytes: null, signingAway: true }] }, ['signingAway']],
    ['results', { improbable: [{ product: 'BTC', durationSec: 5 }] }, ['resultImprobable BTC/5']],
    ['a date that is closed late', { lateDay: { date: '2026-11-27', endedAtMs: NOW - DAY_LATE_MS - 1 } }, ['dayLate']],
    ['a date that is being closed', { lateDay: { date: '2026-11-27', endedAtMs: NOW - DAY_LATE_MS } }, []],
    [
      'an old backup',
      { backup: { newestAtMs: NOW - BACKUP_OLD_MS - 1, failedAtMs: null, siteSinceMs: 0 } },
      ['backupOld'],
    ],
    [
      'no backup',
      { backup: { newestAtMs: null, failedAtMs: null, siteSinceMs: NOW - BACKUP_OLD_MS - 1 } },
      ['backupOld'],
    ],
    [
      'a backup that failed',
      { backup: { newestAtMs: NOW - 2, failedAtMs: NOW - 1, siteSinceMs: 0 } },
      ['backupFailed'],
    ],
    ['no backup of a new site', { backup: { newestAtMs: null, failedAtMs: null, siteSinceMs: NOW - 1 } }, []],
  ])('%s', (_, facts, alarms) => {
    expect(said(facts)).toEqual(alarms);
  });

  it('is a disk once for each machine, however many processes share it', () => {
    const of = (host: string, diskFreeBytes: number | null) => ({ host, diskFreeBytes, signingAway: false });
    const low = DISK_LOW_BYTES - 1;
    expect(said({ processes: [of('one', low), of('one', DISK_LOW_BYTES), of('two', null), of('three', low)] })).toEqual(
      ['diskLow one', 'diskLow three'],
    );
  });
});

describe('an alarm ends', () => {
  it('when its condition is gone, and stays while nothing is known of it', () => {
    const open = [
      { id: 1n, kind: 'feedSilent' as const, subject: '' },
      { id: 2n, kind: 'checkFailed' as const, subject: 'a' },
      { id: 3n, kind: 'checkFailed' as const, subject: 'b' },
    ];
    const { prices: _, ...unread } = WELL;
    const { conditions, known } = alarmConditions({ ...unread, failing: [{ name: 'a', found: 1, halts: false }] }, NOW);
    expect(endedAlarms(open, conditions, known).map(({ id }) => id)).toEqual([3n]);
    expect(endedAlarms(open, [], new Set(ALARM_KINDS))).toEqual(open);
  });
});
