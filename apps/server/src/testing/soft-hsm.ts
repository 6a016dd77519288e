import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';

const ENTRY = fileURLToPath(new URL('../sign-on-token.ts', import.meta.url));
const MODULES = [
  '/usr/lib/softhsm/libsofthsm2.so',
  '/usr/lib64/pkcs11/libsofthsm2.so',
  '/usr/local/lib/softhsm/libsofthsm2.so',
  '/opt/homebrew/lib/softhsm/libsofthsm2.so',
];
const PIN = '493817';
const TOKEN = 'candor-test';
const START_MS_MAX = 60_000;

const module = MODULES.find((path) => existsSync(path));

/** Whether SoftHSM and pkcs11-tool are on this machine (on Debian: apt-get install softhsm2 opensc). */
export function hasSoftHsm(): boolean {
  return module !== undefined && spawnSync('pkcs11-tool', ['--version'], { stdio: 'ignore' }).error === undefined;
}

export interface SoftHsm {
  readonly settings: Readonly<Record<string, string>>;
  /** An Ed25519 key that was made on the token and cannot leave it. */
  readonly makeKey: (label: string) => void;
  /** What `pkcs11-tool` says of the key. */
  readonly describe: (label: string) => string;
  /** What the file of the PIN holds from now on. */
  readonly writePin: (pin: string) => void;
  /** How often a PIN may still be wrong: none was while it says nothing. */
  readonly flags: () => string;
  /** The process that signs, started by itself. */
  readonly serve: (settings: Readonly<Record<string, string>>) => Promise<ServedSigner>;
  readonly remove: () => void;
}

export interface ServedSigner {
  readonly socket: string;
  readonly pid: number;
  readonly said: () => string;
  readonly signal: (signal: NodeJS.Signals) => void;
  readonly stop: () => Promise<void>;
}

/** A token of SoftHSM of its own, with a PIN and no key. */
export function makeSoftHsm(): SoftHsm {
  const folder = mkdtempSync(join(tmpdir(), 'candor-hsm-'));
  mkdirSync(join(folder, 'tokens'));
  const config = join(folder, 'softhsm2.conf');
  writeFileSync(
    config,
    `directories.tokendir = ${join(folder, 'tokens')}\nobjectstore.backend = file\nlog.level = ERROR\n`,
  );
  const pinFile = join(folder, 'token.pin');
  const writePin = (pin: string): void => writeFileSync(pinFile, `${pin}\n`, { mode: 0o600 });
  writePin(PIN);
  const env = { ...process.env, SOFTHSM2_CONF: config, PIN };
  const run = (command: string, args: readonly string[]): string => {
    const { status, stdout, stderr } = spawnSync(command, args, { env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${command} failed: ${stderr}`);
    return stdout;
  };
  const tool = (...args: readonly string[]): string =>
    run('pkcs11-tool', ['--module', module ?? '', '--token-label', TOKEN, ...args]);
  run('softhsm2-util', ['--init-token', '--free', '--label', TOKEN, '--so-pin', '87654321', '--pin', PIN]);
  const settings = {
    PKCS11_MODULE: module ?? '',
    PKCS11_TOKEN: TOKEN,
    PKCS11_PIN_FILE: pinFile,
    SOFTHSM2_CONF: config,
  };
  return {
    settings,
    makeKey: (label) =>
      void tool(
        '--login',
        '--pin',
        'env:PIN',
        '--keypairgen',
        '--key-type',
        'EC:edwards25519',
        '--label',
        label,
        '--sensitive',
      ),
    describe: (label) => tool('--login', '--pin', 'env:PIN', '--list-objects', '--type', 'privkey', '--label', label),
    writePin,
    flags: () => tool('--list-slots'),
    serve: async (more) => await serve({ ...env, ...settings, ...more }, join(folder, 'signer')),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function serve(env: NodeJS.ProcessEnv, socket: string): Promise<ServedSigner> {
  let said = '';
  const child = spawn(process.execPath, [ENTRY], {
    env: { ...env, SIGNER_SOCKET: socket },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const gone = once(child, 'exit');
  const endsAt = Date.now() + START_MS_MAX;
  while (!(await isOpen(socket))) {
    if (child.exitCode !== null || Date.now() > endsAt)
      throw new Error(`the process that signs did not start: ${said}`);
    await sleep(50);
  }
  return {
    socket,
    pid: child.pid ?? 0,
    said: () => said,
    signal: (signal) => void child.kill(signal),
    stop: async () => {
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

async function isOpen(socket: string): Promise<boolean> {
  return await new Promise((resolve) => {
    const open = connect(socket, () => {
      open.destroy();
      resolve(true);
    });
    open.on('error', () => resolve(false));
  });
}
