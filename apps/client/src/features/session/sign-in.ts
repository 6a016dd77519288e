import { tokenView } from '@candor/contract/identity';
import { PATHS } from '@candor/contract/routes';
import { parseHash } from '../../lib/paths.ts';
import { navigate } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import type { AppPath } from '../../lib/paths.ts';
import { post } from '../../services/api/request.ts';
import { takeInterrupted } from '../../services/session/drafts.ts';
import { beginSession, loadProfile } from '../../services/session/session.ts';

/** Logs in or registers, and moves on: to home, or to where an expired session of the same member was interrupted. */
export async function signIn(call: 'login' | 'register', body: object, username: string, key: string): Promise<void> {
  const { token } = await post(PATHS[call], body, tokenView, { isToken: false, idempotencyKey: key });
  beginSession(token);
  navigate(interruptedPath(username) ?? paths.home(), { replace: true, relaunch: true });
  void loadProfile().catch(() => undefined);
}

function interruptedPath(username: string): AppPath | null {
  const hash = takeInterrupted(username);
  if (hash === null) return null;
  const { path, params } = parseHash(hash);
  params.delete('domain');
  const query = params.toString();
  return `/${path.slice(1)}${query === '' ? '' : `?${query}`}`;
}
