/*
 * The one to three base addresses of the API. The app gives a name under which the last working one is remembered.
 */

import { observable } from './observable.ts';
import type { Observable } from './observable.ts';
import { readStored, writeStored } from './safe-storage.ts';

export const HOSTS_MAX = 3;

export type Hosts = {
  /** Addresses from the page or the site's configuration. */
  set: (named: readonly string[]) => void;
  count: () => number;
  /** The index of the host to try first. */
  chosen: () => number;
  choose: (index: number) => void;
  /** A base address; "" is the page's own origin. */
  at: (index: number) => string;
  /** The full address of a path on the chosen host, also used for links and files. */
  urlOf: (path: string) => string;
  /** The WebSocket address of a path on the chosen host. */
  socketUrlOf: (path: string) => string;
  /** True while a request is being sent again through another host. */
  switching: Observable<boolean>;
};

/** @param storageName where the chosen host is remembered */
export function createHosts(storageName: string): Hosts {
  let hosts: readonly string[] = [''];

  function at(index: number): string {
    return hosts[index] ?? '';
  }

  function chosen(): number {
    const index = Number(readStored(storageName));
    return hosts[index] === undefined ? 0 : index;
  }

  return {
    set(named) {
      hosts = parseHosts(named.join(','));
    },
    count: () => hosts.length,
    chosen,
    choose: (index) => writeStored(storageName, String(index)),
    at,
    urlOf: (path) => at(chosen()) + path,
    socketUrlOf: (path) => (at(chosen()) || location.origin).replace('http', 'ws') + path,
    switching: observable(false),
  };
}

/** The hosts in a comma-separated text. An empty one, or one that is not an http address, is the own origin (""). */
export function parseHosts(text: string): string[] {
  const named = text
    .split(',')
    .map((host) => host.trim().replace(/\/+$/, ''))
    .filter((host) => /^https?:\/\/[^/\s]+$/.test(host));
  return named.length === 0 ? [''] : [...new Set(named)].slice(0, HOSTS_MAX);
}
