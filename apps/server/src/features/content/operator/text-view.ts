import { LEGAL_SLUGS } from '@candor/contract/content';
import type { OperatorTextsView, OperatorTextVersion, TextChangeView } from '@candor/contract/console-texts';
import { proposalView } from '../../../services/proposals/proposal-kind.ts';
import type { ShippedText } from '../read-pages.ts';
import { isNewer } from '../seed-texts.ts';
import type { ChangeRow, OperatorVersionRow, HeldRow } from '../text-store.ts';

function isoOf(atMs: number): string {
  return new Date(atMs).toISOString();
}

export function operatorTextsView(rows: readonly HeldRow[], ofRelease: readonly ShippedText[]): OperatorTextsView {
  return {
    items: ofRelease.flatMap((release) => {
      const row = rows.find(({ slug }) => slug === release.slug);
      return row === undefined ? [] : [{ ...heldView(row), newer: newerOf(row, release) }];
    }),
  };
}

function heldView({ taken: _taken, publishedAt, ...row }: HeldRow): Omit<OperatorTextsView['items'][number], 'newer'> {
  return { ...row, publishedAt: isoOf(publishedAt), isLegal: LEGAL_SLUGS.includes(row.slug) };
}

/** A text of this release that the site did not take over, because operators wrote their own. */
function newerOf({ shipped, taken }: HeldRow, release: ShippedText): OperatorTextsView['items'][number]['newer'] {
  const isKnown = shipped !== null || taken.some((version) => !isNewer(release.shipped, version));
  return isKnown ? null : { shipped: release.shipped, texts: release.texts };
}

export function operatorVersionView({ publishedAt, accepted, ...row }: OperatorVersionRow): OperatorTextVersion {
  return { ...row, publishedAt: isoOf(publishedAt), accepted: Number(accepted) };
}

export function textChangeView(row: ChangeRow): TextChangeView {
  return {
    id: row.id,
    slug: row.slug,
    base: row.base,
    before: row.before,
    texts: row.texts,
    ...proposalView(row),
  };
}
