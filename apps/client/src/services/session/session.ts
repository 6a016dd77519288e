/*
 * The member's session in this app: where it is kept, and how screens follow it. Its rules are in packages/api-client.
 */

import { useSyncExternalStore } from 'react';
import { createSession } from '@candor/api-client/session';
import type { Session } from '@candor/api-client/session';
import { STORAGE_KEYS } from './storage-keys.ts';

export const session = createSession(STORAGE_KEYS);

export const { token: currentToken, begin: beginSession, end: endSession, onEnd: onSessionEnd } = session;

/** A part of the session; the component renders again when that part changes. */
export function useSession<T>(part: (session: Session) => T): T {
  return useSyncExternalStore(session.state.subscribe, () => part(session.state.get()));
}
