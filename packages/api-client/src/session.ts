/*
 * The session of one member in one app: kept in local storage under names that the app gives, and followed in every tab
 * by the storage event. Logging out is local: it clears what this device knows, and calls no server.
 */

import { observable } from './observable.ts';
import type { Observable } from './observable.ts';
import type { Profile } from './read-profile.ts';
import { clearStored, readStored, readStoredList, writeStored } from './safe-storage.ts';

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

/** The name in local storage of each part of the session. */
export type SessionNames = Readonly<Record<keyof Session | 'userInfo', string>>;

type EndListener = (reason: EndReason) => void;
type BeginListener = (username: string | null) => void;

export type SessionStore = {
  state: Observable<Session>;
  token: () => string | null;
  /** Takes the token that login or registration gave to `username`. */
  begin: (token: string, username: string) => void;
  /** Clears token, roles, permissions and all local storage, here and, through the storage event, in every tab. */
  end: (reason: EndReason) => void;
  /** Called when the session ends, in this tab or another: wipe what belongs to the member. */
  onEnd: (listener: EndListener) => () => void;
  /** Called just before a session begins here; `username` is null where another tab logged in. */
  onBegin: (listener: BeginListener) => () => void;
  /** Takes what the server says of the present member. */
  takeProfile: (profile: Profile) => void;
  /**
   * Follows the other tabs. Once, at startup.
   * @param onTokenOfOtherTab the profile belongs to another token now
   */
  followTabs: (onTokenOfOtherTab: () => void) => void;
};

const SIGNED_OUT: Session = { token: null, name: '', avatar: '', roles: [], permissions: [], showNotic: false };

export function createSession(names: SessionNames): SessionStore {
  const state = observable<Session>(storedSession(names));
  const endListeners = new Set<EndListener>();
  const beginListeners = new Set<BeginListener>();

  function token(): string | null {
    return state.get().token;
  }

  function ended(reason: EndReason): void {
    state.set(SIGNED_OUT);
    for (const listener of endListeners) listener(reason);
  }

  return {
    state,
    token,
    begin(fresh, username) {
      for (const listener of beginListeners) listener(username);
      writeStored(names.token, fresh);
      writeStored(names.showNotic, 'true');
      state.set({ ...SIGNED_OUT, token: fresh, showNotic: true });
    },
    end(reason) {
      if (token() === null) return;
      clearStored();
      ended(reason);
    },
    onEnd: (listener) => added(endListeners, listener),
    onBegin: (listener) => added(beginListeners, listener),
    takeProfile({ name, avatar, roles, permissions }) {
      state.set({ ...state.get(), name, avatar, roles, permissions });
      writeStored(names.name, name);
      writeStored(names.avatar, avatar);
      writeStored(names.roles, JSON.stringify(roles));
      writeStored(names.permissions, JSON.stringify(permissions));
      writeStored(names.userInfo, JSON.stringify({ name, avatar }));
    },
    followTabs(onTokenOfOtherTab) {
      window.addEventListener('storage', (event) => {
        // A cleared storage has no key; both mean that another tab logged out or in.
        if (event.key !== null && event.key !== names.token) return;
        const stored = readStored(names.token);
        if (stored === token()) return;
        // That tab has cleared the storage already; clearing it again would take away what it stored since.
        if (token() !== null) ended('other-tab');
        if (stored === null) return;
        for (const listener of beginListeners) listener(null);
        state.set(storedSession(names));
        onTokenOfOtherTab();
      });
    },
  };
}

function storedSession(names: SessionNames): Session {
  return {
    token: readStored(names.token) || null,
    name: readStored(names.name) ?? '',
    avatar: readStored(names.avatar) ?? '',
    roles: readStoredList(names.roles),
    permissions: readStoredList(names.permissions),
    showNotic: readStored(names.showNotic) === 'true',
  };
}

function added<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
