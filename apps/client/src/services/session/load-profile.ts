import { loadProfile as load } from '@candor/api-client/load-profile';
import { api } from '../api/request.ts';
import { session } from './session.ts';

export async function loadProfile(): Promise<void> {
  await load(api, session);
}

/** Follows what other tabs do with the session. Called once, at startup. */
export function startSession(): void {
  session.followTabs(() => void loadProfile().catch(() => undefined));
}
