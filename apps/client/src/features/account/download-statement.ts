/*
 * The statement as a file. A plain link cannot carry the session's token, so the file is fetched and then handed to
 * the browser's own download.
 */

import { listTransfers } from '@candor/contract/calls/wallet';
import { parseEnvelope } from '@candor/contract/envelope';
import type { Language } from '@candor/contract/languages';
import { saveFile } from '../../lib/save-file.ts';
import { errorOfEnvelope, plainError } from '@candor/api-client/api-error';
import { hosts } from '../../services/api/hosts.ts';
import { currentToken } from '../../services/session/session.ts';
import { statementQuery } from './statement-filter.ts';
import type { StatementFilter } from './statement-filter.ts';

export const STATEMENT_FORMATS = ['pdf', 'csv'] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

const TYPES: Record<StatementFormat, string> = { pdf: 'application/pdf', csv: 'text/csv' };
/** A long statement takes time. */
const TIMEOUT_MS = 60_000;

/** The file is in `language`. Throws an `ApiError` if no file arrives; after `signal` nothing is saved. */
export async function downloadStatement(
  filter: StatementFilter,
  format: StatementFormat,
  language: Language,
  signal: AbortSignal,
): Promise<void> {
  const params = new URLSearchParams({ format });
  for (const [name, value] of Object.entries(statementQuery(filter))) if (value !== undefined) params.set(name, value);
  const response = await fetch(`${hosts.urlOf(listTransfers.path)}?${params.toString()}`, {
    headers: { Authorization: `Bearer ${currentToken() ?? ''}`, 'Accept-Language': language },
    credentials: 'omit',
    cache: 'no-store',
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  }).catch(() => {
    throw plainError(0, 'NETWORK_ERROR');
  });
  // A refusal arrives as an envelope, with or without status 200.
  if (!response.ok || !(response.headers.get('content-type') ?? '').startsWith(TYPES[format])) {
    const envelope = parseEnvelope(await response.json().catch(() => null));
    throw envelope === null ? plainError(response.status, 'UNKNOWN_ERROR') : errorOfEnvelope(envelope);
  }
  const file = await response.blob().catch(() => {
    throw plainError(0, 'NETWORK_ERROR');
  });
  saveFile(file, nameOf(response.headers.get('content-disposition')) ?? `candor-statement.${format}`);
}

/** `attachment; filename="x.csv"` → x.csv */
export function nameOf(disposition: string | null): string | undefined {
  return /filename="([\w.-]+)"/.exec(disposition ?? '')?.[1];
}
