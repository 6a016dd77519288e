/** What the routes of deposits and of withdrawals share. */
import { SUMMED_MAX } from '@candor/contract/cashier';
import { formatMoney, money } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Pool } from '../../platform/db/pool.ts';
import { Refused } from '../../platform/http/http-app.ts';
import type { HttpRequest } from '../../platform/http/http-app.ts';
import type { PublicAnswers } from '../../platform/http/public-answers.ts';
import { runCommand } from '../../services/commands/run-commands.ts';
import type { Command } from '../../services/commands/run-commands.ts';
import type { Files } from '../../services/files/files.ts';
import type { Images } from '../../services/files/images.ts';
import type { Fingerprints } from '../../services/idempotency/idempotency.ts';
import type { ReadVerification } from '../../services/verification/verification.ts';
import type { Passwords } from '../../services/secrets/passwords.ts';
import type { Secrets } from '../../services/secrets/secrets.ts';
import type { Sessions } from '../../services/sessions/sessions.ts';
import type { Site } from '../../services/site/site.ts';
import { refusedBy } from './cashier-refusal.ts';
import type { CashierRefusal } from './cashier-refusal.ts';
import type { Sums } from './deposit-store.ts';
import type { Result } from '@candor/domain/result';

export interface CashierDeps {
  /** For what members write. */
  pool: Pool;
  /** For what they read. */
  readPool: Pool;
  clock: Clock;
  site: Site;
  sessions: Sessions;
  fingerprints: Fingerprints;
  passwords: Passwords;
  answers: PublicAnswers;
  readVerification: ReadVerification;
  images: Images;
  privateFiles: Files;
  secrets: Pick<Secrets, 'seal'>;
}

/** Takes a change of a member from their limit. Returns who it is, and the key of the call. */
export type Change = (call: {
  readonly key: string;
  readonly request: HttpRequest;
}) => Promise<{ memberId: bigint; key: string }>;

export function sumsView({ count, credited }: Sums, paidIn: Currency) {
  return {
    count: Math.min(Number(count), SUMMED_MAX),
    credited: formatMoney(money(credited), paidIn),
    more: count > SUMMED_MAX,
  };
}

/** Runs one call and returns its answer. @throws Refused with the reason and its field */
export async function carryOut<Input, Facts, Effect, Written, Value>(
  pool: Pool,
  command: Command<Input, Facts, Effect, Written, Result<Value, CashierRefusal>>,
  call: Parameters<typeof runCommand<Input, Facts, Effect, Written, Result<Value, CashierRefusal>>>[2],
): Promise<Value> {
  const run = await runCommand(pool, command, call);
  if (!run.ok) throw new Refused(run.error);
  if (!run.value.ok) throw refusedBy(run.value.error);
  return run.value.value;
}
