import type { Pool } from '../../platform/db/pool.ts';
import type { HttpRequest } from '../../platform/http/http-app.ts';
import type { Fingerprints } from '../../services/idempotency/idempotency.ts';
import type { Passwords } from '../../services/secrets/passwords.ts';
import type { Sessions } from '../../services/sessions/sessions.ts';
import type { Site } from '../../services/site/site.ts';

/** What the routes of this feature work with. */
export interface InvestDeps {
  /** For what members write. */
  pool: Pool;
  /** For what they read. */
  readPool: Pool;
  site: Site;
  sessions: Sessions;
  fingerprints: Fingerprints;
  passwords: Passwords;
}

/** The member who changes something, and the key of the call. */
export type Change = (call: {
  readonly key: string;
  readonly request: HttpRequest;
}) => Promise<{ memberId: bigint; key: string }>;
