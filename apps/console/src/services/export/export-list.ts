/*
 * A list as a file. It is read as the server makes it, and its rows are counted meanwhile: whoever asked sees how far it is,
 * goes on working, and may stop it.
 */

import { observable } from '@candor/api-client/observable';
import { plainError } from '@candor/api-client/api-error';
import type { ApiError } from '@candor/api-client/api-error';
import { exportList } from '@candor/contract/calls/console/exports';
import { EXPORT_ROWS_MAX } from '@candor/contract/console-exports';
import type { ExportBody } from '@candor/contract/console-exports';
import { isErrorKey } from '@candor/contract/error-keys';
import { parseEnvelope } from '@candor/contract/envelope';
import { language } from '../../lib/language.ts';
import { currentToken, onSessionChange } from '../session/session.ts';

/** What of a file has come. */
type Size = { readonly rows: number; readonly bytes: number };

export type ExportState =
  | (Size & { readonly step: 'running'; readonly title: string; readonly stop: () => void })
  /** `isCut`: there is more than a file may have. */
  | (Size & { readonly step: 'done'; readonly title: string; readonly isCut: boolean })
  | { readonly step: 'failed'; readonly title: string; readonly error: unknown };

/** The last file of this visit; null before one, and when it was put away. */
export const exported = observable<ExportState | null>(null);

onSessionChange(() => {
  const state = exported.get();
  if (state?.step === 'running') state.stop();
  exported.set(null);
});

/** The head of the file is no row. */
const HEAD_LINES = 1;
const LINE_END = 10;
const SHOW_EVERY_MS = 250;

export async function exportAsFile(title: string, body: ExportBody): Promise<void> {
  if (exported.get()?.step === 'running') return;
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  exported.set({ step: 'running', title, rows: 0, bytes: 0, stop });
  try {
    const response = await fetch(exportList.path, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${currentToken() ?? ''}`,
        'Accept-Language': language.get(),
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(body),
      credentials: 'omit',
      cache: 'no-store',
      signal: stopping.signal,
    });
    const isFile = response.headers.get('content-type')?.startsWith('text/csv') === true;
    if (!response.ok || !isFile || response.body === null) throw await refusalOf(response);
    const { parts, size } = await partsOf(response.body, (come) =>
      exported.set({ ...come, step: 'running', title, stop }),
    );
    saveFile(new Blob(parts, { type: 'text/csv;charset=utf-8' }), nameOf(response) ?? `${body.list}.csv`);
    exported.set({ ...size, step: 'done', title, isCut: size.rows >= EXPORT_ROWS_MAX });
  } catch (error) {
    exported.set(stopping.signal.aborted ? null : { step: 'failed', title, error });
  }
}

async function partsOf(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onMore: (size: Size) => void,
): Promise<{ parts: Uint8Array<ArrayBuffer>[]; size: Size }> {
  const reader = body.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let lines = 0;
  let bytes = 0;
  let shownAt = 0;
  const size = (): Size => ({ rows: Math.max(0, lines - HEAD_LINES), bytes });
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { parts, size: size() };
    parts.push(value);
    bytes += value.length;
    for (let at = value.indexOf(LINE_END); at >= 0; at = value.indexOf(LINE_END, at + 1)) lines += 1;
    const now = performance.now();
    if (now - shownAt < SHOW_EVERY_MS) continue;
    shownAt = now;
    onMore(size());
  }
}

async function refusalOf(response: Response): Promise<ApiError> {
  const envelope = parseEnvelope(await response.json().catch(() => null));
  const key = envelope?.error;
  return plainError(envelope?.code ?? 0, key !== undefined && isErrorKey(key) ? key : 'UNKNOWN_ERROR');
}

function nameOf(response: Response): string | undefined {
  return /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
}

export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the file once the click is handled.
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}
