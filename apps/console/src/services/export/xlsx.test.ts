import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { xlsxOf } from './xlsx.ts';

/** The files of an archive without compression; their checksums are compared. */
function filesIn(zip: Uint8Array): Map<string, string> {
  const view = new DataView(zip.buffer);
  const files = new Map<string, string>();
  let at = 0;
  while (view.getUint32(at, true) === 0x04_03_4b_50) {
    const [sum, size, nameLength] = [
      view.getUint32(at + 14, true),
      view.getUint32(at + 18, true),
      view.getUint16(at + 26, true),
    ];
    const name = new TextDecoder().decode(zip.subarray(at + 30, at + 30 + nameLength));
    const bytes = zip.subarray(at + 30 + nameLength, at + 30 + nameLength + size);
    expect(crc32(bytes), name).toBe(sum);
    files.set(name, new TextDecoder().decode(bytes));
    at += 30 + nameLength + size;
  }
  // The list at the end names them all, at their places.
  const end = zip.length - 22;
  expect(view.getUint32(end, true)).toBe(0x06_05_4b_50);
  expect(view.getUint16(end + 10, true)).toBe(files.size);
  expect(view.getUint32(end + 16, true)).toBe(at);
  expect(view.getUint32(at, true)).toBe(0x02_01_4b_50);
  return files;
}

function sheet(...cells: Parameters<typeof xlsxOf>[0][number]['rows'][number]): string {
  return filesIn(xlsxOf([{ name: 'x', rows: [cells] }])).get('xl/worksheets/sheet1.xml') ?? '';
}

describe('xlsxOf', () => {
  it('has the parts of a workbook, one sheet each under a name of its own', () => {
    const files = filesIn(
      xlsxOf([
        { name: '日报 [1/2]', rows: [] },
        { name: '日报 [1/2]', rows: [] },
      ]),
    );
    expect([...files.keys()]).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/workbook.xml',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/worksheets/sheet1.xml',
      'xl/worksheets/sheet2.xml',
    ]);
    expect(files.get('xl/workbook.xml')).toContain('name="日报  1 2"');
    expect(files.get('xl/workbook.xml')).toContain('name="日报  1 2 2"');
    expect(() => xlsxOf([])).toThrow(RangeError);
  });

  it('writes amounts as numbers with their cents, and dates as dates', () => {
    expect(sheet({ amount: '-1234.50' })).toContain('<c r="A1" s="6"><v>-1234.50</v></c>');
    expect(sheet({ amount: '7' })).toContain('<c r="A1" s="4"><v>7</v></c>');
    expect(sheet({ date: '2026-11-28' })).toContain('<c r="A1" s="2"><v>46354</v></c>');
    expect(sheet({ count: 3 })).toContain('<c r="A1" s="3"><v>3</v></c>');
    expect(sheet({ text: 'a' }, { text: 'b', isHead: true })).toContain('<c r="B1" s="1" t="inlineStr">');
  });

  it('leaves a figure text that a spreadsheet would change', () => {
    expect(sheet({ amount: '12345678901234.56' })).toContain('inlineStr');
    expect(sheet({ amount: '1234567890123.45' })).toContain('<v>1234567890123.45</v>');
  });

  it('has no formula, whatever a text says', () => {
    const text = '=HYPERLINK("http://x")&<b>\u0001';
    expect(sheet({ text })).toContain('<t xml:space="preserve">=HYPERLINK(&quot;http://x&quot;)&amp;&lt;b&gt;</t>');
    expect(sheet({ text })).not.toContain('<f>');
  });
});
