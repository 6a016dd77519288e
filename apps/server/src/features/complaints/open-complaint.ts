import { COMPLAINTS_OPEN_MAX, complaintView } from '@candor/contract/complaints';
import type { ComplaintView } from '@candor/contract/complaints';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Command } from '../../services/commands/run-commands.ts';
import type { Site } from '../../services/site/site.ts';
import { countOpenOf, insertComplaint, selectOwnThings, wrongName } from './complaint-store.ts';
import type { NewComplaint, NotNamed } from './complaint-store.ts';
import { readView } from './complaint-view.ts';

type Input = Omit<NewComplaint, 'memberId'>;
export type Opened = Result<ComplaintView, 'COMPLAINTS_OPEN' | NotNamed>;

interface Facts {
  /** What each member named and has. */
  readonly own: ReadonlyMap<bigint, ReadonlySet<string>>;
  readonly open: Map<bigint, number>;
}

/** Writes a member's complaint. Its number, its clock and its first step are the database's. */
export function openComplaint({
  site,
  clock,
}: {
  site: Pick<Site, 'timeZone'>;
  clock: Clock;
}): Command<Input, Facts, NewComplaint, bigint, Opened> {
  return {
    name: 'support/complaints',
    stored: {
      of: (answer) => (answer.ok ? answer.value : null),
      read: (json) => ok(complaintView.parse(json)),
    },
    readFacts: async (db, calls) => {
      const things = await selectOwnThings(
        db,
        calls.map(({ memberId, input: { about, messageId } }) => ({ memberId, about, messageId })),
      );
      const counts = await countOpenOf(
        db,
        calls.map(({ memberId }) => memberId),
      );
      return {
        own: new Map(
          Map.groupBy(things, ({ memberId }) => memberId)
            .entries()
            .map(([memberId, found]) => [memberId, new Set(found.map(({ thing }) => thing))]),
        ),
        open: new Map(counts.map(({ memberId, open }) => [memberId, Number(open)])),
      };
    },
    decide: ({ memberId, input }, { own, open }) => {
      const isFull = (open.get(memberId) ?? 0) >= COMPLAINTS_OPEN_MAX;
      const refusal = wrongName(input, own.get(memberId) ?? new Set()) ?? (isFull ? 'COMPLAINTS_OPEN' : null);
      return refusal === null ? { effect: { ...input, memberId } } : { answer: err(refusal), kept: false };
    },
    apply: ({ open }, { memberId }) => {
      open.set(memberId, (open.get(memberId) ?? 0) + 1);
    },
    write: async (db, effects) => {
      const ids: bigint[] = [];
      for (const effect of effects) ids.push(await insertComplaint(db, effect));
      return ids;
    },
    answer: async (db, done) => {
      const answers: Opened[] = [];
      for (const { written } of done)
        answers.push(ok(await readView(db, written, { timeZone: site.timeZone, nowMs: clock.now() })));
      return answers;
    },
    newsOf: () => [{ type: 'support' }],
  };
}
