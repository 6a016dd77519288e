import { isOutcomeUnknown } from '@candor/api-client/api-error';
import type { Schema } from '@candor/api-client/api';
import { api } from '../api/request.ts';

/**
 * Sends an act. When its answer is lost, the same call asks again under the same key: the server then either answers what it
 * did, or does it now, once. A second lost answer is an error.
 */
export async function sendAct<Row>(path: string, body: object, schema: Schema<Row>, key: string): Promise<Row> {
  const send = async () => await api.post(path, body, schema, { idempotencyKey: key });
  try {
    return await send();
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error;
    return await send();
  }
}
