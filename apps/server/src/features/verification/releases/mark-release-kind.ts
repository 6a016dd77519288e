import { markReleaseView } from '@candor/contract/console-marks';
import type { MarkReleaseView } from '@candor/contract/console-marks';
import { obstacleToMarkRelease } from '@candor/domain/identity/mark-release';
import { PROPOSAL_TABLE } from '@candor/domain/proposal';
import { err, ok } from '@candor/domain/result';
import type { OwnedMark } from '../../../services/marks/mark-store.ts';
import { proposalView } from '../../../services/proposals/proposal-kind.ts';
import type { ProposalForm, ProposalKind } from '../../../services/proposals/proposal-kind.ts';
import { MARK_RELEASES, selectStanding } from './mark-release-store.ts';
import type { MarkReleaseRow } from './mark-release-store.ts';

/** Releases of cards, identities and device keys. The database does what an approval says, and tells the member. */
export const MARK_RELEASE_KIND: ProposalKind<MarkReleaseRow, MarkReleaseView> = {
  name: 'mark-releases',
  table: MARK_RELEASES,
  states: PROPOSAL_TABLE,
  viewOf,
  view: markReleaseView,
  refusals: { notFound: 'RELEASE_NOT_FOUND', decided: 'RELEASE_STATE_CHANGED' },
  subjectType: 'member',
  detailOf: ({ id, kind, mark }) => ({ release: id, kind, mark: shortOf(mark) }),
  obstacleTo: async (db, { kind, mark, member }) => {
    const key = obstacleToMarkRelease(await selectStanding(db, { kind, mark, memberId: member.id }));
    return key === null ? null : { key };
  },
};

export interface NewMarkRelease {
  readonly memberId: string;
  readonly kind: OwnedMark;
  /** In hex. */
  readonly mark: string;
  readonly reason: string;
}

export const MARK_RELEASE_FORM: ProposalForm<NewMarkRelease, Awaited<ReturnType<typeof selectStanding>>> = {
  name: 'propose',
  readFacts: async (db, { input }) => await selectStanding(db, input),
  plan: ({ kind, mark, reason }, { isHeld, isOpen }) => {
    if (!isHeld) return err({ key: 'MARK_NOT_HELD' });
    if (isOpen) return err({ key: 'RELEASE_OPEN' });
    return ok({ values: { kind, mark: Buffer.from(mark, 'hex') }, reason, detail: { kind, mark: shortOf(mark) } });
  },
};

/** Enough of a mark to tell it from others in the audit. */
function shortOf(mark: string): string {
  return mark.slice(0, 12);
}

function viewOf(row: MarkReleaseRow): MarkReleaseView {
  return {
    id: row.id,
    member: row.member,
    kind: row.kind,
    mark: row.mark,
    ...proposalView(row),
  };
}
