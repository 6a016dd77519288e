import type { ProjectTermsBody } from '@candor/contract/console-invest';
import { wrongTerm } from '@candor/domain/invest/project-change';
import { parseRate, rate } from '@candor/domain/money';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Site } from '../../../services/site/site.ts';
import { readAmount } from '../invest-refusal.ts';
import type { InvestRefusal } from '../invest-refusal.ts';
import type { ProposedTerms } from './change-store.ts';

/** Terms as a proposal keeps them, or the field that does not fit. */
export function planProject(body: ProjectTermsBody, site: Site): Result<ProposedTerms, InvestRefusal> {
  const wrong = (field: string): Result<never, InvestRefusal> => err({ key: 'FIELD_INVALID', field: `terms.${field}` });
  const annualRate = parseRate(body.annualRate);
  const earlyRate = body.early === null ? ok(rate(0n)) : parseRate(body.early.annualRate);
  if (!annualRate.ok) return wrong('annualRate');
  if (!earlyRate.ok) return wrong('early');
  const [min, max, size] = [
    readAmount(body.min, site, 'terms.min'),
    readAmount(body.max, site, 'terms.max'),
    readAmount(body.size, site, 'terms.size'),
  ];
  if (!min.ok) return min;
  if (!max.ok) return max;
  if (!size.ok) return size;
  const misfit = wrongTerm({
    termDays: body.termDays,
    annualRate: annualRate.value,
    min: min.value,
    max: max.value,
    size: size.value,
    interest: body.interest,
    early: body.early === null ? null : { lockDays: body.early.lockDays, annualRate: earlyRate.value },
    opensAtMs: body.opensAt === undefined ? null : Date.parse(body.opensAt),
    closesAtMs: body.closesAt === undefined ? null : Date.parse(body.closesAt),
  });
  if (misfit !== null) return wrong(misfit);
  return ok({
    names: body.names,
    risk: body.risk,
    termDays: body.termDays,
    annualRate: annualRate.value.toString(),
    min: min.value.toString(),
    max: max.value.toString(),
    size: size.value.toString(),
    interest: body.interest,
    earlyLockDays: body.early?.lockDays ?? null,
    earlyRate: body.early === null ? null : earlyRate.value.toString(),
    opensAt: body.opensAt ?? null,
    closesAt: body.closesAt ?? null,
    active: body.active,
  });
}
