import { dayReportView as reportSchema } from '@candor/contract/console-days';
import type { DayReportView } from '@candor/contract/console-days';
import type { ErrorKey } from '@candor/contract/error-keys';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Db } from '../../platform/db/pool.ts';
import type { Command, OperatorCall } from '../../services/commands/run-commands.ts';
import { onlyCall, storedAnswer } from '../../services/commands/site-command.ts';
import type { SiteRefusal } from '../../services/commands/site-command.ts';
import { insertSignature, lockDay, selectReport, selectSignatures } from './day-store.ts';
import type { DayReportRow, SignatureRow } from './day-store.ts';
import { SIGNATURES } from './day-view.ts';

export interface SignInput {
  readonly date: string;
  /** Of the report that the operator read, as hex. */
  readonly hash: string;
}

interface Facts {
  readonly report: DayReportRow | undefined;
  readonly signatures: readonly SignatureRow[];
}

interface Signature {
  readonly date: string;
  readonly hash: string;
  readonly operatorId: bigint;
  /** Which signature of the date it is, from 1. */
  readonly number: number;
}

/** An operator signs the report of a business date; the second one closes the date. The hash stands in the chain of the audit. */
export function signDay(
  view: (db: Db, date: string) => Promise<DayReportView>,
): Command<SignInput, Facts, Signature, null, Result<DayReportView, SiteRefusal>, OperatorCall<SignInput>> {
  return {
    name: 'console/days/sign',
    stored: storedAnswer(reportSchema),
    readFacts: async (db, calls) => {
      const { date } = onlyCall(calls).input;
      await lockDay(db, date);
      return { report: await selectReport(db, date), signatures: await selectSignatures(db, [date]) };
    },
    decide: ({ input: { date, hash }, operatorId }, { report, signatures }) => {
      const refuse = (key: ErrorKey) => ({ answer: err({ key }), kept: false });
      if (report?.isKnown !== true) return refuse('DAY_NOT_FOUND');
      if (!report.isBooked) return refuse('DAY_OPEN');
      if (signatures.length >= SIGNATURES) return refuse('DAY_CLOSED');
      if (signatures.some((signature) => signature.operatorId === operatorId)) return refuse('DAY_SIGNED');
      if (report.hash.toString('hex') !== hash) return refuse('DAY_CHANGED');
      return { effect: { date, hash, operatorId, number: signatures.length + 1 } };
    },
    write: async (db, effects) => {
      for (const { date, hash, operatorId } of effects)
        await insertSignature(db, { date, operatorId, hash: Buffer.from(hash, 'hex') });
      return effects.map(() => null);
    },
    answer: async (db, done) => await Promise.all(done.map(async ({ effect }) => ok(await view(db, effect.date)))),
    auditOf: ({ date, hash, number }) => ({
      subjectType: 'businessDay',
      subjectId: date,
      detail: { hash, signature: number, ...(number === SIGNATURES ? { to: 'closed' } : {}) },
    }),
  };
}
