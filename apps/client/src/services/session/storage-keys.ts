/** The names under which the session lies in local storage. They are part of the specification. */
export const STORAGE_KEYS = {
  token: 'App-Token',
  language: 'language',
  backDomain: 'back_domain',
  domain: 'domain',
  name: 'name',
  avatar: 'avatar',
  roles: 'roles',
  permissions: 'permissions',
  userInfo: 'userInfo',
  showNotic: 'showNotic',
} as const;

type StorageKey = (typeof STORAGE_KEYS)[keyof typeof STORAGE_KEYS];

/** Browsers may refuse storage altogether; the app then works for the visit. */
export function readStored(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Null removes. */
export function writeStored(key: StorageKey, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Refused storage: the value lives in memory for this visit.
  }
}

export function clearStored(): void {
  try {
    localStorage.clear();
  } catch {
    // Nothing was stored either.
  }
}

/** A stored list of names; anything else that may lie there counts as none. */
export function readStoredList(key: StorageKey): string[] {
  try {
    const list: unknown = JSON.parse(readStored(key) ?? '[]');
    return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : [];
  } catch {
    return [];
  }
}
