/*
 * A session that expired under a member's hands. The screen they were on is kept in memory, hidden, with everything typed
 * on it; it is shown again to the same member only. Anyone else, or any other end of the session, drops it.
 */

import { currentAddress } from '../../lib/location.ts';
import { observable } from '@candor/api-client/observable';
import type { Address } from '../../lib/paths.ts';
import { onSessionEnd, session } from './session.ts';

export type Interruption = { address: Address; member: string };

export const interruption = observable<Interruption | null>(null);

/** True while the member is to be told, once per expiry, why they are asked to log in. */
export const expiryUntold = observable(false);

/** Counts members: whatever is keyed by it never passes from one to the next. */
export const memberRound = observable(0);

export function startInterruptions(): void {
  let member = session.state.get().name;
  session.state.subscribe(() => {
    const { name } = session.state.get();
    if (name !== '') member = name;
  });
  onSessionEnd((reason) => {
    expiryUntold.set(reason === 'expired');
    if (reason !== 'expired' || member === '') {
      dropInterruption();
      return;
    }
    // The round goes on: a new one would mount the screens afresh, and what was typed on them would be gone.
    wipeSecrets();
    interruption.set({ address: currentAddress(), member });
  });
  session.onBegin((username) => {
    expiryUntold.set(false);
    if (username === null || !isSameMember(username)) dropInterruption();
  });
}

/** Where this member was interrupted, or null. The screen is theirs again once they are back at its address. */
export function interruptedAddress(username: string): Address | null {
  return isSameMember(username) ? (interruption.get()?.address ?? null) : null;
}

export function dropInterruption(): void {
  memberRound.set(memberRound.get() + 1);
  interruption.set(null);
}

/** Account names are one whatever their case. */
function isSameMember(username: string): boolean {
  return interruption.get()?.member.toLowerCase() === username.trim().toLowerCase();
}

/** Secrets are not kept on a hidden screen: each field is emptied the way a person would, so that its form knows. */
function wipeSecrets(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>(
    'input[type="password"], input[autocomplete$="password"], input[autocomplete="one-time-code"]',
  )) {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, '');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}
