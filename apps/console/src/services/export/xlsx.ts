/*
 * A workbook that every spreadsheet opens (ECMA-376, transitional), as few parts as that takes, in a ZIP file without compression. Amounts
 * are numbers with their cents, dates are dates, and text is text: no cell is ever a formula (decision 178).
 */

import { dayOfDate } from '@candor/domain/market/local-time';

export type Cell =
  | { readonly text: string; readonly isHead?: boolean }
  /** A decimal, with as many decimals as it is shown with. */
  | { readonly amount: string }
  /** YYYY-MM-DD. */
  | { readonly date: string }
  | { readonly count: number };

export type Sheet = { readonly name: string; readonly rows: readonly (readonly Cell[])[] };

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Excel counts days from the end of 1899. */
const EPOCH_DAYS = 25_569;
/** A spreadsheet holds doubles: a longer figure would be another one, and stays text. */
const DIGITS_MAX = 15;
const NAME_MAX = 31;
const DECIMALS_MAX = 8;
/** Numbers of `styles`: what has none, a head, a date, a count; amounts follow, by their decimals. */
const STYLE = { head: 1, date: 2, count: 3, amounts: 4 } as const;

/** @throws RangeError without a sheet */
export function xlsxOf(sheets: readonly Sheet[]): Uint8Array<ArrayBuffer> {
  if (sheets.length === 0) throw new RangeError('a workbook has a sheet');
  const names = sheetNames(sheets);
  return zipOf([
    ['[Content_Types].xml', contentTypes(sheets.length)],
    ['_rels/.rels', relations([['officeDocument', 'xl/workbook.xml']])],
    ['xl/workbook.xml', workbook(names)],
    [
      'xl/_rels/workbook.xml.rels',
      relations([
        ...sheets.map((_, at) => ['worksheet', `worksheets/sheet${at + 1}.xml`] as const),
        ['styles', 'styles.xml'],
      ]),
    ],
    ['xl/styles.xml', styles()],
    ...sheets.map(({ rows }, at) => [`xl/worksheets/sheet${at + 1}.xml`, worksheet(rows)] as const),
  ]);
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const PARTS = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

function contentTypes(count: number): string {
  const part = (name: string, type: string): string =>
    `<Override PartName="/xl/${name}.xml" ContentType="${PARTS}.${type}+xml"/>`;
  const sheets = Array.from({ length: count }, (_, at) => part(`worksheets/sheet${at + 1}`, 'worksheet')).join('');
  return `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('workbook', 'sheet.main')}${part('styles', 'styles')}${sheets}</Types>`;
}

function relations(parts: readonly (readonly [kind: string, target: string])[]): string {
  const lines = parts.map(
    ([kind, target], at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${kind}" Target="${target}"/>`,
  );
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${lines.join('')}</Relationships>`;
}

function workbook(names: readonly string[]): string {
  const sheets = names.map((name, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`);
  return `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.join('')}</sheets></workbook>`;
}

function styles(): string {
  const formats = Array.from({ length: DECIMALS_MAX + 1 }, (_, decimals) => {
    const cents = decimals === 0 ? '' : `.${'0'.repeat(decimals)}`;
    return `<numFmt numFmtId="${200 + decimals}" formatCode="#,##0${cents}"/>`;
  });
  const cell = (format: number, font: number): string =>
    `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`;
  const cells = [cell(0, 0), cell(0, 1), cell(199, 0), cell(1, 0), ...formats.map((_, at) => cell(200 + at, 0))];
  return `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="${formats.length + 1}"><numFmt numFmtId="199" formatCode="yyyy\\-mm\\-dd"/>${formats.join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${cells.length}">${cells.join('')}</cellXfs></styleSheet>`;
}

function worksheet(rows: readonly (readonly Cell[])[]): string {
  const widths = Array.from({ length: Math.max(1, ...rows.map((row) => row.length)) }, (_, at) =>
    Math.max(...rows.map((row) => widthOf(row[at]))),
  );
  const columns = widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`);
  const lines = rows.map(
    (row, at) =>
      `<row r="${at + 1}">${row.map((cell, column) => cellOf(cell, `${letters(column)}${at + 1}`)).join('')}</row>`,
  );
  return `${HEAD}<worksheet xmlns="${MAIN}"><cols>${columns.join('')}</cols><sheetData>${lines.join('')}</sheetData></worksheet>`;
}

const WIDTH = { min: 10, max: 60 } as const;

/** Han characters are twice as wide as digits. */
function widthOf(cell: Cell | undefined): number {
  if (cell === undefined) return WIDTH.min;
  const text = 'text' in cell ? cell.text : 'amount' in cell ? `${cell.amount},,,` : '0000-00-00';
  const signs = [...text].reduce((sum, sign) => sum + ((sign.codePointAt(0) ?? 0) > 0x2e_80 ? 2 : 1), 2);
  return Math.min(WIDTH.max, Math.max(WIDTH.min, signs));
}

function cellOf(cell: Cell, place: string): string {
  if ('date' in cell) return number(place, STYLE.date, String(dayOfDate(cell.date) + EPOCH_DAYS));
  if ('count' in cell) return number(place, STYLE.count, String(cell.count));
  if ('amount' in cell) {
    const { amount } = cell;
    const decimals = amount.split('.')[1]?.length ?? 0;
    const isExact =
      /^-?\d+(?:\.\d+)?$/.test(amount) && amount.replaceAll(/\D/g, '').replace(/^0+/, '').length <= DIGITS_MAX;
    if (isExact && decimals <= DECIMALS_MAX) return number(place, STYLE.amounts + decimals, amount);
    return words(place, 0, amount);
  }
  return words(place, cell.isHead === true ? STYLE.head : 0, cell.text);
}

function number(place: string, style: number, value: string): string {
  return `<c r="${place}" s="${style}"><v>${value}</v></c>`;
}

function words(place: string, style: number, text: string): string {
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

function letters(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest === 0 ? '' : letters(rest - 1)) + String.fromCodePoint(65 + (column % 26));
}

/** What XML cannot hold goes. */
function escaped(text: string): string {
  const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, '').replaceAll(/[&<>"]/g, (sign) => signs[sign] ?? '');
}

/** Names of sheets have no brackets and slashes, are short, and differ. */
function sheetNames(sheets: readonly Sheet[]): string[] {
  const taken = new Set<string>();
  return sheets.map(({ name }, at) => {
    const plain =
      name
        .replaceAll(/[[\]:*?/\\']/g, ' ')
        .trim()
        .slice(0, NAME_MAX) || `${at + 1}`;
    const own = taken.has(plain) ? `${plain.slice(0, NAME_MAX - 4)} ${at + 1}` : plain;
    taken.add(own);
    return own;
  });
}

/** Files one after the other, then their list (APPNOTE 6.3.3, stored). The time of each is the first that the format knows. */
function zipOf(files: readonly (readonly [name: string, text: string])[]): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const list: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const [name, text] of files) {
    const [nameBytes, bytes] = [encoder.encode(name), encoder.encode(text)];
    const shared = [20, 0x08_00, 0, 0, 0x00_21, crc32(bytes), bytes.length, bytes.length, nameBytes.length, 0];
    const local = record(0x04_03_4b_50, shared, [2, 2, 2, 2, 2, 4, 4, 4, 2, 2]);
    list.push(
      record(0x02_01_4b_50, [20, ...shared, 0, 0, 0, 0, offset], [2, 2, 2, 2, 2, 2, 4, 4, 4, 2, 2, 2, 2, 2, 4, 4]),
    );
    list.push(nameBytes);
    parts.push(local, nameBytes, bytes);
    offset += local.length + nameBytes.length + bytes.length;
  }
  const size = list.reduce((sum, { length }) => sum + length, 0);
  const end = record(0x06_05_4b_50, [0, 0, files.length, files.length, size, offset, 0], [2, 2, 2, 2, 4, 4, 2]);
  return joined([...parts, ...list, end]);
}

/** A signature and values of these sizes, the lowest byte first. */
function record(signature: number, values: readonly number[], sizes: readonly number[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(4 + sizes.reduce((sum, size) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, signature, true);
  let at = 4;
  for (const [index, size] of sizes.entries()) {
    const value = values[index] ?? 0;
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return bytes;
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xff_ff_ff_ff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ ((crc & 1) * 0xed_b8_83_20);
  }
  return (crc ^ 0xff_ff_ff_ff) >>> 0;
}
