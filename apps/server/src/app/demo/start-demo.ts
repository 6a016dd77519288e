/**
 * Gives the demo account of a new practice site a past, in the background, after the site serves. It logs in with its password
 * through the same use case as everybody (without the picture of the captcha, which is for people), and from then on
 * speaks HTTP like an app.
 */
import { createPool } from '../../platform/db/pool.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Shutdown } from '../../platform/processes/shutdown.ts';
import { createFingerprints } from '../../services/idempotency/idempotency.ts';
import { createPasswords } from '../../services/secrets/passwords.ts';
import { loadSecrets } from '../../services/secrets/secrets.ts';
import { logIn } from '../../features/identity/log-in.ts';
import type { DatabaseLogin } from '../context.ts';
import type { SeededDemo } from '../prepare-site.ts';
import { createDemoDevice } from './demo-device.ts';
import type { DemoDevice } from './demo-device.ts';
import { createDemoMember } from './demo-member.ts';
import type { Send } from './demo-member.ts';
import { liveDemoLife } from './live-demo-life.ts';

export interface DemoStart {
  readonly config: Config;
  readonly log: Log;
  readonly shutdown: Pick<Shutdown, 'onStop'>;
  readonly seeded: SeededDemo;
  /** Where the site serves. */
  readonly address: string;
  readonly login: DatabaseLogin;
}

const LIFE_MS_MAX = 600_000;
const CALL_MS_MAX = 10_000;

/** Returns at once, and never disturbs the site: what fails is logged. */
export function startDemo({ config, log, shutdown, seeded, address, login }: DemoStart): void {
  if (config.mode !== 'practice') return;
  const stopping = new AbortController();
  const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(LIFE_MS_MAX)]);
  const life = live({ config, log, address, login, seeded, signal }).catch((error: unknown) => {
    if (!stopping.signal.aborted) log.warn({ err: error }, 'the demo account has no past, or only a part of it');
  });
  shutdown.onStop(async () => {
    stopping.abort();
    await life;
  });
}

async function live({
  config,
  log,
  address,
  login,
  seeded,
  signal,
}: Omit<DemoStart, 'shutdown'> & { signal: AbortSignal }): Promise<void> {
  const device = createDemoDevice();
  const token = await enter(config, login, seeded, device);
  const member = await createDemoMember({ send: sendTo(address, signal), token, device, nowMs: Date.now });
  await liveDemoLife({ member, withdrawPassword: seeded.withdrawPassword, log, signal });
  await member.leave();
}

async function enter(
  config: Config,
  login: DatabaseLogin,
  { username, password }: SeededDemo,
  device: DemoDevice,
): Promise<string> {
  const pool = createPool({ ...login, max: 2, name: 'candor-demo' });
  try {
    const { fingerprint } = await loadSecrets(config.secretsDir, config.signing !== undefined);
    const entered = await logIn(
      { pool, fingerprints: createFingerprints(fingerprint), passwords: createPasswords(), captcha: false },
      {
        username,
        pwd: password,
        code: undefined,
        uuid: undefined,
        device: undefined,
        deviceKey: device.publicKey,
        key: undefined,
        userAgent: 'Candor demo',
        address: '127.0.0.1',
        rpId: undefined,
      },
    );
    if (!entered.ok) throw new Error(`the demo account could not log in: ${entered.error.key}`);
    return entered.value.token;
  } finally {
    await pool.end();
  }
}

function sendTo(address: string, signal: AbortSignal): Send {
  return async ({ method, path, headers, body }) => {
    const response = await fetch(new URL(path, address), {
      method,
      headers,
      ...(method === 'GET' ? {} : { body }),
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_MS_MAX)]),
    });
    return await response.text();
  };
}
