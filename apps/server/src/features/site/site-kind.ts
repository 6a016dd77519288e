import { siteChangeView } from '@candor/contract/console-site';
import type { SiteChangeBody, SiteChangeView } from '@candor/contract/console-site';
import { PROPOSAL_TABLE } from '@candor/domain/proposal';
import { err, ok } from '@candor/domain/result';
import {
  lookProblem,
  PARTS_OF_ONE,
  siteDifferences,
  windowsProblem,
  writeSiteDifference,
} from '@candor/domain/site/site-settings';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { proposalView } from '../../services/proposals/proposal-kind.ts';
import type { ProposalForm, ProposalKind, Refusal } from '../../services/proposals/proposal-kind.ts';
import { isProposed, takeTurn } from '../../services/proposals/proposal-store.ts';
import { hasLogo } from './logo-store.ts';
import { selectParts, selectSiteState, SITE_CHANGES } from './site-store.ts';
import type { HeldParts, SiteChangeRow } from './site-store.ts';

/** Other settings of the site. The database publishes what is approved as the next version of its part, and every process reads it. */
export function siteKind(clock: Pick<Clock, 'now'>): ProposalKind<SiteChangeRow, SiteChangeView> {
  return {
    name: 'site',
    table: SITE_CHANGES,
    states: PROPOSAL_TABLE,
    viewOf: siteChangeOf,
    view: siteChangeView,
    refusals: { notFound: 'TERMS_CHANGE_NOT_FOUND', decided: 'TERMS_CHANGE_DECIDED' },
    subjectType: 'site',
    detailOf: ({ part, base, before, value }) => ({ part, base, change: changeText(before, value) }),
    turnOf: ({ part }) => turnOf(part),
    obstacleTo: async (db, row) => {
      const facts = await readFacts(db, clock);
      return obstacle(row, facts);
    },
  };
}

interface Facts {
  readonly held: HeldParts;
  readonly isOpen: boolean;
  readonly isBasisFree: boolean;
  readonly nowMs: number;
}

async function readFacts(db: Db, clock: Pick<Clock, 'now'>): Promise<Facts> {
  return { held: await selectParts(db), ...(await selectSiteState(db)), nowMs: clock.now() };
}

export function siteForm(
  clock: Pick<Clock, 'now'>,
): ProposalForm<SiteChangeBody, Facts & { isProposed: boolean; isLogoKnown: boolean }> {
  return {
    name: 'propose',
    readFacts: async (db, { input }) => {
      await takeTurn(db, turnOf(input.part));
      const logo = input.part === 'look' ? input.value.logo : null;
      return {
        ...(await readFacts(db, clock)),
        isProposed: await isProposed(db, SITE_CHANGES, { part: input.part }),
        isLogoKnown: logo === null || (await hasLogo(db, logo)),
      };
    },
    plan: (input, facts) => {
      const { part, base, value, reason } = input;
      if (facts.isProposed) return err({ key: 'TERMS_CHANGE_OPEN' });
      const found = obstacle(input, facts);
      if (found !== null) return err(found);
      if (!facts.isLogoKnown) return err({ key: 'SITE_LOGO_UNKNOWN', field: 'value.logo' });
      const change = changeText(facts.held[part].value, value);
      // Currency and time zone may be chosen as they are proposed by the settings of the start.
      if (change === '' && part !== 'basis') return err({ key: 'TERMS_UNCHANGED' });
      const isApproved = PARTS_OF_ONE.includes(part) || !facts.isOpen;
      return ok({
        values: { part, base, value: JSON.stringify(value) },
        reason,
        detail: { part, base, change, status: isApproved ? 'approved' : 'proposed' },
        isApproved,
      });
    },
  };
}

type Proposed = SiteChangeBody | SiteChangeRow;

/** What speaks against a change now. */
function obstacle(change: Proposed, facts: Facts): Refusal | null {
  const { held, isOpen, isBasisFree, nowMs } = facts;
  const { part, base } = change;
  if (part === 'basis' && !isBasisFree) return { key: 'SITE_FIXED' };
  if (part === 'opening' && (isOpen || isBasisFree)) return { key: 'SITE_FIXED' };
  if (held[part].version !== base) return { key: 'SITE_CHANGE_OLD' };
  const problem = problemOf(change, held, nowMs);
  return problem === null ? null : { key: problem.key, field: `value.${problem.field}` };
}

function problemOf(
  change: Proposed,
  held: HeldParts,
  nowMs: number,
): { readonly key: string; readonly field: string } | null {
  const { part, value } = change;
  if (part === 'look') return lookProblem(value);
  if (part === 'maintenance') return windowsProblem(value.windows, held.maintenance.value.windows, nowMs);
  if (part !== 'basis') return null;
  if (!Intl.supportedValuesOf('currency').includes(value.currency)) return { key: 'FIELD_INVALID', field: 'currency' };
  return isTimeZone(value.timeZone) ? null : { key: 'FIELD_INVALID', field: 'timeZone' };
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone === name;
  } catch {
    return false;
  }
}

function siteChangeOf(row: SiteChangeRow): SiteChangeView {
  const { id, part, base, before, value, alone } = row;
  return siteChangeView.parse({ id, part, base, before, value, alone, ...proposalView(row) });
}

/** An entry of the audit holds no more. */
const CHANGE_CHARS_MAX = 2_000;

function changeText(before: object, after: object): string {
  return siteDifferences(before, after).map(writeSiteDifference).join('; ').slice(0, CHANGE_CHARS_MAX);
}

function turnOf(part: string): string {
  return `site/${part}`;
}
