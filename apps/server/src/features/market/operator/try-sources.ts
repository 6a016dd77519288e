import { sourceTrialView } from '@candor/contract/console-source-trials';
import type { SourceTrialBody, SourceTrialView } from '@candor/contract/console-source-trials';
import type { Listing } from '@candor/contract/market';
import { listingText, SYMBOL_FORMS } from '@candor/domain/market/product-draft';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import { uuidV7 } from '../../../platform/ids/ids.ts';
import type { Command, OperatorCall } from '../../../services/commands/run-commands.ts';
import { takeTurn } from '../../../services/proposals/proposal-store.ts';
import { hasTriedOften, insertTrial, isTrying, selectTrial } from '../trials/trial-store.ts';
import type { NewTrial, TrialRow } from '../trials/trial-store.ts';

export type TrialRefusal = 'PRODUCT_BOUNDS' | 'SOURCE_TRIAL_OPEN' | 'SOURCE_TRIALS_MANY';

interface TrialFacts {
  readonly isTrying: boolean;
  readonly isOften: boolean;
}

/** As the database has it: an exchange bans an address that asks too often. */
const TRIALS_A_MINUTE = 10;

/** An operator has exchanges asked. The process that has the way to them answers. */
export function tryCommand(): Command<
  SourceTrialBody,
  TrialFacts,
  NewTrial,
  Pick<NewTrial, 'id' | 'operatorId'>,
  Result<SourceTrialView, TrialRefusal>,
  OperatorCall<SourceTrialBody>
> {
  return {
    name: 'console/source-trials/try',
    stored: {
      of: (answer) => (answer.ok ? answer.value : null),
      read: (json) => ok(sourceTrialView.parse(json)),
    },
    readFacts: async (db, calls) => {
      await takeTurn(db, 'source-trials');
      const { operatorId } = onlyOne(calls);
      return { isTrying: await isTrying(db, operatorId), isOften: await hasTriedOften(db, TRIALS_A_MINUTE) };
    },
    decide: ({ operatorId, input: { category, sources } }, facts) => {
      const asked = Object.entries(sources).flatMap(([exchange, symbol]) =>
        symbol === undefined ? [] : [[exchange, symbol] as const],
      );
      const isGood = asked.every(([exchange, symbol]) => SYMBOL_FORMS[exchange]?.test(symbol) === true);
      if (asked.length === 0 || !isGood) return { answer: err('PRODUCT_BOUNDS'), kept: false };
      if (facts.isTrying) return { answer: err('SOURCE_TRIAL_OPEN'), kept: false };
      if (facts.isOften) return { answer: err('SOURCE_TRIALS_MANY'), kept: false };
      const listing: Listing = Object.fromEntries(asked);
      return { effect: { id: uuidV7(), operatorId, category, sources: listing } };
    },
    write: async (db, effects) => {
      const trial = onlyOne(effects);
      await insertTrial(db, trial);
      return [trial];
    },
    answer: async (db, done) => {
      const { id, operatorId } = onlyOne(done).written;
      const row = await selectTrial(db, id, operatorId);
      if (row === undefined) throw new Error('the trial was not found again');
      return [ok(trialView(row))];
    },
    auditOf: ({ id, sources }) => ({
      subjectType: 'sourceTrial',
      subjectId: id,
      detail: { sources: listingText(sources) },
    }),
  };
}

/** In the order of the contract. */
export function trialView({ id, category, sources, createdAt, answers }: TrialRow): SourceTrialView {
  return { id, category, sources, createdAt: new Date(createdAt).toISOString(), answers };
}

function onlyOne<T>(list: readonly T[]): T {
  const [one] = list;
  if (one === undefined || list.length > 1) throw new Error('an operator tries sources one trial at a time');
  return one;
}
