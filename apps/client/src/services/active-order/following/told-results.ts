import { createAccountChoice } from '../../session/account-choice.ts';

/** Up to which moment this device told a member every result, epoch ms by the server's clock. */
const choice = createAccountChoice('results-told', (kept) =>
  typeof kept === 'number' && Number.isSafeInteger(kept) ? kept : 0,
);

/** 0 before the member's first visit on this device, null until it is read. */
export const useToldUntil = choice.useChoice;

/** The moment never goes back. */
export function tellUntil(ms: number): void {
  choice.change((now) => Math.max(now, ms));
}
