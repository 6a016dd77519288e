import { ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { ErrorKey } from '@candor/contract/error-keys';
import type { OperatorCall } from '../../../services/commands/run-commands.ts';

/** A refusal, with the field of the form that it belongs to. */
export interface ContentRefusal {
  readonly key: ErrorKey;
  readonly field?: string;
}

/** Only what was carried out is kept for a retry. */
export function storedContent<View>(schema: { parse: (json: unknown) => View }) {
  return {
    of: (answer: Result<View, ContentRefusal>) => (answer.ok ? answer.value : null),
    read: (json: unknown): Result<View, ContentRefusal> => ok(schema.parse(json)),
  };
}

export function onlyCall<Input>(calls: readonly OperatorCall<Input>[]): OperatorCall<Input> {
  const [call] = calls;
  if (call === undefined || calls.length > 1) throw new Error('operators write one text at a time');
  return call;
}

/** undefined: left out. */
export function msOf(moment: string | undefined): number | null {
  return moment === undefined ? null : Date.parse(moment);
}
