import { readUserInfo } from '@candor/contract/calls/account';
import { anyEnvelope } from '@candor/contract/envelope';
import type { Api } from './api.ts';
import { readProfile } from './read-profile.ts';
import type { SessionStore } from './session.ts';

/** Reads the profile for the current token. Without a session key the session ends; a network error changes nothing. */
export async function loadProfile(api: Api, session: SessionStore): Promise<void> {
  const token = session.token();
  if (token === null) return;
  // Read as any envelope: what the profile lacks is judged by `readProfile`.
  const envelope = await api.call({ ...readUserInfo, answer: anyEnvelope });
  if (session.token() !== token) return;
  const profile = readProfile(envelope);
  if (profile === null) session.end('no-session-key');
  else session.takeProfile(profile);
}
