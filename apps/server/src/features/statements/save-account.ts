import { statementAccount } from '@candor/contract/console-statements';
import type { StatementAccount, StatementAccountBody } from '@candor/contract/console-statements';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Command, OperatorCall } from '../../services/commands/run-commands.ts';
import { onlyCall, storedAnswer } from '../../services/commands/site-command.ts';
import type { SiteRefusal } from '../../services/commands/site-command.ts';
import { selectAccounts, selectChannels, upsertAccount } from './accounts-store.ts';
import { takeTurn } from './statements-store.ts';
import type { AccountFiguresRow, AccountRow } from './accounts-store.ts';
import { accountView } from './statements-view.ts';

export interface SaveInput extends StatementAccountBody {
  readonly code: string;
}

interface Facts {
  readonly accounts: readonly AccountFiguresRow[];
  readonly channels: Awaited<ReturnType<typeof selectChannels>>;
}

interface Effect {
  readonly account: AccountRow;
  readonly operatorId: bigint;
}

/** Describes an account. Its channels are of no other, and of its currency; what it counts in never changes. */
export function saveAccount(site: {
  readonly currency: { readonly code: string; readonly decimals: number };
}): Command<SaveInput, Facts, Effect, null, Result<StatementAccount, SiteRefusal>, OperatorCall<SaveInput>> {
  return {
    name: 'console/statements/account',
    stored: storedAnswer(statementAccount),
    readFacts: async (db, calls) => {
      onlyCall(calls);
      await takeTurn(db);
      return { accounts: await selectAccounts(db), channels: await selectChannels(db) };
    },
    decide: ({ input, operatorId }, { accounts, channels }) => {
      const problem = accountProblem(input, accounts, channels, site.currency);
      if (problem !== null) return { answer: err(problem), kept: false };
      const { code, name, number = '', currency, decimals, paysOut, columns } = input;
      const given = columns === null ? null : Object.fromEntries(Object.entries(columns).filter(isGiven));
      const account = { code, name, number, currency, decimals, channels: input.channels, paysOut, columns: given };
      return { effect: { account, operatorId } };
    },
    write: async (db, effects) => {
      for (const { account, operatorId } of effects) await upsertAccount(db, { ...account, operatorId });
      return effects.map(() => null);
    },
    answer: async (db, done) =>
      await Promise.all(
        done.map(async ({ effect }) => {
          const [row] = await selectAccounts(db, effect.account.code);
          if (row === undefined) throw new Error('an account that was saved is gone');
          return ok(accountView(row));
        }),
      ),
    auditOf: ({ account }) => ({
      subjectType: 'statementAccount',
      subjectId: account.code,
      detail: {
        name: account.name,
        number: account.number,
        currency: account.currency,
        channels: account.channels.join(' '),
        paysOut: account.paysOut,
      },
    }),
  };
}

function isGiven(entry: [string, string | undefined]): entry is [string, string] {
  return entry[1] !== undefined;
}

function accountProblem(
  input: SaveInput,
  accounts: Facts['accounts'],
  channels: Facts['channels'],
  currency: { readonly code: string; readonly decimals: number },
): SiteRefusal | null {
  const refused = { key: 'STATEMENT_CHANNELS', field: 'channels' };
  const own = accounts.find(({ code }) => code === input.code);
  const taken = accounts.filter(({ code }) => code !== input.code).flatMap((other) => other.channels);
  const fits = (code: string): boolean =>
    channels.some(
      (channel) => channel.code === code && channel.currency === input.currency && channel.decimals === input.decimals,
    );
  if (input.channels.some((code) => taken.includes(code) || !fits(code))) return refused;
  if (own !== undefined && (own.currency !== input.currency || own.decimals !== input.decimals))
    return { key: 'STATEMENT_CHANNELS', field: 'currency' };
  if (input.currency === currency.code && input.decimals !== currency.decimals)
    return { key: 'STATEMENT_CHANNELS', field: 'currency' };
  if (input.paysOut && input.currency !== currency.code) return { key: 'STATEMENT_CHANNELS', field: 'paysOut' };
  const { columns } = input;
  const isWhole = columns === null || columns.amount !== undefined || (columns.debit ?? columns.credit) !== undefined;
  return isWhole ? null : { key: 'STATEMENT_COLUMNS', field: 'columns' };
}
