import { createHosts } from '@candor/api-client/hosts';

/** The base addresses of this site's API: first from index.html, then from its configuration. */
export const hosts = createHosts('host_index');

export function readHostsOfPage(): void {
  hosts.set([document.querySelector('meta[name="candor-hosts"]')?.getAttribute('content') ?? '']);
}
