import { removeKept } from '../../lib/kept-store.ts';

/** The storage key of the keys that this device saw first. */
export const KEYS_KEY = 'proof:keys';

/** Called only after the member saw that the keys were replaced and dismissed the alarm. */
export async function forgetKeys(): Promise<void> {
  await removeKept(KEYS_KEY);
}
