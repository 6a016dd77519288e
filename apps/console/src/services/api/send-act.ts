import { isOutcomeUnknown } from '@candor/api-client/api-error';
import type { CallArguments, CallInput } from '@candor/api-client/call';
import type { AnswerOf, Operation } from '@candor/contract/operation';
import { call } from './request.ts';

/**
 * Sends an act of an operator. When its answer is lost, the same call asks again under the same key: the server then either
 * answers what it did, or does it now, once. A second lost answer is an error.
 */
export async function sendAct<O extends Operation>(
  operation: O,
  given: NoInfer<CallInput<O>>,
  key: string,
): Promise<AnswerOf<O>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the call's input, with the key of the act
  const input = [{ ...given, idempotencyKey: key }] as unknown as CallArguments<O>;
  const send = async () => await call(operation, ...input);
  try {
    return await send();
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error;
    return await send();
  }
}
