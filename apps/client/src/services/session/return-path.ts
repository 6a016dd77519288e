/*
 * The page that a visitor asked for before they had to log in. It is kept for this tab only, and never in the address: a
 * link can name a page of this app, and nothing else.
 */

import { parseHash, routeOf } from '../../lib/paths.ts';
import type { Address, AppPath, RouteName } from '../../lib/paths.ts';

const KEY = 'return-path';
const LENGTH_MAX = 2_000;
/** Nobody has to log in for these, so nobody comes back to them. */
const OPEN: readonly RouteName[] = ['root', 'login', 'register', 'forgot', 'webview', 'notFound'];

/** The page whose member has just left: it is not what the next one asked for. */
let left: Address | null = null;

/** The path of a member's page with its query; null for any other address. The domain is added by whoever goes there. */
export function returnPath({ path, params }: Address): AppPath | null {
  const route = routeOf(path);
  if (route === null || OPEN.includes(route)) return null;
  const query = new URLSearchParams(params);
  query.delete('domain');
  const text = query.toString();
  const found: AppPath = `/${path.slice(1)}${text === '' ? '' : `?${text}`}`;
  return found.length > LENGTH_MAX ? null : found;
}

/** @param member whose page it is, if it was theirs; null for whoever logs in next */
export function keepReturn(address: Address, member: string | null): void {
  const path = returnPath(address);
  if (path === null || address === left || (member === null && readKept()?.path === path)) return;
  write(JSON.stringify({ path, member }));
}

/** After a logout there is nothing to return to. */
export function forgetReturn(address: Address): void {
  left = address;
  write(null);
}

/** Once. @param username who logged in; null if this tab does not know */
export function takeReturn(username: string | null): AppPath | null {
  const kept = readKept();
  write(null);
  if (kept === null || (kept.member !== null && kept.member !== accountOf(username ?? ''))) return null;
  return kept.path;
}

function readKept(): { path: AppPath; member: string | null } | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('path' in kept) || !('member' in kept)) return null;
    // Read as an address again: whatever stands in the storage, only a page of this app comes out.
    const path = typeof kept.path === 'string' ? returnPath(parseHash(kept.path)) : null;
    return path && { path, member: typeof kept.member === 'string' ? accountOf(kept.member) : null };
  } catch {
    return null;
  }
}

function write(text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, text);
  } catch {
    // Without storage the member goes home after login.
  }
}

/** Account names ignore upper and lower case. */
function accountOf(username: string): string {
  return username.trim().toLowerCase();
}
