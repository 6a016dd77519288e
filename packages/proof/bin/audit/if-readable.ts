import { DataMalformed } from '../site/read-answer.ts';
import type { Findings } from './findings.ts';

/** Null, and a finding, if an answer of the site has another shape than its own programs read. */
export async function ifReadable<T>(findings: Findings, read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof DataMalformed)) throw error;
    findings.add('MALFORMED', error.message);
    return null;
  }
}
