/*
 * Sensitive calls ask the member to confirm that it is them. All calls that wait share one question; the sheet in the app
 * shows it (services/confirm).
 */

import type { ApiError } from '@candor/api-client/api-error';
import { observable } from '@candor/api-client/observable';
import { parseMethods } from '@candor/contract/factor-methods';
import type { FactorMethod } from '@candor/contract/factor-methods';

export type Question = { methods: readonly FactorMethod[]; answer: (confirmed: boolean) => void };

/** What the sheet asks now. */
export const question = observable<Question | null>(null);

let asked: Promise<boolean> | null = null;

/** True once the member has confirmed; false when they would rather not. */
export async function askConfirmation(refusal: ApiError): Promise<boolean> {
  asked ??= new Promise<boolean>((resolve) => {
    const answer = (confirmed: boolean) => {
      asked = null;
      question.set(null);
      resolve(confirmed);
    };
    question.set({ methods: parseMethods(refusal.params['methods']), answer });
  });
  return await asked;
}
