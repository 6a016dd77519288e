/*
 * The base addresses of the API: one to three, from index.html and again from getconf. The chosen one is remembered.
 */

import { observable } from '../../lib/observable.ts';

const HOST_KEY = 'host_index';
const HOSTS_MAX = 3;

let hosts: string[] = [''];

/** True while a request is being sent again through another host. */
export const switchingHost = observable(false);

/** The hosts in a comma-separated text. An empty one, or what is no http address, is the own origin (""). */
export function parseHosts(text: string): string[] {
  const named = text
    .split(',')
    .map((host) => host.trim().replace(/\/+$/, ''))
    .filter((host) => /^https?:\/\/[^/\s]+$/.test(host));
  return named.length === 0 ? [''] : [...new Set(named)].slice(0, HOSTS_MAX);
}

export function readHostsOfPage(): void {
  setHosts([document.querySelector('meta[name="candor-hosts"]')?.getAttribute('content') ?? '']);
}

export function setHosts(named: readonly string[]): void {
  hosts = parseHosts(named.join(','));
}

export function hostAt(index: number): string {
  return hosts[index] ?? '';
}

export function hostCount(): number {
  return hosts.length;
}

export function chosenHost(): number {
  try {
    const index = Number(localStorage.getItem(HOST_KEY) ?? '0');
    return Number.isInteger(index) && index >= 0 && index < hosts.length ? index : 0;
  } catch {
    return 0;
  }
}

export function chooseHost(index: number): void {
  try {
    localStorage.setItem(HOST_KEY, String(index));
  } catch {
    // Without storage the first host is tried first again next time.
  }
}

/** The WebSocket address on the chosen host. */
export function liveAddress(path: string): string {
  const base = hostAt(chosenHost()) || location.origin;
  return base.replace(/^http/, 'ws') + path;
}
