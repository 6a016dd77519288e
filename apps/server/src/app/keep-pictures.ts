import { fork } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Log } from '../platform/log/log.ts';
import { keepRunning } from '../platform/processes/keep-running.ts';
import type { KeptProcess, ProcessHandle } from '../platform/processes/keep-running.ts';
import { lowerPriority } from '../platform/processes/lower-priority.ts';
import { EVERY_PROCESS, LIBC, readsOfProgram } from '../platform/processes/role-permissions.ts';
import { openLink } from './console-link.ts';
import type { Context } from './context.ts';

/** The process of pictures, and where it is reached. */
export interface Pictures {
  readonly path: string;
  readonly process: KeptProcess;
  readonly stop: () => Promise<void>;
}

const ENTRY = fileURLToPath(new URL('../draw-pictures.ts', import.meta.url));
/** Decoded pictures are outside this heap: the process looks at them itself (services/files/serve-pictures.ts). */
const HEAP_MB = 96;

/** Its parent is the site's parent; a role that runs alone is its own. It is not started yet. */
export async function openPictures(log: Log): Promise<Pictures> {
  const link = await openLink('pictures');
  const kept = keepRunning({
    name: 'pictures',
    fork: () => forkPictures(link.path),
    onDied: (died) => log.error(died, 'the process of pictures died and is started again'),
    onHung: (hung) => log.error(hung, 'the process of pictures does not answer and is ended'),
    onStarving: (starving) => log.warn(starving, 'the process of pictures gets no processor time; it is left alone'),
    onReady: (pid) => lowerPriority('pictures', pid, log),
  });
  return {
    path: link.path,
    process: kept,
    stop: async () => {
      await kept.stop();
      await link.close();
    },
  };
}

/** The process of pictures is the site's; a role that runs alone starts its own with the first picture. */
export function picturesOf({ config, log }: Pick<Context, 'config' | 'log'>): {
  path: () => Promise<string>;
  stop: () => Promise<void>;
} {
  const { picturesLink } = config;
  if (picturesLink !== undefined)
    return { path: async () => await Promise.resolve(picturesLink), stop: async () => await Promise.resolve() };
  let own: Promise<Pictures> | undefined;
  const begin = async (): Promise<Pictures> => {
    const opened = await openPictures(log);
    // Whoever sends a picture waits for it, for a while. A start that takes longer is no fault.
    void opened.process.start();
    return opened;
  };
  return {
    path: async () => (await (own ??= begin())).path,
    stop: async () => await (await own?.catch(() => undefined))?.stop(),
  };
}

/** With nothing of our settings: what decodes the bytes of strangers knows no login and no secret. */
function forkPictures(path: string): ProcessHandle {
  return fork(ENTRY, [path], {
    env: {},
    execArgv: [
      `--max-old-space-size=${HEAP_MB}`,
      ...EVERY_PROCESS,
      ...(process.platform === 'linux' ? permissionsOf(dirname(path)) : []),
    ],
  });
}

/** It reads its program, makes its socket, and starts nothing. */
function permissionsOf(folder: string): string[] {
  return [
    '--permission',
    // It warns that addons are allowed, at every start.
    '--disable-warning=SecurityWarning',
    '--allow-addons',
    ...readsOfProgram(),
    ...LIBC.map((file) => `--allow-fs-read=${file}`),
    `--allow-fs-read=${folder}/*`,
    `--allow-fs-write=${folder}/*`,
  ];
}
