/*
 * A session that expired while the member was working. The member's screen is kept in memory, hidden, with everything
 * typed on it; it is shown again to the same member only. If anyone else signs in, or the session ends another way, it
 * is dropped.
 */

import { currentAddress } from '../../lib/location.ts';
import { observable } from '@candor/api-client/observable';
import type { ApiError } from '@candor/api-client/api-error';
import type { EndReason } from '@candor/api-client/session';
import type { Address } from '../../lib/paths.ts';
import { forgetReturn, keepReturn } from './return-path.ts';
import { onSessionEnd, session } from './session.ts';

export type Interruption = { address: Address; member: string };

export const interruption = observable<Interruption | null>(null);

/** Why the member must log in again, while the app still has to explain it once. */
export type Expiry = Extract<EndReason, 'expired' | 'no-device-key'>;
export const expiryUntold = observable<Expiry | null>(null);

/** What the server said when it froze the account, until the member has read it. Their screens and what they typed are gone. */
export const freezeUntold = observable<ApiError | null>(null);

/** Counts members: state keyed by it never passes from one member to the next. */
export const memberRound = observable(0);

export function startInterruptions(): void {
  let member = session.state.get().name;
  session.state.subscribe(() => {
    const { name } = session.state.get();
    if (name !== '') member = name;
  });
  onSessionEnd((reason) => {
    const expiry = reason === 'expired' || reason === 'no-device-key' ? reason : null;
    expiryUntold.set(expiry);
    if (expiry === null || member === '') {
      forgetReturn(currentAddress());
      dropInterruption();
      return;
    }
    // In case the page is loaded again before the member is back.
    keepReturn(currentAddress(), member);
    // The round stays the same: a new one would mount the screens again, and the text typed on them would be lost.
    // The screens know of it before a field is emptied: at that event React renders, and would drop the screen and its
    // address.
    interruption.set({ address: currentAddress(), member });
    wipeSecrets();
  });
  session.onBegin((username) => {
    expiryUntold.set(null);
    freezeUntold.set(null);
    if (username === null || !isSameMember(username)) dropInterruption();
  });
}

/** Where this member was interrupted, or null. The screen belongs to them again when they are back at its address. */
export function interruptedAddress(username: string): Address | null {
  return isSameMember(username) ? (interruption.get()?.address ?? null) : null;
}

export function dropInterruption(): void {
  memberRound.set(memberRound.get() + 1);
  interruption.set(null);
}

/** Account names ignore upper and lower case. */
function isSameMember(username: string): boolean {
  return interruption.get()?.member.toLowerCase() === username.trim().toLowerCase();
}

/** Secrets are not kept on a hidden screen: each field is emptied as a person would do it, so that its form notices. */
function wipeSecrets(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>(
    'input[type="password"], input[autocomplete$="password"], input[autocomplete="one-time-code"]',
  )) {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, '');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}
