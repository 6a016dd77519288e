import { Refused } from '../../platform/http/http-app.ts';
import type { HttpRequest } from '../../platform/http/http-app.ts';
import type { ConfirmationRule } from '../../platform/http/route-cost.ts';
import type { Pool } from '../../platform/db/pool.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { selectConfirmation } from './factor-store.ts';
import { passkeySite } from './passkey-site.ts';

/** Refuses a sensitive call until its member has confirmed that it is them. `guardRoutes` calls it for declared routes. */
export interface Confirmations {
  require: (request: HttpRequest, rule: ConfirmationRule) => Promise<void>;
}

export function createConfirmations({
  pool,
  sessions,
  config,
}: {
  pool: Pool;
  sessions: Pick<Sessions, 'memberOf'>;
  config: { hosts: readonly string[] };
}): Confirmations {
  return {
    require: async (request, rule) => {
      const state = await selectConfirmation(
        pool,
        sessions.memberOf(request),
        passkeySite(request, config.hosts)?.rpId,
      );
      if (state.isFresh || (!state.isOn && rule === 'with factor')) return;
      const methods = state.isOn ? state.methods : ['password'];
      throw new Refused('CONFIRMATION_REQUIRED', { params: { methods: methods.join(' ') } });
    },
  };
}
