import { investChangeView as changeSchema } from '@candor/contract/console-invest';
import type { InvestChangeView, ProjectChangeBody, RateChangeBody } from '@candor/contract/console-invest';
import { parseRate } from '@candor/domain/money';
import { PROPOSAL_TABLE } from '@candor/domain/proposal';
import { err, ok } from '@candor/domain/result';
import type { ProposalForm, ProposalKind } from '../../../services/proposals/proposal-kind.ts';
import { isProposed, takeTurn } from '../../../services/proposals/proposal-store.ts';
import type { Site } from '../../../services/site/site.ts';
import type { InvestRefusal } from '../invest-refusal.ts';
import { INVEST_CHANGES, selectRateDates, selectVersion } from './change-store.ts';
import type { ChangeRow } from './change-store.ts';
import { changeView } from './operator-view.ts';
import { planProject } from './plan-project.ts';

/** New terms of a project, and savings rates. The database publishes what is approved. */
export function investKind(site: Site): ProposalKind<ChangeRow, InvestChangeView> {
  return {
    name: 'invest',
    table: INVEST_CHANGES,
    states: PROPOSAL_TABLE,
    viewOf: (row) => changeView(row, site),
    view: changeSchema,
    refusals: { notFound: 'TERMS_CHANGE_NOT_FOUND', decided: 'TERMS_CHANGE_DECIDED' },
    subjectType: 'investChange',
    detailOf: ({ kind, projectId }) => ({ kind, project: projectId }),
    obstacleTo: async (db, row) => (isOld(row, await selectRateDates(db)) ? { key: 'TERMS_CHANGE_OLD' } : null),
  };
}

type RateDates = Awaited<ReturnType<typeof selectRateDates>>;

/** Another version was published since, or a rate holds from that date already. */
function isOld(row: ChangeRow, { tomorrow, taken }: RateDates): boolean {
  if (row.kind === 'project') return row.version !== row.base;
  const from = 'from' in row.terms && row.terms.from > tomorrow ? row.terms.from : tomorrow;
  return taken.includes(from);
}

/** Terms for a new project, or a new version for one that exists. Nothing is sold under them yet. */
export function projectForm(
  site: Site,
): ProposalForm<ProjectChangeBody, { version: number | undefined; isOpen: boolean }> {
  return {
    name: 'project',
    readFacts: async (db, { input: { projectId } }) => {
      if (projectId === undefined) return { version: 0, isOpen: false };
      await takeTurn(db, turnOf(projectId));
      const isOpen = await isProposed(db, INVEST_CHANGES, { project_id: projectId });
      return { version: await selectVersion(db, projectId), isOpen };
    },
    plan: ({ projectId, base, terms, reason }, { version, isOpen }) => {
      if (version === undefined) return refuse({ key: 'PROJECT_NOT_FOUND' });
      if (isOpen) return refuse({ key: 'TERMS_CHANGE_OPEN' });
      if (version !== base) return refuse({ key: 'TERMS_CHANGE_OLD' });
      const planned = planProject(terms, site);
      if (!planned.ok) return planned;
      const project = projectId ?? null;
      const knownBase = project === null ? null : base;
      return ok({
        values: {
          kind: 'project',
          project_id: project,
          base_version: knownBase,
          terms: JSON.stringify(planned.value),
        },
        reason,
        detail: { project, base: knownBase },
      });
    },
  };
}

/** A savings rate. It holds from a business date that has not begun. */
export const RATE_FORM: ProposalForm<RateChangeBody, RateDates & { isOpen: boolean }> = {
  name: 'rate',
  readFacts: async (db) => {
    await takeTurn(db, turnOf('rate'));
    const isOpen = await isProposed(db, INVEST_CHANGES, { kind: 'savingsRate' });
    return { ...(await selectRateDates(db)), isOpen };
  },
  plan: ({ annualRate: text, from, reason }, { tomorrow, taken, isOpen }) => {
    if (isOpen) return refuse({ key: 'TERMS_CHANGE_OPEN' });
    const read = parseRate(text);
    if (!read.ok) return refuse({ key: 'FIELD_INVALID', field: 'annualRate' });
    const isDate = !Number.isNaN(Date.parse(from)) && new Date(from).toISOString().startsWith(from);
    if (!isDate || from < tomorrow || taken.includes(from)) return refuse({ key: 'FIELD_INVALID', field: 'from' });
    const annualRate = read.value.toString();
    return ok({
      values: { kind: 'savingsRate', terms: JSON.stringify({ annualRate, from }) },
      reason,
      detail: { rate: annualRate },
    });
  },
};

/** Two who propose the same come one after the other. */
function turnOf(subject: string): string {
  return `invest terms/${subject}`;
}

function refuse(refusal: InvestRefusal) {
  return err(refusal);
}
