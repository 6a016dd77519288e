/*
 * The session of the member, and nothing else. Kept in local storage under the names of the specification, followed in
 * every tab by the storage event. Logging out is local: it clears what this device knows, and calls no server.
 */

import { parseEnvelope } from '@candor/contract/envelope';
import { PATHS } from '@candor/contract/routes';
import { create } from 'zustand';
import { getEnvelope, plugSession } from '../api/request.ts';
import { readProfile } from './read-profile.ts';
import { STORAGE_KEYS, clearStored, readStored, readStoredList, writeStored } from './storage-keys.ts';

export type Session = {
  token: string | null;
  name: string;
  avatar: string;
  roles: string[];
  permissions: string[];
  /** True until the important notices of this session were shown. */
  showNotic: boolean;
};

export type EndReason = 'logout' | 'expired' | 'no-session-key' | 'other-tab';

const SIGNED_OUT: Session = { token: null, name: '', avatar: '', roles: [], permissions: [], showNotic: false };

export const useSession = create<Session>(() => storedSession());

type EndListener = (reason: EndReason) => void;
const endListeners = new Set<EndListener>();

/** Called when the session ends, in this tab or another: wipe what belongs to the member. */
export function onSessionEnd(listener: EndListener): () => void {
  endListeners.add(listener);
  return () => {
    endListeners.delete(listener);
  };
}

type BeginListener = (username: string | null) => void;
const beginListeners = new Set<BeginListener>();

/** Called just before a session begins here; `username` is null where another tab logged in. */
export function onSessionBegin(listener: BeginListener): () => void {
  beginListeners.add(listener);
  return () => {
    beginListeners.delete(listener);
  };
}

export function currentToken(): string | null {
  return useSession.getState().token;
}

/** Takes the token that login or registration gave to `username`. */
export function beginSession(token: string, username: string): void {
  for (const listener of beginListeners) listener(username);
  writeStored(STORAGE_KEYS.token, token);
  writeStored(STORAGE_KEYS.showNotic, 'true');
  useSession.setState({ ...SIGNED_OUT, token, showNotic: true });
}

/** Clears token, roles, permissions and all local storage, here and, through the storage event, in every tab. */
export function endSession(reason: EndReason): void {
  if (currentToken() === null) return;
  clearStored();
  useSession.setState(SIGNED_OUT);
  for (const listener of endListeners) listener(reason);
}

/** Reads the profile of the present token. Without a session key the session ends; a network failure changes nothing. */
export async function loadProfile(): Promise<void> {
  const token = currentToken();
  if (token === null) return;
  const envelope = await getEnvelope(PATHS.userInfo, { parse: parseEnvelope });
  if (currentToken() !== token || envelope === null) return;
  const profile = readProfile(envelope);
  if (profile === null) {
    endSession('no-session-key');
    return;
  }
  const { name, avatar, roles, permissions } = profile;
  useSession.setState({ name, avatar, roles, permissions });
  writeStored(STORAGE_KEYS.name, name);
  writeStored(STORAGE_KEYS.avatar, avatar);
  writeStored(STORAGE_KEYS.roles, JSON.stringify(roles));
  writeStored(STORAGE_KEYS.permissions, JSON.stringify(permissions));
  writeStored(STORAGE_KEYS.userInfo, JSON.stringify({ name, avatar }));
}

/** Stores the site's code and the address's domain; an unbound site drops what an earlier binding left. */
export function storeBinding(boundDomain: string | null, addressDomain: string | null): void {
  writeStored(STORAGE_KEYS.backDomain, boundDomain);
  writeStored(STORAGE_KEYS.domain, addressDomain);
}

export function storedBackDomain(): string | null {
  return readStored(STORAGE_KEYS.backDomain) || null;
}

/** Ties the session to the request layer and to the other tabs. Once, at startup. */
export function startSession(): void {
  plugSession({ token: currentToken, onSessionLost: () => endSession('expired') });
  window.addEventListener('storage', (event) => {
    // A cleared storage has no key; both mean that another tab logged out or in.
    if (event.key !== null && event.key !== STORAGE_KEYS.token) return;
    const token = readStored(STORAGE_KEYS.token);
    if (token === currentToken()) return;
    if (currentToken() !== null) endOfOtherTab();
    if (token !== null) {
      for (const listener of beginListeners) listener(null);
      useSession.setState(storedSession());
      void loadProfile().catch(() => undefined);
    }
  });
}

/** The other tab has cleared the storage already; clearing it again would take away what it stored since. */
function endOfOtherTab(): void {
  useSession.setState(SIGNED_OUT);
  for (const listener of endListeners) listener('other-tab');
}

function storedSession(): Session {
  return {
    token: readStored(STORAGE_KEYS.token) || null,
    name: readStored(STORAGE_KEYS.name) ?? '',
    avatar: readStored(STORAGE_KEYS.avatar) ?? '',
    roles: readStoredList(STORAGE_KEYS.roles),
    permissions: readStoredList(STORAGE_KEYS.permissions),
    showNotic: readStored(STORAGE_KEYS.showNotic) === 'true',
  };
}
