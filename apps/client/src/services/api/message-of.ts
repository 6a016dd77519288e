import { ApiError } from '@candor/api-client/api-error';
import type { Language } from '@candor/contract/languages';
import { errorText } from '../../lib/error-texts.ts';

/** What a person reads. Own words for a known key; the server's for an unknown one, but never the bare word "error". */
export function messageOf(error: unknown, language: Language): string {
  if (!(error instanceof ApiError)) return errorText('UNKNOWN_ERROR', language);
  const own = errorText(error.key, language, error.params);
  const said = error.serverMessage.trim();
  return said === '' || said === 'error' ? own : said;
}
