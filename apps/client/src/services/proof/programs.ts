/* The programs that check the site from outside, as this build serves them (vite-programs.ts): one file for Node. */

import { useEffect, useState } from 'react';
import { readBytes } from '@candor/api-client/read-bytes';
import { fromUtf8 } from '@candor/proof/encoding';

const ABOUT = 'candor-proof.json';
const ABOUT_BYTES_MAX = 1_000;

export type Programs = {
  /** The address of the file. */
  readonly url: string;
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
};

/** Null if this build has none. @throws ApiError */
export async function readPrograms(): Promise<Programs | null> {
  const bytes = await readBytes(addressOf(ABOUT), ABOUT_BYTES_MAX);
  return bytes === null ? null : programsOf(fromUtf8(bytes) ?? '');
}

/** A file of another name could be anything of this origin. */
export function programsOf(text: string): Programs | null {
  let about: unknown;
  try {
    about = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof about !== 'object' || about === null) return null;
  const { file, bytes, sha256 }: Record<string, unknown> = { ...about };
  if (typeof file !== 'string' || !/^candor-proof-[\w.-]{1,40}\.tgz$/.test(file)) return null;
  if (typeof bytes !== 'number' || typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) return null;
  return { url: addressOf(file), file, bytes, sha256 };
}

/** Null until it is known, or while the site does not answer; `none` if this build serves no program. */
export function usePrograms(): Programs | 'none' | null {
  const [programs, setPrograms] = useState<Programs | 'none' | null>(null);
  useEffect(() => {
    let left = false;
    readPrograms().then(
      (found) => !left && setPrograms(found ?? 'none'),
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, []);
  return programs;
}

function addressOf(file: string): string {
  return new URL(file, document.baseURI).href;
}
