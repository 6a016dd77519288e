/*
 * Who writes to customer service: a member by their session, or a visitor by a secret of this device. The secret is made
 * here when the first message is sent, and is all that opens the conversation.
 */

import { createContext, use } from 'react';
import { VISITOR_HEADER, VISITOR_TOKEN } from '@candor/contract/support';
import type { RequestOptions } from '@candor/api-client/call';
import { observable } from '@candor/api-client/observable';
import { readStored, writeStored } from '@candor/api-client/safe-storage';
import { useObservable } from '../../lib/observable.ts';
import { VISITOR_CHAT_KEY } from '../../services/session/storage-keys.ts';

export type Channel = 'member' | 'visitor';

const ChannelContext = createContext<Channel>('member');
export const ChannelProvider = ChannelContext.Provider;

export function useChannel(): Channel {
  return use(ChannelContext);
}

const SECRET_BYTES = 32;

const secret = observable<string | null>(storedSecret());

function storedSecret(): string | null {
  const stored = readStored(VISITOR_CHAT_KEY);
  return stored !== null && VISITOR_TOKEN.test(stored) ? stored : null;
}

/** Null until this device has written its first message. */
export function useVisitorSecret(): string | null {
  return useObservable(secret);
}

/** The secret that is stored now; null if there is none. */
export function knownVisitorSecret(): string | null {
  return secret.get();
}

/** Stored before it is used: if the answer is lost, the same conversation is found again. */
export function visitorSecret(): string {
  const known = secret.get();
  if (known !== null) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  const made = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  writeStored(VISITOR_CHAT_KEY, made);
  secret.set(made);
  return made;
}

/** Leaves the conversation: nobody on this device can open it again. */
export function forgetVisitor(): void {
  writeStored(VISITOR_CHAT_KEY, null);
  secret.set(null);
}

/** What a call of a visitor carries. It never carries a session. */
export function visitorOptions(): Pick<RequestOptions, 'headers' | 'isToken'> {
  return { headers: { [VISITOR_HEADER]: visitorSecret() }, isToken: false };
}
