import { plainError } from '@candor/api-client/api-error';
import { readStatementFile } from '@candor/contract/calls/console/statements';
import type { StatementFileView } from '@candor/contract/console-statements';
import { isErrorKey } from '@candor/contract/error-keys';
import { parseEnvelope } from '@candor/contract/envelope';
import { pathOf } from '@candor/contract/operation';
import { language } from '../../lib/language.ts';
import { saveFile } from '../../services/export/export-list.ts';
import { currentToken } from '../../services/session/session.ts';

/** The file as the bank gave it. Each look stands in the audit log. @throws ApiError */
export async function downloadOriginal({ id, account }: Pick<StatementFileView, 'id' | 'account'>): Promise<void> {
  const response = await fetch(pathOf(readStatementFile, { id }), {
    headers: { Authorization: `Bearer ${currentToken() ?? ''}`, 'Accept-Language': language.get() },
    credentials: 'omit',
    cache: 'no-store',
  });
  if (response.headers.get('content-type') !== 'application/octet-stream') {
    const envelope = parseEnvelope(await response.json().catch(() => null));
    const key = envelope?.error;
    throw plainError(envelope?.code ?? 0, key !== undefined && isErrorKey(key) ? key : 'UNKNOWN_ERROR');
  }
  saveFile(await response.blob(), `candor-statement-${account}-${id}`);
}
