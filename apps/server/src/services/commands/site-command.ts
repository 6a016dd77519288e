import { ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Pool } from '../../platform/db/pool.ts';
import { Refused } from '../../platform/http/http-app.ts';
import type { HttpRequest } from '../../platform/http/http-app.ts';
import type { Fingerprints } from '../idempotency/idempotency.ts';
import type { Operators } from '../operators/operators.ts';
import { runOperatorCommand } from './run-commands.ts';
import type { Command, OperatorCall } from './run-commands.ts';

/* Commands of an operator that concern no member: what the site says, and what its books say. */

/** A refusal by its error key, with the field of the form that it belongs to. */
export interface SiteRefusal {
  readonly key: string;
  readonly field?: string;
}

/** Only what was carried out is kept for a retry. */
export function storedAnswer<View>(schema: { parse: (json: unknown) => View }) {
  return {
    of: (answer: Result<View, SiteRefusal>) => (answer.ok ? answer.value : null),
    read: (json: unknown): Result<View, SiteRefusal> => ok(schema.parse(json)),
  };
}

export function onlyCall<Input>(calls: readonly OperatorCall<Input>[]): OperatorCall<Input> {
  const [call] = calls;
  if (call === undefined || calls.length > 1) throw new Error('operators write one thing at a time');
  return call;
}

interface RunnerDeps {
  readonly pool: Pool;
  readonly operators: Pick<Operators, 'operatorOf'>;
  readonly fingerprints: Fingerprints;
}

/** Runs a command for the operator who calls: their own calls come one after the other. @throws Refused */
export function siteRunner({ pool, operators, fingerprints }: RunnerDeps) {
  return async <Input, Facts, Effect, View>(
    { key, request }: { readonly key: string; readonly request: HttpRequest },
    command: Command<Input, Facts, Effect, null, Result<View, SiteRefusal>, OperatorCall<Input>>,
    input: Input,
  ): Promise<View> => {
    const { operatorId, session } = operators.operatorOf(request);
    // The path names what is changed; a new one gets another id with each try.
    const fingerprint = fingerprints.of({ path: request.url, body: request.body });
    const done = await runOperatorCommand(pool, command, { operatorId, session, key, fingerprint, input });
    if (!done.ok) throw new Refused(done.error);
    if (done.value.ok) return done.value.value;
    const { key: refusal, field } = done.value.error;
    throw new Refused(refusal, field === undefined ? {} : { fields: { [field]: refusal } });
  };
}
