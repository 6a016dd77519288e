/**
 * Where files lie that no table holds. Names are relative paths of plain parts, so that a folder on a disk and a bucket
 * can both stand behind it; every process of a site must see the same files.
 */
export interface Files {
  /** Writes the whole file or nothing, over what is there. When it returns, the file outlives a crash. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Null where there is none. */
  read(name: string): Promise<Uint8Array<ArrayBuffer> | null>;
}
