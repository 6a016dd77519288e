import { COMPLAINT_REPLIES_MAX, complaintView } from '@candor/contract/complaints';
import type { ComplaintView } from '@candor/contract/complaints';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Command } from '../../services/commands/run-commands.ts';
import type { Site } from '../../services/site/site.ts';
import { insertOwnStep, selectOwnStates } from './complaint-store.ts';
import { readView } from './complaint-view.ts';

interface Input {
  readonly id: bigint;
  /** Undefined: the member takes the complaint back. */
  readonly text: string | undefined;
}
export type Followed = Result<ComplaintView, 'COMPLAINT_ENDED' | 'COMPLAINT_FULL' | 'COMPLAINT_NOT_FOUND'>;

/** Whose complaints they are, which of them ended, and how often their member wrote. */
type Facts = ReadonlyMap<bigint, { readonly memberId: bigint; readonly isEnded: boolean; readonly replies: bigint }>;

/** A member adds words to their own open complaint, or takes it back. */
export function followComplaint(
  { site, clock }: { site: Pick<Site, 'timeZone'>; clock: Clock },
  name: 'support/complaints/reply' | 'support/complaints/withdraw',
): Command<Input, Facts, Input, bigint, Followed> {
  return {
    name,
    stored: {
      of: (answer) => (answer.ok ? answer.value : null),
      read: (json) => ok(complaintView.parse(json)),
    },
    readFacts: async (db, calls) => {
      const states = await selectOwnStates(
        db,
        calls.map(({ input: { id } }) => id),
      );
      return new Map(states.map(({ id, ...state }) => [id, state]));
    },
    decide: ({ memberId, input }, states) => {
      const state = states.get(input.id);
      if (state?.memberId !== memberId) return { answer: err('COMPLAINT_NOT_FOUND'), kept: false };
      if (state.isEnded) return { answer: err('COMPLAINT_ENDED'), kept: false };
      if (input.text !== undefined && state.replies >= COMPLAINT_REPLIES_MAX)
        return { answer: err('COMPLAINT_FULL'), kept: false };
      return { effect: input };
    },
    write: async (db, effects) => {
      for (const { id, text } of effects)
        await insertOwnStep(db, { id, kind: text === undefined ? 'withdrawn' : 'replied', text });
      return effects.map(({ id }) => id);
    },
    answer: async (db, done) => {
      const answers: Followed[] = [];
      for (const { written } of done)
        answers.push(ok(await readView(db, written, { timeZone: site.timeZone, nowMs: clock.now() })));
      return answers;
    },
    newsOf: () => [{ type: 'support' }],
  };
}
