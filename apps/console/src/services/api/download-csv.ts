import { currentToken } from '../session/session.ts';
import { language } from '../../lib/language.ts';

/** Saves a list as a file. Throws when the server refuses or the network fails. */
export async function downloadCsv(path: string, query: Readonly<Record<string, string>>, name: string): Promise<void> {
  const params = new URLSearchParams({ ...query, format: 'csv' });
  const response = await fetch(`${path}?${params.toString()}`, {
    headers: { Authorization: `Bearer ${currentToken() ?? ''}`, 'Accept-Language': language.get() },
    credentials: 'omit',
    cache: 'no-store',
  });
  if (!response.ok) throw new Error(`the file was refused: ${response.status}`);
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the file once the click is handled.
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}
