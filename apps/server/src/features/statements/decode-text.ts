import { STATEMENT_BYTES_MAX, StatementFault } from '@candor/domain/statement/statement';

/** What banks write. Labels of an XML declaration that are not here are refused. */
const DECLARED = new Set(['utf-8', 'us-ascii', 'iso-8859-1', 'windows-1252', 'gb18030', 'gbk', 'gb2312']);

/**
 * The text of a file: UTF-8, or what its XML declaration names, or else GB18030, as banks in China write tables.
 * @throws StatementFault when it is none of them
 */
export function decodeText(bytes: Uint8Array): string {
  if (bytes.length > STATEMENT_BYTES_MAX) throw new StatementFault('STATEMENT_TOO_LARGE');
  const declared = /^<\?xml[^>]{0,100}encoding=["']([\w-]{1,20})["']/.exec(ascii(bytes.subarray(0, 200)))?.[1];
  const label = declared?.toLowerCase();
  if (label !== undefined && !DECLARED.has(label)) throw new StatementFault('STATEMENT_UNREADABLE', 1, declared);
  const labels = label === undefined ? ['utf-8', 'gb18030'] : [label];
  for (const each of labels) {
    const text = decoded(bytes, each);
    // Zero bytes are in no text: UTF-16, or no text at all.
    if (text !== null && !text.includes('\u0000')) return text;
  }
  throw new StatementFault('STATEMENT_UNREADABLE');
}

function decoded(bytes: Uint8Array, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function ascii(bytes: Uint8Array): string {
  return String.fromCodePoint(...bytes);
}
