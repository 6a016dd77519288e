import { rate, wholeUnits } from '@candor/domain/money';
import type { Db } from '../../platform/db/pool.ts';
import type { Site } from '../../services/site/site.ts';
import { AGREEMENT_TEXTS } from './agreement-texts.ts';
import { insertMissingBasics, insertMissingProjects } from './project-store.ts';
import type { NewProject } from './project-store.ts';

/** 1.20 % a year. */
const SAVINGS_RATE = rate(120n);
/** From this amount on, in whole units, the withdraw password is asked for. */
const PASSWORD_FROM = 50_000n;

/**
 * What a new site offers: four projects of 7, 15, 30 and 90 days at rates that a bank would pay, and savings. Operators change
 * them with the console; what exists is never overwritten.
 */
export async function seedInvest(ownerDb: Db, site: Pick<Site, 'currency'>): Promise<void> {
  await insertMissingBasics(ownerDb, {
    agreements: AGREEMENT_TEXTS,
    savingsRate: SAVINGS_RATE,
    passwordFrom: wholeUnits(PASSWORD_FROM, site.currency),
  });
  await insertMissingProjects(ownerDb, projectsOf(site));
}

function projectsOf({ currency }: Pick<Site, 'currency'>): NewProject[] {
  const units = (count: bigint) => wholeUnits(count, currency);
  const terms = [
    {
      days: 7,
      annualRate: 150n,
      min: 100n,
      max: 50_000n,
      size: 5_000_000n,
      interest: 'daily',
      early: null,
      risk: 'low',
    },
    {
      days: 15,
      annualRate: 180n,
      min: 100n,
      max: 100_000n,
      size: 5_000_000n,
      interest: 'maturity',
      early: { lockDays: 3, annualRate: 35n },
      risk: 'low',
    },
    {
      days: 30,
      annualRate: 220n,
      min: 1_000n,
      max: 200_000n,
      size: 10_000_000n,
      interest: 'daily',
      early: { lockDays: 7, annualRate: 50n },
      risk: 'low',
    },
    {
      days: 90,
      annualRate: 285n,
      min: 1_000n,
      max: 500_000n,
      size: 20_000_000n,
      interest: 'maturity',
      early: { lockDays: 30, annualRate: 80n },
      risk: 'medium',
    },
  ] as const;
  return terms.map((project, index) => ({
    id: `00000000-0000-4000-8000-0000000000${project.days.toString().padStart(2, '0')}`,
    position: index + 1,
    names: {
      'zh-Hans': `定期 ${project.days} 天`,
      'zh-Hant': `定期 ${project.days} 天`,
      en: `${project.days} days fixed`,
    },
    risk: project.risk,
    termDays: project.days,
    annualRate: rate(project.annualRate),
    min: units(project.min),
    max: units(project.max),
    size: units(project.size),
    interest: project.interest,
    early: project.early,
  }));
}
