import { factorReleaseView } from '@candor/contract/console-security';
import type { FactorReleaseView } from '@candor/contract/console-security';
import { FACTOR_RELEASE_TABLE, FACTOR_RELEASE_WAIT_MS } from '@candor/domain/identity/factor-release';
import { err, ok } from '@candor/domain/result';
import { proposalView } from '../../../services/proposals/proposal-kind.ts';
import type { ProposalForm, ProposalKind } from '../../../services/proposals/proposal-kind.ts';
import { FACTOR_RELEASES, selectStanding } from './release-store.ts';
import type { MemberStanding, ReleaseRow } from './release-store.ts';

/**
 * Releases of a lost second factor. An approval begins the wait of a day, and the database tells the member; operators may stop
 * it until then.
 */
export const FACTOR_RELEASE_KIND: ProposalKind<ReleaseRow, FactorReleaseView> = {
  name: 'factor-releases',
  table: FACTOR_RELEASES,
  states: FACTOR_RELEASE_TABLE,
  viewOf,
  view: factorReleaseView,
  refusals: { notFound: 'RELEASE_NOT_FOUND', decided: 'RELEASE_STATE_CHANGED' },
  subjectType: 'member',
  detailOf: ({ id }) => ({ release: id }),
  obstacleTo: async (db, { member }) =>
    (await selectStanding(db, member.id)).hasFactor ? null : { key: 'RELEASE_NO_FACTOR' },
};

export interface NewFactorRelease {
  readonly memberId: string;
  readonly reason: string;
}

export const FACTOR_RELEASE_FORM: ProposalForm<NewFactorRelease, MemberStanding> = {
  name: 'propose',
  readFacts: async (db, { input: { memberId } }) => await selectStanding(db, memberId),
  plan: ({ reason }, { exists, hasFactor, isOpen }) => {
    if (!exists) return err({ key: 'MEMBER_NOT_FOUND' });
    if (isOpen) return err({ key: 'RELEASE_OPEN' });
    return hasFactor ? ok({ values: {}, reason, detail: {} }) : err({ key: 'RELEASE_NO_FACTOR' });
  },
};

function viewOf(row: ReleaseRow): FactorReleaseView {
  return {
    id: row.id,
    member: row.member,
    ...proposalView(row),
    dueAt: row.status === 'waiting' && row.askedAt !== null ? isoOf(row.askedAt + FACTOR_RELEASE_WAIT_MS) : null,
    doneAt: isoOf(row.doneAt),
    endedBy: row.endedBy,
  };
}

function isoOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
