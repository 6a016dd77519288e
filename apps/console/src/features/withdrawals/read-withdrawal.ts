import { deskWithdrawal } from '@candor/contract/desk';
import type { DeskWithdrawal } from '@candor/contract/desk';
import { PATHS } from '@candor/contract/routes';
import { api } from '../../services/api/request.ts';

/** One withdrawal with the card in full and the balance. Every reading is in the audit log, so it is never repeated by itself. */
export async function readWithdrawal(id: string, signal: AbortSignal): Promise<DeskWithdrawal> {
  return await api.get(PATHS.deskWithdrawal(id), deskWithdrawal, { signal });
}
