import { siteChangeView } from '@candor/contract/console-site';
import type { SiteChangeBody, SiteChangeView } from '@candor/contract/console-site';
import { formatMoney, money, parseMoney } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';
import { PROPOSAL_TABLE } from '@candor/domain/proposal';
import { err, ok } from '@candor/domain/result';
import {
  lookProblem,
  PARTS_OF_ONE,
  siteDifferences,
  windowsProblem,
  writeSiteDifference,
} from '@candor/domain/site/site-settings';
import type { SiteParts } from '@candor/domain/site/site-settings';
import { LOSS_LIMIT_MAX } from '@candor/domain/trading/loss-limits';
import type { LossLimits } from '@candor/domain/trading/loss-limits';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { proposalView } from '../../services/proposals/proposal-kind.ts';
import type { ProposalForm, ProposalKind, Refusal } from '../../services/proposals/proposal-kind.ts';
import { isProposed, takeTurn } from '../../services/proposals/proposal-store.ts';
import { selectLimitedProducts } from '../../services/house/house-store.ts';
import { limitsOf } from '../../services/quotes/terms-json.ts';
import type { Site } from '../../services/site/site.ts';
import { hasLogo } from './logo-store.ts';
import { selectParts, selectSiteState, SITE_CHANGES } from './site-store.ts';
import type { HeldParts, SiteChangeRow } from './site-store.ts';

interface Of {
  readonly clock: Pick<Clock, 'now'>;
  readonly site: Pick<Site, 'currency'>;
}

/** Other settings of the site. The database publishes what is approved as the next version of its part, and every process reads it. */
export function siteKind({ clock, site }: Of): ProposalKind<SiteChangeRow, SiteChangeView> {
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
      return obstacle(row, facts, site.currency);
    },
  };
}

interface Facts {
  readonly held: HeldParts;
  readonly isOpen: boolean;
  readonly isBasisFree: boolean;
  readonly nowMs: number;
  readonly shares: readonly (LossLimits | null)[];
}

async function readFacts(db: Db, clock: Pick<Clock, 'now'>): Promise<Facts> {
  const products = await selectLimitedProducts(db);
  return {
    held: await selectParts(db),
    ...(await selectSiteState(db)),
    nowMs: clock.now(),
    shares: products.map(limitsOf),
  };
}

export function siteForm({
  clock,
  site,
}: Of): ProposalForm<SiteChangeBody, Facts & { isProposed: boolean; isLogoKnown: boolean }> {
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
      const { part, base, reason } = input;
      const value = part === 'limits' ? limitsTexts(input.value, site.currency) : input.value;
      if (facts.isProposed) return err({ key: 'TERMS_CHANGE_OPEN' });
      const found = obstacle(input, facts, site.currency);
      if (found !== null) return err(found);
      if (!facts.isLogoKnown) return err({ key: 'SITE_LOGO_UNKNOWN', field: 'value.logo' });
      const change = changeText(facts.held[part].value, value);
      // A new site may be confirmed part by part as the settings of the start propose it.
      const isFirst = !facts.isOpen && facts.held[part].version === 0;
      if (change === '' && !isFirst) return err({ key: 'TERMS_UNCHANGED' });
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
function obstacle(change: Proposed, facts: Facts, paidIn: Currency): Refusal | null {
  const { held, isOpen, isBasisFree, nowMs } = facts;
  const { part, base } = change;
  if (part === 'basis' && !isBasisFree) return { key: 'SITE_FIXED' };
  if (part === 'opening' && (isOpen || isBasisFree)) return { key: 'SITE_FIXED' };
  if (held[part].version !== base) return { key: 'SITE_CHANGE_OLD' };
  if (change.part === 'limits') return limitsObstacle(change.value, facts, paidIn);
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

/** Both or none, and no more than the products share out. */
function limitsObstacle(texts: SiteParts['limits'], { shares }: Facts, paidIn: Currency): Refusal | null {
  const { open, day } = texts;
  if (open === null && day === null) return null;
  const [openMinor, dayMinor] = [amountOf(open, paidIn), amountOf(day, paidIn)];
  if (openMinor === 'unread') return { key: 'AMOUNT_INVALID', field: 'value.open' };
  if (dayMinor === 'unread') return { key: 'AMOUNT_INVALID', field: 'value.day' };
  if (openMinor === null) return { key: 'SITE_LIMITS_ORDER', field: 'value.open' };
  if (dayMinor === null || dayMinor < openMinor) return { key: 'SITE_LIMITS_ORDER', field: 'value.day' };
  if (dayMinor > LOSS_LIMIT_MAX) return { key: 'AMOUNT_INVALID', field: 'value.day' };
  const sumOf = (limit: 'product' | 'day') => shares.reduce((sum, one) => sum + (one?.[limit] ?? 0n), 0n);
  if (shares.includes(null) || sumOf('product') > openMinor) return { key: 'SITE_LIMITS_SHARED', field: 'value.open' };
  return sumOf('day') > dayMinor ? { key: 'SITE_LIMITS_SHARED', field: 'value.day' } : null;
}

function amountOf(text: string | null, paidIn: Currency): bigint | null | 'unread' {
  if (text === null) return null;
  const parsed = parseMoney(text, paidIn);
  return parsed.ok && parsed.value >= 0n ? parsed.value : 'unread';
}

/** As the site writes amounts: however they were typed, the same limit is the same text. */
function limitsTexts({ open, day }: SiteParts['limits'], paidIn: Currency): SiteParts['limits'] {
  const written = (text: string | null): string | null => {
    const read = amountOf(text, paidIn);
    return typeof read === 'bigint' ? formatMoney(money(read), paidIn) : text;
  };
  return { open: written(open), day: written(day) };
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
