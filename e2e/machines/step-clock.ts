import { globSync } from 'node:fs';

/** On Debian: apt-get install faketime. */
const [LIBRARY] = globSync('/usr/lib/{*/,}faketime/libfaketimeMT.so.1');

export function canStepClocks(): boolean {
  return LIBRARY !== undefined;
}

/** What makes a process take its time from a file that says by how much it is wrong. Waits and intervals stay true. */
export function clockSettings(file: string): Readonly<Record<string, string>> {
  if (LIBRARY === undefined) return {};
  return {
    LD_PRELOAD: LIBRARY,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    FAKETIME_DONT_RESET: '1',
  };
}
