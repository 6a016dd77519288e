import { readdirSync, readFileSync } from 'node:fs';

/** The processes that this one started, without zombies. Reads /proc. */
export function childPidsOf(parentPid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const [state, parent] = textOf(`/proc/${pid}/stat`)
        .replace(/^.*\) /s, '')
        .split(' ');
      return Number(parent) === parentPid && state !== 'Z';
    });
}

/** The child that runs this role; 0 while there is none. */
export function childPidOf(parentPid: number, role: string): number {
  const isOfRole = (pid: number): boolean => textOf(`/proc/${pid}/environ`).split('\0').includes(`ROLES=${role}`);
  return childPidsOf(parentPid).find(isOfRole) ?? 0;
}

/** The child that decodes pictures; 0 while there is none. */
export function picturesPidOf(parentPid: number): number {
  return childPidsOf(parentPid).find((pid) => textOf(`/proc/${pid}/cmdline`).includes('draw-pictures.ts')) ?? 0;
}

/** Empty if the process is already gone. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
