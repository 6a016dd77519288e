import { fork } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../platform/config/config.ts';
import type { Log } from '../platform/log/log.ts';
import { keepRunning } from '../platform/processes/keep-running.ts';
import type { ProcessHandle } from '../platform/processes/keep-running.ts';
import { EVERY_PROCESS, LIBC, readsOfProgram } from '../platform/processes/role-permissions.ts';
import { openLink } from './console-link.ts';

interface WithSigner {
  /** Names the socket where the key on a token is asked for signatures, if it is on one. */
  readonly config: Config;
  readonly stop: () => Promise<void>;
}

const ENTRY = fileURLToPath(new URL('../sign-on-token.ts', import.meta.url));
const HEAP_MB = 64;

/** Starts the process that signs, if the settings name a token and nobody else runs one. It waits for nothing: who needs a signature says so. */
export async function withSigner(config: Config, log: Log): Promise<WithSigner> {
  const { signing } = config;
  if (signing === undefined || 'socket' in signing) return { config, stop: async () => undefined };
  const link = await openLink('signer');
  const kept = keepRunning({
    name: 'signer',
    fork: () => forkSigner(link.path, signing.pinFile),
    onDied: (died) => log.error(died, 'the process that signs died and is started again'),
    onHung: (hung) => log.error(hung, 'the process that signs does not answer and is ended'),
    onStarving: (starving) => log.warn(starving, 'the process that signs gets no processor time; it is left alone'),
  });
  void kept.start();
  return {
    config: { ...config, signing: { socket: link.path } },
    stop: async () => {
      await kept.stop();
      await link.close();
    },
  };
}

/** Of the site's settings it gets those of the token alone. The library of a token may have its own in the environment. */
const NOT_OURS =
  /^(DATABASE_|NATS_|S3_|CODE_GATEWAY_|ALARM_|METRICS_|SEED_PASSWORD|FEED_SEED|OTEL_|HTTPS?_PROXY|ETHEREUM_|TRON_|NODE_OPTIONS)/i;

function forkSigner(path: string, pinFile: string): ProcessHandle {
  const settings = Object.entries(process.env).filter(([name]) => !NOT_OURS.test(name));
  return fork(ENTRY, {
    env: { ...Object.fromEntries(settings), SIGNER_SOCKET: path, PKCS11_PIN_FILE: pinFile },
    execArgv: [
      `--max-old-space-size=${HEAP_MB}`,
      ...EVERY_PROCESS,
      ...(process.platform === 'linux' ? permissionsOf(dirname(path), pinFile) : []),
    ],
  });
}

/** It reads its program and the PIN, makes its socket, and starts nothing. */
function permissionsOf(folder: string, pinFile: string): string[] {
  return [
    '--permission',
    '--disable-warning=SecurityWarning',
    '--allow-addons',
    ...readsOfProgram(),
    ...LIBC.map((file) => `--allow-fs-read=${file}`),
    ...new Set([pinFile, realOf(pinFile)].map((file) => `--allow-fs-read=${file}`)),
    `--allow-fs-read=${folder}/*`,
    `--allow-fs-write=${folder}/*`,
  ];
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
