import { ApiError } from '@candor/api-client/api-error';
import type { Language } from '@candor/contract/languages';
import { errorText } from '../../lib/error-texts.ts';

/**
 * The text for the member. Our own text for a known key; the server's text for an unknown one, but never just the word
 * "error".
 */
export function messageOf(error: unknown, language: Language): string {
  if (!(error instanceof ApiError)) return errorText('UNKNOWN_ERROR', language);
  const own = errorText(error.key, language, error.params);
  const said = error.serverMessage.trim();
  return said === '' || said === 'error' ? own : said;
}
