import { DUE_DAYS } from '@candor/contract/console-site-state';
import type { SiteStateView } from '@candor/contract/console-site-state';
import { dateText } from '@candor/domain/market/local-time';
import type { DayNumber } from '@candor/domain/market/local-time';
import { formatMoney, money } from '@candor/domain/money';
import type { Currency, Money } from '@candor/domain/money';
import type { ProcessRow } from '../../services/health/beat-store.ts';
import { newestBackup } from '../../services/health/beat-store.ts';
import type { ListedWitness } from '../../services/order-log/read-witnesses.ts';
import type { SourceRow, WaitingRow, WitnessRow } from './site-state-store.ts';

/** What maturities need on a date. */
export interface Due {
  readonly date: DayNumber;
  readonly holdings: bigint;
  readonly principal: Money;
  readonly interest: Money;
}

export interface SiteFacts {
  readonly due: readonly Due[];
  readonly waiting: readonly WaitingRow[];
  readonly sources: readonly SourceRow[];
  readonly processes: readonly ProcessRow[];
  readonly cosigned: readonly WitnessRow[];
}

interface Around {
  readonly atMs: number;
  readonly today: DayNumber;
  readonly currency: Currency;
  readonly witnesses: readonly ListedWitness[];
}

const BYTES_OF_MB = 1_000_000n;

export function siteStateView(facts: SiteFacts, { atMs, today, currency, witnesses }: Around): SiteStateView {
  const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  const text = (amount: bigint) => formatMoney(money(amount), currency);
  const cosigned = new Map(facts.cosigned.map((row) => [row.key, row]));
  return {
    at: new Date(atMs).toISOString(),
    due: dueDays(facts.due, today).map(({ date, holdings, principal, interest }) => ({
      date: dateText(date),
      holdings: Number(holdings),
      principal: text(principal),
      interest: text(interest),
    })),
    waiting: facts.waiting.map(({ queue, count, amount, since }) => ({
      queue,
      count: Number(count),
      amount: text(amount),
      since: iso(since),
    })),
    sources: facts.sources.map(({ source, receivedAt, products }) => ({
      source,
      receivedAt: new Date(receivedAt).toISOString(),
      products,
    })),
    processes: facts.processes.map(({ startedAt, seenAt, diskFree, diskTotal, role, host, pid, version, jobs }) => ({
      role,
      host,
      pid,
      version,
      startedAt: new Date(startedAt).toISOString(),
      seenAt: new Date(seenAt).toISOString(),
      diskFreeMb: diskFree === null ? null : Number(diskFree / BYTES_OF_MB),
      diskTotalMb: diskTotal === null ? null : Number(diskTotal / BYTES_OF_MB),
      jobs,
    })),
    backupAt: iso(newestBackup(facts.processes)),
    witnesses: witnesses.map(({ keyText, key: { name } }) => {
      const row = cosigned.get(keyText);
      return { name, cosignedAt: iso(row?.cosignedAt ?? null), refusal: row?.refusal ?? null };
    }),
  };
}

/** Each day from today on, also those on which nothing is due. What should have been paid before is due today. */
export function dueDays(rows: readonly Due[], today: DayNumber): readonly Due[] {
  return Array.from({ length: DUE_DAYS }, (_, index) => {
    const own = rows.filter(({ date }) => (index === 0 ? date <= today : date === today + index));
    const sum = (of: (row: Due) => bigint) => own.reduce((total, row) => total + of(row), 0n);
    return {
      date: today + index,
      holdings: sum(({ holdings }) => holdings),
      principal: money(sum(({ principal }) => principal)),
      interest: money(sum(({ interest }) => interest)),
    };
  });
}
