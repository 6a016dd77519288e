import { execFile } from 'node:child_process';
import type { Log } from '../log/log.ts';

/** Three signs of life fit into the time after which systemd ends the service. */
const SIGNS = 3;
const NOTIFY_MS_MAX = 10_000;

interface WatchdogDeps {
  readonly env: NodeJS.ProcessEnv;
  readonly log: Pick<Log, 'warn'>;
  /** Node has no datagrams of Unix sockets, so the program of systemd sends them (NotifyAccess=all). */
  readonly program?: string;
}

/**
 * Tells systemd that this process still turns, where the unit has a WatchdogSec. One that hangs tells nothing, and is ended and
 * started again. @returns how to stop
 */
export function tellWatchdog({ env, log, program = 'systemd-notify' }: WatchdogDeps): () => void {
  const [socket, micros] = [env['NOTIFY_SOCKET'], Number(env['WATCHDOG_USEC'])];
  if (socket === undefined || !(micros > 0)) return () => undefined;
  let isTold = true;
  function tell(): void {
    const { PATH } = env;
    execFile(program, ['WATCHDOG=1'], { env: { PATH, NOTIFY_SOCKET: socket }, timeout: NOTIFY_MS_MAX }, (error) => {
      if (error !== null && isTold) log.warn({ err: error }, 'systemd cannot be told that this process runs');
      isTold = error === null;
    });
  }
  const timer = setInterval(tell, micros / 1_000 / SIGNS);
  timer.unref();
  tell();
  return () => clearInterval(timer);
}
