import { assert } from '@candor/domain/assert';

/**
 * Storage for files that are in no table. Names are relative paths of plain parts, so that either a folder on a disk or
 * a bucket can hold the files. Every process of a site must see the same files.
 */
export interface Files {
  /** Writes the whole file or nothing, and replaces what is there. When it returns, the file survives a crash. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Null when there is no such file. */
  read(name: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Does nothing when there is no such file. */
  remove(name: string): Promise<void>;
}

/** Files whose store can tell what it has. */
export interface ListedFiles extends Files {
  /** The names of all files, page by page; what is written meanwhile may be missing. */
  list(): AsyncIterable<readonly string[]>;
}

/** The two stores of a site: archived ticks, and the sealed pictures of members. Each is a folder of DATA_DIR, or a prefix of a bucket. */
export const STORES = ['archive', 'files'] as const;
export type StoreName = (typeof STORES)[number];

const NAME = /^[\w-]+(\.[\w-]+)*(\/[\w-]+(\.[\w-]+)*)*$/;

export function isPlainName(name: string): boolean {
  return NAME.test(name);
}

/** @returns the name. @throws when it is no path of plain parts */
export function plainName(name: string): string {
  assert(isPlainName(name), 'a file name is a path of plain parts');
  return name;
}
