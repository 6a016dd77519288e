/* Whether a page itself shows what a message tells. Pure. */

import type { MessageView } from '@candor/contract/messages';
import { routeOf } from '../../lib/paths.ts';
import type { Address } from '../../lib/paths.ts';

/** No toast lies over the thing that it is about. */
export function isInView({ kind, subject }: MessageView, { path, params }: Address): boolean {
  const route = routeOf(path);
  if (route === 'notices') return params.get('tab') === 'mine';
  switch (kind) {
    case 'deposit':
      return isOpened(route === 'recharge' ? 'deposit' : route === 'depositRecords' ? 'id' : null);
    case 'withdrawal':
      return isOpened(route === 'withdraw' ? 'withdrawal' : route === 'withdrawRecords' ? 'id' : null);
    case 'identity':
      return route === 'verification';
    case 'support':
      // The chat, and not another page in it.
      return route === 'service' || (route === 'webview' && !params.has('url'));
    case 'complaint':
      return route === 'complaints';
    case 'restriction':
    case 'security':
    case 'limit':
      return false;
  }

  function isOpened(name: 'deposit' | 'withdrawal' | 'id' | null): boolean {
    return name !== null && params.get(name) === subject;
  }
}
