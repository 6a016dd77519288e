/*
 * Where the console is. The address is the hash with a query inside it (`#/members?q=li`), so that every list with its
 * filters is a link.
 */

import { observable } from '@candor/api-client/observable';
import { useObservable } from './observable.ts';

export type Address = { path: string; params: URLSearchParams };

const address = observable<Address>(parseHash(typeof location === 'undefined' ? '' : location.hash));

export function parseHash(hash: string): Address {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
  return { path: path.startsWith('/') ? path : '/', params: new URLSearchParams(query) };
}

export function startLocation(): void {
  window.addEventListener('hashchange', () => address.set(parseHash(location.hash)));
}

export function useAddress(): Address {
  return useObservable(address);
}

export function hrefTo(path: string, query: Readonly<Record<string, string>> = {}): string {
  const text = new URLSearchParams(query).toString();
  return `#${path}${text === '' ? '' : `?${text}`}`;
}

export function navigate(path: string, query: Readonly<Record<string, string>> = {}): void {
  location.hash = hrefTo(path, query);
}

/** Changes the query of this page without a step in the history. Null and '' remove a word. */
export function replaceQuery(changes: Readonly<Record<string, string | null>>): void {
  const { path, params } = address.get();
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') next.delete(name);
    else next.set(name, value);
  }
  const query = next.toString();
  history.replaceState(null, '', `#${path}${query === '' ? '' : `?${query}`}`);
  address.set({ path, params: next });
}
