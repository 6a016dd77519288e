/* Terms of a project between the form, the contract's schema and the domain's rules. */

import { projectChangeBody } from '@candor/contract/console-invest';
import type { OperatorTerms, ProjectChangeBody } from '@candor/contract/console-invest';
import { fieldErrors } from '@candor/contract/field-errors';
import { wrongTerm } from '@candor/domain/invest/project-change';
import type { ProjectTerms } from '@candor/domain/invest/project';
import { parseMoney, parseRate } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';
import { amountStyle, plainAmount, readAmount } from '@candor/domain/text/typed-amount';
import { localOfMoment, momentOfLocal } from '../../lib/local-moment.ts';
import { percentOfRate, rateOfPercent } from '../../lib/percent.ts';

/** What the form holds: texts as they are typed. */
export type ProjectDraft = {
  'zh-Hans': string;
  'zh-Hant': string;
  en: string;
  risk: OperatorTerms['risk'];
  termDays: string;
  annualRate: string;
  min: string;
  max: string;
  size: string;
  interest: OperatorTerms['interest'];
  hasEarly: boolean;
  lockDays: string;
  earlyRate: string;
  opensAt: string;
  closesAt: string;
  active: boolean;
  reason: string;
};

export function draftOf(terms: OperatorTerms | null, timeZone: string): ProjectDraft {
  return {
    'zh-Hans': terms?.names['zh-Hans'] ?? '',
    'zh-Hant': terms?.names['zh-Hant'] ?? '',
    en: terms?.names.en ?? '',
    risk: terms?.risk ?? 'low',
    termDays: terms?.termDays.toString() ?? '',
    annualRate: terms === null ? '' : percentOfRate(terms.annualRate),
    min: terms?.min ?? '',
    max: terms?.max ?? '',
    size: terms?.size ?? '',
    interest: terms?.interest ?? 'daily',
    hasEarly: terms !== null && terms.early !== null,
    lockDays: terms?.early?.lockDays.toString() ?? '0',
    earlyRate: percentOfRate(terms?.early?.annualRate ?? '0'),
    opensAt: localOfMoment(terms?.opensAt ?? null, timeZone),
    closesAt: localOfMoment(terms?.closesAt ?? null, timeZone),
    active: terms?.active ?? true,
    reason: '',
  };
}

/** A field, and the name of its problem: an error key, or a rule of the domain that it breaks. */
export type DraftProblems = Partial<Record<keyof ProjectDraft, string>>;

/** Fields of the body whose names in the form differ. */
const FIELDS: Readonly<Record<string, keyof ProjectDraft>> = {
  'terms.names.zh-Hans': 'zh-Hans',
  'terms.names.zh-Hant': 'zh-Hant',
  'terms.names.en': 'en',
  'terms.early': 'lockDays',
  'terms.early.lockDays': 'lockDays',
  'terms.early.annualRate': 'earlyRate',
};

/** The field of the form that shows a problem of the body. */
export function draftField(path: string): keyof ProjectDraft | null {
  const known = FIELDS[path];
  if (known !== undefined) return known;
  const name = path.replace(/^terms\./, '');
  return NAMES.find((field) => field === name) ?? null;
}

const NAMES = [
  'risk',
  'termDays',
  'annualRate',
  'min',
  'max',
  'size',
  'interest',
  'opensAt',
  'closesAt',
  'active',
  'reason',
] as const;

/** Stands for a reason where only the terms count. */
export const ANY_REASON = '-';

/** No percentage: the schema refuses it at its field. */
const NO_RATE = '-';

type SiteFacts = { readonly timeZone: string; readonly currency: Currency };
type Place = { readonly projectId: string | null; readonly base: number };

/** What is sent, or what is wrong with it. */
export function readDraft(
  draft: ProjectDraft,
  { projectId, base }: Place,
  { timeZone, currency }: SiteFacts,
): { readonly body: ProjectChangeBody; readonly terms: ProjectTerms } | { readonly problems: DraftProblems } {
  const style = amountStyle(currency);
  const parsed = projectChangeBody.safeParse({
    ...(projectId === null ? {} : { projectId }),
    base,
    terms: {
      names: { 'zh-Hans': draft['zh-Hans'], 'zh-Hant': draft['zh-Hant'], en: draft.en },
      risk: draft.risk,
      termDays: wholeOf(draft.termDays),
      annualRate: rateText(draft.annualRate),
      min: plainAmount(draft.min, style),
      max: plainAmount(draft.max, style),
      size: plainAmount(draft.size, style),
      interest: draft.interest,
      early: draft.hasEarly ? { lockDays: wholeOf(draft.lockDays), annualRate: rateText(draft.earlyRate) } : null,
      opensAt: momentOfLocal(draft.opensAt, timeZone),
      closesAt: momentOfLocal(draft.closesAt, timeZone),
      active: draft.active,
    },
    reason: draft.reason,
  });
  const unread = unreadAmounts(draft, currency);
  if (!parsed.success || Object.keys(unread).length > 0)
    return { problems: { ...(parsed.success ? {} : problemsOf(fieldErrors(parsed.error))), ...unread } };
  const read = termsOf(parsed.data.terms, currency);
  if ('wrong' in read) return { problems: { [read.wrong]: 'AMOUNT_INVALID' } };
  const wrong = wrongTerm(read.terms);
  if (wrong === null) return { body: parsed.data, terms: read.terms };
  if (wrong === 'early' && read.terms.early !== null && read.terms.early.lockDays < read.terms.termDays)
    return { problems: { earlyRate: 'earlyRate' } };
  return { problems: { [draftField(`terms.${wrong}`) ?? 'reason']: wrong } };
}

/** Amounts that cannot be read, each with the reason in words. */
function unreadAmounts(draft: ProjectDraft, currency: Currency): DraftProblems {
  return Object.fromEntries(
    (['min', 'max', 'size'] as const).flatMap((name) => {
      const read = readAmount(draft[name], amountStyle(currency));
      return read.ok ? [] : [[name, read.error]];
    }),
  );
}

/** Everything that is wrong: the rules of the terms are checked while there is no reason yet, too. */
export function draftProblems(draft: ProjectDraft, place: Place, site: SiteFacts): DraftProblems {
  const read = readDraft(draft, place, site);
  if (!('problems' in read)) return {};
  const { reason, ...terms } = read.problems;
  if (reason === undefined || Object.keys(terms).length > 0) return read.problems;
  const rest = readDraft({ ...draft, reason: ANY_REASON }, place, site);
  return 'problems' in rest ? { ...rest.problems, reason } : { reason };
}

function problemsOf(errors: Readonly<Record<string, string>>): DraftProblems {
  return Object.fromEntries(Object.entries(errors).map(([path, key]) => [draftField(path) ?? 'reason', key]));
}

/** Terms as the domain reckons with them, or the amount that is none of this currency. */
export function termsOf(
  terms: Omit<OperatorTerms, 'opensAt' | 'closesAt' | 'names' | 'risk' | 'active'> & {
    readonly opensAt?: string | null | undefined;
    readonly closesAt?: string | null | undefined;
  },
  currency: Currency,
): { readonly terms: ProjectTerms } | { readonly wrong: 'min' | 'max' | 'size' | 'annualRate' | 'earlyRate' } {
  const [min, max, size] = [terms.min, terms.max, terms.size].map((text) => parseMoney(text, currency));
  if (min?.ok !== true) return { wrong: 'min' };
  if (max?.ok !== true) return { wrong: 'max' };
  if (size?.ok !== true) return { wrong: 'size' };
  const annualRate = parseRate(terms.annualRate);
  if (!annualRate.ok) return { wrong: 'annualRate' };
  const earlyRate = parseRate(terms.early?.annualRate ?? '0');
  if (!earlyRate.ok) return { wrong: 'earlyRate' };
  return {
    terms: {
      termDays: terms.termDays,
      annualRate: annualRate.value,
      min: min.value,
      max: max.value,
      size: size.value,
      interest: terms.interest,
      early: terms.early === null ? null : { lockDays: terms.early.lockDays, annualRate: earlyRate.value },
      opensAtMs: msOf(terms.opensAt),
      closesAtMs: msOf(terms.closesAt),
    },
  };
}

function msOf(moment: string | null | undefined): number | null {
  return moment === null || moment === undefined ? null : Date.parse(moment);
}

/** Empty stays missing, so that the schema says "required". */
function wholeOf(text: string): number | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  return /^\d{1,6}$/.test(trimmed) ? Number(trimmed) : Number.NaN;
}

function rateText(percent: string): string {
  return percent.trim() === '' ? '' : (rateOfPercent(percent) ?? NO_RATE);
}
