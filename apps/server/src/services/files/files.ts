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
