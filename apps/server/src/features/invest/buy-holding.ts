import { holdingView as holdingSchema } from '@candor/contract/invest';
import type { HoldingView } from '@candor/contract/invest';
import { planPurchase } from '@candor/domain/invest/project';
import type { DayNumber } from '@candor/domain/market/local-time';
import type { Exclusion } from '@candor/domain/limits/self-exclusion';
import { memberAccount } from '@candor/domain/ledger/account';
import { money } from '@candor/domain/money';
import type { Money } from '@candor/domain/money';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Command } from '../../services/commands/run-commands.ts';
import { readBalance } from '../../services/ledger/ledger.ts';
import type { Site } from '../../services/site/site.ts';
import { insertHolding, selectHolding } from './holding-store.ts';
import type { NewHolding } from './holding-store.ts';
import { refusalOf } from './invest-refusal.ts';
import type { InvestRefusal } from './invest-refusal.ts';
import { holdingView } from './invest-view.ts';
import { exclusionOf, refusedByExclusion } from './refuse-excluded.ts';
import { lockProject, selectProject, selectSiteFacts, termsOf, versionsOf } from './project-store.ts';
import type { ProjectRow, SiteFacts } from './project-store.ts';
import { investTransferId } from './transfer-id.ts';

/** What a member buys, and the versions that they saw. The password is checked before. */
export interface Purchase {
  readonly id: string;
  readonly reference: string;
  readonly projectId: string;
  readonly amount: Money;
  readonly rollOver: boolean;
  readonly seen: { readonly terms: number | undefined; readonly agreement: number | undefined };
}
export type HoldingAnswer = Result<HoldingView, InvestRefusal>;

interface Facts {
  project: ProjectRow | undefined;
  site: SiteFacts;
  available: Money;
  exclusion: Exclusion | null;
}

/** A decided call of this command. `startsOn` is the business date on which it was bought. */
interface Bought extends NewHolding {
  startsOn: DayNumber;
}

export const storedHolding = {
  of: (answer: HoldingAnswer) => (answer.ok ? answer.value : null),
  read: (json: unknown): HoldingAnswer => ok(holdingSchema.parse(json)),
};

/** Buys a share of a project. The project is locked while it is decided, so that no more is sold than there is. */
export function buyHolding(site: Site): Command<Purchase, Facts, Bought, null, HoldingAnswer> {
  return {
    name: 'invest/holdings',
    stored: storedHolding,
    readFacts: async (db, calls) => {
      const [call] = calls;
      if (call === undefined || calls.length > 1) throw new Error('a holding is bought by one call at a time');
      const { memberId, input } = call;
      await lockProject(db, input.projectId);
      const funds = memberAccount('funds', memberId, site.defaultWallet, site.currency.code);
      const { posted, held } = await readBalance(db, funds);
      return {
        project: await selectProject(db, input.projectId, { memberId, wallet: site.defaultWallet }),
        site: await selectSiteFacts(db, memberId, 'project'),
        available: money(posted - held),
        exclusion: await exclusionOf(db, memberId),
      };
    },
    decide: ({ memberId, input }, { project, site: facts, available, exclusion }) => {
      if (facts.frozen) return { answer: err({ key: 'ACCOUNT_FROZEN' }), kept: false };
      const excluded = refusedByExclusion(exclusion, facts.now, site.timeZone);
      if (excluded !== null) return { answer: err(excluded), kept: false };
      if (project === undefined) return { answer: err({ key: 'PROJECT_NOT_FOUND' }), kept: false };
      const planned = planPurchase(input, termsOf(project), {
        nowMs: facts.now,
        active: project.active,
        sold: project.sold,
        held: project.held,
        available,
        versions: versionsOf(project, facts),
      });
      if (!planned.ok) return { answer: err(refusalOf(planned.error, site)), kept: false };
      return {
        effect: {
          id: input.id,
          reference: input.reference,
          memberId,
          wallet: site.defaultWallet,
          currency: site.currency.code,
          projectId: project.id,
          version: project.version,
          agreement: facts.agreement,
          principal: input.amount,
          rollOver: input.rollOver,
          startsOn: facts.today,
        },
      };
    },
    write: async (db, effects) => {
      for (const effect of effects) await insertHolding(db, effect);
      return effects.map(() => null);
    },
    transfersOf: ({ id, memberId, wallet, currency, principal, startsOn }) => [
      {
        id: investTransferId('investment', id, startsOn),
        debit: memberAccount('funds', memberId, wallet, currency),
        credit: memberAccount('invested', memberId, wallet, currency),
        amount: principal,
        type: 'investment',
        phase: 'single',
        refType: 'holding',
        refId: id,
      },
    ],
    answer: async (db, done) => {
      const answers: HoldingAnswer[] = [];
      for (const { effect } of done) {
        const row = await selectHolding(db, effect.memberId, effect.id);
        if (row === undefined) throw new Error('the holding was not found again');
        answers.push(ok(holdingView(site, row, effect.startsOn)));
      }
      return answers;
    },
    newsOf: (_answer, { id }) => [{ type: 'holding', id }, { type: 'money' }],
  };
}
