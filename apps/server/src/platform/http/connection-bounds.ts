import { readFileSync } from 'node:fs';

/** How the file descriptors of this process are shared. */
export interface ConnectionBounds {
  /** Plain HTTP connections. Live sockets cannot use this share. */
  http: number;
  httpPerAddress: number;
  sockets: number;
}

/** Used when the system gives no limit. */
const DESCRIPTORS_UNKNOWN = 1_024;
/** Database, bus, exchanges, files, the listening socket, and room to spare. */
const DESCRIPTORS_OWN = 200;
const HTTP_MAX = 4_000;
const SOCKETS_MAX = 20_000;

/** @param descriptors how many this process may open */
export function connectionBounds(descriptors: number): ConnectionBounds {
  const own = Math.max(DESCRIPTORS_OWN, Math.floor(descriptors / 8));
  const rest = Math.max(48, descriptors - own);
  const http = Math.min(HTTP_MAX, Math.floor(rest / 3));
  return {
    http,
    httpPerAddress: Math.max(8, Math.min(256, Math.floor(http / 4))),
    sockets: Math.min(SOCKETS_MAX, rest - http),
  };
}

/** The limit of open files of this process. */
export function readDescriptorLimit(): number {
  try {
    return parseDescriptorLimit(readFileSync('/proc/self/limits', 'utf8'));
  } catch {
    return DESCRIPTORS_UNKNOWN;
  }
}

/** @param limits the text of /proc/self/limits */
export function parseDescriptorLimit(limits: string): number {
  const soft = /^Max open files\s+(\d+)\s/m.exec(limits)?.[1];
  return soft === undefined ? DESCRIPTORS_UNKNOWN : Number(soft);
}
