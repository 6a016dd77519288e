import { setImmediate } from 'node:timers/promises';
import type { Language } from '@candor/contract/languages';
import type { TransferView } from '@candor/contract/wallet';
import { PDFDocument } from '@napi-rs/canvas';
import { familiesOf } from '../../platform/pdf/pdf-font.ts';
import { belongsTo, explanationOf, STATEMENT_WORDS } from './statement-words.ts';

/** What the sheets say. Texts, moments and amounts are as a reader of the language expects them. */
export interface StatementSheets {
  member: string;
  /** The facts at the head: what each is, and its text. */
  facts: readonly (readonly [string, string])[];
  /** Opening, in, out and closing, as far as the file has them. */
  sums: readonly (readonly [string, string])[];
  /** Below the sums: what the file is, or what it lacks. */
  note: string;
  /** Oldest first, each with its moment in the site's time. */
  lines: readonly SheetLine[];
}

interface SheetLine {
  moment: string;
  amount: string;
  balance: string;
  transfer: TransferView;
}

// A4 in points.
const WIDTH = 595;
const HEIGHT = 842;
const MARGIN = 44;
const RIGHT = WIDTH - MARGIN;
const LINE_HEIGHT = 27;
const HEAD_HEIGHT = 24;
const FACT_HEIGHT = 16;
/** Where the first table begins below title, facts and sums. */
const FIRST_TOP = 234;
const NEXT_TOP = MARGIN + 12;
/** Room for the page's number. */
const BOTTOM = HEIGHT - MARGIN - 18;

const INK = '#1b1f24';
const SOFT = '#6a7280';
const HAIRLINE = '#dfe3e8';
const BAND = '#f4f5f7';

/** Left edges of text, right edges of figures. */
const COLUMNS = { moment: MARGIN + 6, type: MARGIN + 118, amount: RIGHT - 112, balance: RIGHT - 6 } as const;

/** Lines that fit on the first sheet and on each later one. */
const ON_FIRST = Math.floor((BOTTOM - FIRST_TOP - HEAD_HEIGHT) / LINE_HEIGHT);
const ON_NEXT = Math.floor((BOTTOM - NEXT_TOP - HEAD_HEIGHT) / LINE_HEIGHT);

type Pen = ReturnType<typeof penOf>;

/** Writes on one sheet. */
function penOf(context: ReturnType<PDFDocument['beginPage']>, families: string) {
  return {
    write: (
      text: string,
      x: number,
      y: number,
      { size = 9, weight = 400, ink = INK, end = false, width = WIDTH }: Style = {},
    ) => {
      context.font = `${weight} ${size}px ${families}`;
      context.fillStyle = ink;
      context.textAlign = end ? 'right' : 'left';
      context.fillText(text, x, y, width);
    },
    rule: (y: number) => {
      context.fillStyle = HAIRLINE;
      context.fillRect(MARGIN, y, RIGHT - MARGIN, 0.5);
    },
    band: (top: number, height: number) => {
      context.fillStyle = BAND;
      context.fillRect(MARGIN, top, RIGHT - MARGIN, height);
    },
  };
}

interface Style {
  size?: number;
  weight?: 400 | 500 | 700;
  ink?: string;
  /** Whether `x` is the right edge. */
  end?: boolean;
  /** Longer text is set narrower. */
  width?: number;
}

/**
 * The statement as a PDF of A4 sheets. Its text can be marked, searched and copied. A sheet takes about 10 ms of the process, and other
 * calls run between two of them.
 */
export async function drawStatement(statement: StatementSheets, language: Language): Promise<Buffer> {
  const { sheet } = STATEMENT_WORDS[language];
  const families = familiesOf(charactersOf(statement, language));
  const document = new PDFDocument({ title: `Candor · ${sheet.title}`, author: 'Candor', creator: 'Candor' });
  const pages = sheetsOf(statement.lines);
  for (const [index, lines] of pages.entries()) {
    const pen = penOf(document.beginPage(WIDTH, HEIGHT), families);
    if (index === 0) drawHead(pen, statement, language);
    drawTable(pen, index === 0 ? FIRST_TOP : NEXT_TOP, lines, language);
    drawFoot(pen, statement.member, sheet.page(index + 1, pages.length));
    document.endPage();
    await setImmediate();
  }
  return document.close();
}

/** At least one sheet, also without a line. */
function sheetsOf<Line>(lines: readonly Line[]): Line[][] {
  const pages = [lines.slice(0, ON_FIRST)];
  for (let from = ON_FIRST; from < lines.length; from += ON_NEXT) pages.push(lines.slice(from, from + ON_NEXT));
  return pages;
}

/** Each that may be on a sheet, so that its font is there. */
function charactersOf({ member, facts, sums, note, lines }: StatementSheets, language: Language): Set<string> {
  const { sheet } = STATEMENT_WORDS[language];
  const texts = [member, note, sheet.title, sheet.none, ...Object.values(sheet.head), sheet.page(0, 0)];
  const found = new Set([...texts, ...facts.flat(), ...sums.flat(), 'Candor 0123456789abcdef-+−:.,·'].join(''));
  for (const { transfer } of lines) for (const one of textsOf(transfer, language).join('')) found.add(one);
  return found;
}

/** What happened, and below it what it belongs to. */
function textsOf(transfer: TransferView, language: Language): [what: string, from: string] {
  const why = explanationOf(transfer, language);
  const type = STATEMENT_WORDS[language].types[transfer.type];
  return [why === '' ? type : `${type} · ${why}`, `${belongsTo(transfer, language)} ${transfer.refId}`];
}

function drawHead({ write, band }: Pen, { facts, sums, note }: StatementSheets, language: Language): void {
  const { sheet } = STATEMENT_WORDS[language];
  write(sheet.title, MARGIN, MARGIN + 20, { size: 20, weight: 700 });
  write('Candor', RIGHT, MARGIN + 20, { size: 13, weight: 700, end: true });
  facts.forEach(([name, text], index) => {
    const y = MARGIN + 50 + Math.floor(index / 2) * FACT_HEIGHT;
    const x = index % 2 === 0 ? MARGIN : WIDTH / 2;
    write(name, x, y, { ink: SOFT });
    write(text, x + 72, y, { width: WIDTH / 2 - MARGIN - 78 });
  });
  const top = MARGIN + 106;
  band(top, 48);
  const width = (RIGHT - MARGIN) / Math.max(1, sums.length);
  sums.forEach(([name, text], index) => {
    const x = MARGIN + 12 + index * width;
    write(name, x, top + 18, { size: 8, ink: SOFT });
    write(text, x, top + 35, { size: 12, weight: 700, width: width - 18 });
  });
  write(note, MARGIN, top + 68, { size: 8, ink: SOFT, width: RIGHT - MARGIN });
}

function drawTable({ write, rule, band }: Pen, top: number, lines: StatementSheets['lines'], language: Language): void {
  const { sheet } = STATEMENT_WORDS[language];
  band(top, HEAD_HEIGHT - 4);
  const heading = { size: 8, weight: 500, ink: SOFT } as const;
  const base = top + 13;
  write(sheet.head.moment, COLUMNS.moment, base, heading);
  write(sheet.head.type, COLUMNS.type, base, heading);
  write(sheet.head.amount, COLUMNS.amount, base, { ...heading, end: true });
  write(sheet.head.balance, COLUMNS.balance, base, { ...heading, end: true });
  if (lines.length === 0) write(sheet.none, COLUMNS.moment, top + HEAD_HEIGHT + 16, { ink: SOFT });
  lines.forEach(({ moment, amount, balance, transfer }, index) => {
    const y = top + HEAD_HEIGHT + index * LINE_HEIGHT;
    const [what, from] = textsOf(transfer, language);
    const width = COLUMNS.amount - COLUMNS.type - 70;
    write(moment, COLUMNS.moment, y + 10);
    write(what, COLUMNS.type, y + 10, { width });
    write(from, COLUMNS.type, y + 20, { size: 7, ink: SOFT, width });
    write(amount, COLUMNS.amount, y + 10, { weight: 500, end: true });
    write(balance, COLUMNS.balance, y + 10, { end: true });
    rule(y + LINE_HEIGHT - 3);
  });
}

function drawFoot({ write }: Pen, member: string, page: string): void {
  const y = HEIGHT - MARGIN + 6;
  write(member, MARGIN, y, { size: 8, ink: SOFT });
  write(page, RIGHT, y, { size: 8, ink: SOFT, end: true });
}
