/** Published terms are entries of the order log: a version holds from the head that has it, and never earlier. */
import type { PublishedTerms } from '../site/openings-data.ts';
import type { Findings } from './findings.ts';
import type { SeenHeads } from './heads-seen.ts';
import { versionKey } from './match-halves.ts';
import type { LoggedVersion } from './openings-state.ts';

/** The log takes new terms with its next entries. */
const LOGGED_WITHIN_MS = 10 * 60_000;

type TermsDeps = {
  readonly findings: Findings;
  readonly heads: SeenHeads;
  /** Those of the products that the site has, read after the log. */
  readonly published: ReadonlyMap<string, readonly PublishedTerms[]>;
  readonly logged: readonly LoggedVersion[];
  /** When a log with older entries got its first terms: all that there were then. Null for a log that began with terms. */
  readonly upgradedAt: number | null;
  /** How many entries were read. */
  readonly next: number;
};

export function checkTerms({ findings, heads, published, logged, upgradedAt, next }: TermsDeps): void {
  // A site of before has none in its log.
  if (logged.length === 0) return;
  const known = new Map(logged.map((version) => [versionKey(version), version]));
  const firstRunEnd = endOfFirstRun(logged);
  for (const [product, versions] of published) {
    for (const { version, hash, publishedAt } of versions) {
      const key = versionKey({ product, version });
      const entry = known.get(key);
      const isOfUpgrade = entry === undefined || entry.index < firstRunEnd;
      const dueAt = Math.max(publishedAt, isOfUpgrade ? (upgradedAt ?? 0) : 0) + LOGGED_WITHIN_MS;
      if (entry === undefined) {
        // The log grew since, and not by these terms.
        if (heads.grewAfter(dueAt, next)) findings.add('TERMS_UNLOGGED', key);
      } else if (entry.hash !== hash) findings.add('TERMS_UNLOGGED', `${key}: another text than entry ${entry.index}`);
      else if (heads.grewAfter(dueAt, entry.index)) findings.add('TERMS_LATE', `${key}: entry ${entry.index}`);
    }
    for (const { version, index } of logged.filter((entry) => entry.product === product)) {
      if (!versions.some((one) => one.version === version))
        findings.add('TERMS_UNLOGGED', `${versionKey({ product, version })}: entry ${index} is not published`);
    }
  }
}

/** The index after the terms that the log got at once, when it got terms for the first time. */
function endOfFirstRun(logged: readonly LoggedVersion[]): number {
  const indexes = logged.map(({ index }) => index).toSorted((one, other) => one - other);
  const first = indexes[0] ?? 0;
  const gap = indexes.findIndex((index, at) => index !== first + at);
  return first + (gap === -1 ? indexes.length : gap);
}
