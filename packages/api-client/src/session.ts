/*
 * The session of one member in one app. Local storage keeps it under names that the app gives, and every tab follows it
 * by the storage event. Logout is local: it clears what this device knows, and calls no server.
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
  /** True until the important notices of this session have been shown. */
  showNotic: boolean;
};

/**
 * `no-device-key`: the session lives, but this device cannot sign for it, so the member has to log in again. `frozen`: an
 * operator froze the account.
 */
export type EndReason = 'logout' | 'expired' | 'frozen' | 'no-device-key' | 'no-session-key' | 'other-tab';

/** The local storage name of each part of the session. */
export type SessionNames = Readonly<Record<keyof Session | 'userInfo', string>>;

type EndListener = (reason: EndReason) => void;
type BeginListener = (username: string | null) => void;

export type SessionStore = {
  state: Observable<Session>;
  token: () => string | null;
  /** Stores the token that login or registration returned for `username`. */
  begin: (token: string, username: string) => void;
  /** Clears token, roles, permissions and all local storage, here and (through the storage event) in every tab. */
  end: (reason: EndReason) => void;
  /** Called when the session ends, in this tab or another: delete everything that belongs to the member. */
  onEnd: (listener: EndListener) => () => void;
  /** Called just before a session begins here; `username` is null if another tab logged in. */
  onBegin: (listener: BeginListener) => () => void;
  /** Stores what the server says about the current member. */
  takeProfile: (profile: Profile) => void;
  /**
   * Follows the other tabs. Call it once, at startup.
   * @param onTokenOfOtherTab called when the token, and so the profile, is another one now
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
        // A cleared storage event has no key. Both cases mean that another tab logged out or in.
        if (event.key !== null && event.key !== names.token) return;
        const stored = readStored(names.token);
        if (stored === token()) return;
        // The other tab has already cleared the storage. Clearing it again would delete what that tab stored since.
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
