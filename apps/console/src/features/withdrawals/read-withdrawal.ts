import { readOperatorWithdrawal } from '@candor/contract/calls/console/cashier';
import type { OperatorWithdrawal } from '@candor/contract/console-cashier';
import { call } from '../../services/api/request.ts';

/** One withdrawal with the card in full and the balance. Every reading is in the audit log, so it is never repeated by itself. */
export async function readWithdrawal(id: string, signal: AbortSignal): Promise<OperatorWithdrawal> {
  return await call(readOperatorWithdrawal, { params: { id }, signal });
}
