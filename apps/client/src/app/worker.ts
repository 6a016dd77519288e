/* What goes on between the page and its service worker. Loaded after the first screen is done. */

import { navigate } from '../lib/location.ts';
import { parseHash } from '../lib/paths.ts';
import { startAppVersion } from '../services/app-version/app-version.ts';
import { leavePush } from '../services/push/push.ts';
import { returnPath } from '../services/session/return-path.ts';
import { currentToken } from '../services/session/session.ts';

export async function startWorker(): Promise<void> {
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const path = pathOf(data);
    if (path !== null) navigate(path);
  });
  // The session may have ended while the site was closed.
  if (currentToken() === null) await leavePush();
  await startAppVersion();
}

/** A notification was pressed: its page, if it is one of this app. */
function pathOf(data: unknown) {
  if (typeof data !== 'object' || data === null || !('open' in data) || typeof data.open !== 'string') return null;
  return returnPath(parseHash(data.open));
}
