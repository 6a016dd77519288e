import { randomUUID } from 'node:crypto';
import { statementEntry } from '@candor/contract/console-statements';
import type { STATEMENT_CODES, STATEMENT_KINDS, StatementEntryView } from '@candor/contract/console-statements';
import type { ErrorKey } from '@candor/contract/error-keys';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Db } from '../../platform/db/pool.ts';
import type { Command, OperatorCall } from '../../services/commands/run-commands.ts';
import { onlyCall, storedAnswer } from '../../services/commands/site-command.ts';
import type { SiteRefusal } from '../../services/commands/site-command.ts';
import { insertMatches, isThingMatched, selectEntry, selectThing, takeTurn, undoMatch } from './statements-store.ts';
import type { EntryRow, NewMatch, ThingRow } from './statements-store.ts';

type EntryCommand<Input extends { readonly id: string }, Facts, Effect> = Command<
  Input,
  Facts,
  Effect,
  null,
  Result<StatementEntryView, SiteRefusal>,
  OperatorCall<Input>
>;

type View = (db: Db, id: string) => Promise<StatementEntryView>;

export interface MatchInput {
  readonly id: string;
  readonly kind: (typeof STATEMENT_KINDS)[number];
  readonly thing: string;
}

interface MatchFacts {
  readonly entry: EntryRow | undefined;
  readonly thing: ThingRow | undefined;
  readonly isTaken: boolean;
}

interface Made {
  readonly entryId: string;
  readonly match: NewMatch;
  readonly reference: string | null;
}

function refuse(key: ErrorKey) {
  return { answer: err({ key }), kept: false };
}

/** What the commands of one entry share: it is locked by the turn, and answered as it is then. */
function ofEntry(view: View) {
  return {
    stored: storedAnswer(statementEntry),
    answer: async (db: Db, done: readonly { readonly effect: { readonly entryId: string } }[]) =>
      await Promise.all(done.map(async ({ effect }) => ok(await view(db, effect.entryId)))),
  };
}

async function writeMatches(db: Db, effects: readonly Made[]): Promise<null[]> {
  await insertMatches(
    db,
    effects.map(({ match }) => match),
  );
  return effects.map(() => null);
}

/** An operator says which deposit, withdrawal or return an entry is. Their amounts are equal, and neither is matched. */
export function matchEntry(view: View): EntryCommand<MatchInput, MatchFacts, Made> {
  return {
    ...ofEntry(view),
    name: 'console/statements/match',
    readFacts: async (db, calls) => {
      const { id, kind, thing } = onlyCall(calls).input;
      await takeTurn(db);
      const entry = await selectEntry(db, id);
      return {
        entry,
        thing: entry === undefined ? undefined : await selectThing(db, entry.account, kind, thing),
        isTaken: await isThingMatched(db, kind, thing),
      };
    },
    decide: ({ input: { kind, thing: thingId }, operatorId }, { entry, thing, isTaken }) => {
      if (entry === undefined) return refuse('STATEMENT_ENTRY_NOT_FOUND');
      if (entry.matchId !== null || isTaken) return refuse('STATEMENT_MATCHED');
      if (thing === undefined || thing.amount !== entry.amount) return refuse('STATEMENT_UNEQUAL');
      return {
        effect: {
          entryId: entry.id,
          reference: thing.reference,
          match: { ...emptyMatch(entry, operatorId), kind, thingId },
        },
      };
    },
    write: writeMatches,
    auditOf: ({ match, entryId, reference }) => ({
      subjectType: 'statementMatch',
      subjectId: match.id,
      detail: { account: match.account, entry: entryId, kind: match.kind, reference },
    }),
  };
}

function emptyMatch(entry: EntryRow, operatorId: bigint) {
  return {
    id: randomUUID(),
    account: entry.account,
    thingId: null,
    code: null,
    note: null,
    operatorId,
    entryIds: [entry.id],
  };
}

export interface ExplainInput {
  readonly id: string;
  readonly code: (typeof STATEMENT_CODES)[number];
  readonly note: string | undefined;
}

/** An operator says what an entry is that belongs to no member. */
export function explainEntry(view: View): EntryCommand<ExplainInput, { entry: EntryRow | undefined }, Made> {
  return {
    ...ofEntry(view),
    name: 'console/statements/explain',
    readFacts: async (db, calls) => {
      await takeTurn(db);
      return { entry: await selectEntry(db, onlyCall(calls).input.id) };
    },
    decide: ({ input: { code, note }, operatorId }, { entry }) => {
      if (entry === undefined) return refuse('STATEMENT_ENTRY_NOT_FOUND');
      if (entry.matchId !== null) return refuse('STATEMENT_MATCHED');
      if (code === 'other' && note === undefined)
        return { answer: err({ key: 'NOTE_REQUIRED', field: 'note' }), kept: false };
      const match = { ...emptyMatch(entry, operatorId), kind: 'explained' as const, code, note: note ?? null };
      return { effect: { entryId: entry.id, reference: null, match } };
    },
    write: writeMatches,
    auditOf: ({ match, entryId }) => ({
      subjectType: 'statementMatch',
      subjectId: match.id,
      detail: { account: match.account, entry: entryId, code: match.code, note: match.note },
    }),
  };
}

interface Undone {
  readonly entryId: string;
  readonly account: string;
  readonly matchId: string;
  readonly operatorId: bigint;
}

/** Takes the match of an entry back, with all entries that were in it. It stays in the log, and in the table. */
export function undoEntry(view: View): EntryCommand<{ readonly id: string }, { entry: EntryRow | undefined }, Undone> {
  return {
    ...ofEntry(view),
    name: 'console/statements/undo',
    readFacts: async (db, calls) => {
      await takeTurn(db);
      return { entry: await selectEntry(db, onlyCall(calls).input.id) };
    },
    decide: ({ operatorId }, { entry }) => {
      if (entry === undefined) return refuse('STATEMENT_ENTRY_NOT_FOUND');
      const { id, account, matchId } = entry;
      return matchId === null ? refuse('STATEMENT_OPEN') : { effect: { entryId: id, account, matchId, operatorId } };
    },
    write: async (db, effects) => {
      for (const { matchId, operatorId } of effects) await undoMatch(db, matchId, operatorId);
      return effects.map(() => null);
    },
    auditOf: ({ matchId, entryId, account }) => ({
      subjectType: 'statementMatch',
      subjectId: matchId,
      detail: { account, entry: entryId },
    }),
  };
}
