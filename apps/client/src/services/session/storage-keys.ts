import { readStored, writeStored } from '@candor/api-client/safe-storage';

/** The local storage keys of the session and its binding. They are part of the specification. */
export const STORAGE_KEYS = {
  token: 'App-Token',
  backDomain: 'back_domain',
  domain: 'domain',
  name: 'name',
  avatar: 'avatar',
  roles: 'roles',
  permissions: 'permissions',
  userInfo: 'userInfo',
  showNotic: 'showNotic',
} as const;

/** The secret of a visitor's conversation with customer service. */
export const VISITOR_CHAT_KEY = 'support_visitor';

/** Stores the site's code and the address's domain; an unbound site removes what an earlier binding left. */
export function storeBinding(boundDomain: string | null, addressDomain: string | null): void {
  writeStored(STORAGE_KEYS.backDomain, boundDomain);
  writeStored(STORAGE_KEYS.domain, addressDomain);
}

export function storedBackDomain(): string | null {
  return readStored(STORAGE_KEYS.backDomain) || null;
}
