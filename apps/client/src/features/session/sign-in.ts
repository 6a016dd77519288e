import { tokenView } from '@candor/contract/identity';
import { PATHS } from '@candor/contract/routes';
import { navigate } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import type { AppPath } from '../../lib/paths.ts';
import { post } from '../../services/api/request.ts';
import { interruptedAddress } from '../../services/session/interruption.ts';
import { loadProfile } from '../../services/session/load-profile.ts';
import { beginSession } from '../../services/session/session.ts';

/** Logs in or registers, and moves on: to home, or to where an expired session of the same member was interrupted. */
export async function signIn(call: 'login' | 'register', body: object, username: string, key: string): Promise<void> {
  const { token } = await post(PATHS[call], body, tokenView, { isToken: false, idempotencyKey: key });
  beginSession(token, username);
  navigate(interruptedPath(username) ?? paths.home(), { replace: true, relaunch: true });
  void loadProfile().catch(() => undefined);
}

function interruptedPath(username: string): AppPath | null {
  const address = interruptedAddress(username);
  if (address === null) return null;
  // The domain is the link's own affair; `navigate` adds the one that holds now.
  const params = new URLSearchParams(address.params);
  params.delete('domain');
  const query = params.toString();
  return `/${address.path.slice(1)}${query === '' ? '' : `?${query}`}`;
}
