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
  /** How many entries were read. */
  readonly next: number;
};

export function checkTerms({ findings, heads, published, logged, next }: TermsDeps): void {
  // A site of before has none in its log.
  if (logged.length === 0) return;
  const known = new Map(logged.map((version) => [versionKey(version), version]));
  for (const [product, versions] of published) {
    for (const { version, hash, publishedAt } of versions) {
      const key = versionKey({ product, version });
      const entry = known.get(key);
      const dueAt = publishedAt + LOGGED_WITHIN_MS;
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
