import { entryOf, realDate, STATEMENT_LINES_MAX, StatementFault, unitsOf } from './statement.ts';
import type { Statement, StatementEntry, StatementOf } from './statement.ts';

/*
 * MT940, the customer statement of SWIFT (Category 9, field rules of :20: :25: :28C: :60a: :61: :86: :62a:). Files of banks carry the text
 * block alone or with its envelope, and several messages one after the other.
 */

interface Field {
  readonly tag: string;
  readonly value: string;
  readonly line: number;
}

/** @throws StatementFault */
export function readMt940(text: string, of: StatementOf): readonly Statement[] {
  return messagesIn(fieldsIn(text)).map((fields) => statementOf(fields, of));
}

/** Whether a text looks like one. */
export function isMt940(text: string): boolean {
  return /^(?:\{1:[^\n]*)?\s*:20:/.test(text) || /^\{1:[\s\S]{0,400}?:20:/.test(text);
}

const TAG = /^:(\d{2}[A-Z]?):(.*)$/;

function fieldsIn(text: string): readonly Field[] {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.length > STATEMENT_LINES_MAX) throw new StatementFault('STATEMENT_TOO_LARGE');
  const fields: { tag: string; value: string; line: number }[] = [];
  for (const [at, raw] of lines.entries()) {
    // The envelope stands before the first field, and behind the last.
    const line = raw.replace(/^(?:\{\d:[^{}]*\})*\{4:/, '');
    if (line.trim() === '') continue;
    const found = TAG.exec(line);
    const open = fields.at(-1);
    if (found !== null) fields.push({ tag: found[1] ?? '', value: found[2] ?? '', line: at + 1 });
    else if (isEnd(line)) fields.push({ tag: '-', value: '', line: at + 1 });
    else if (open !== undefined && open.tag !== '-') open.value += `\n${line}`;
    else throw new StatementFault('STATEMENT_UNREADABLE', at + 1);
  }
  return fields;
}

function isEnd(line: string): boolean {
  return line.trim() === '-' || line.startsWith('-}');
}

/** Each message begins with its :20:. */
function messagesIn(fields: readonly Field[]): readonly (readonly Field[])[] {
  const messages: Field[][] = [];
  for (const field of fields.filter(({ tag }) => tag !== '-')) {
    if (field.tag === '20') messages.push([]);
    const open = messages.at(-1);
    if (open === undefined) throw new StatementFault('STATEMENT_MISSING', field.line, ':20:');
    open.push(field);
  }
  return messages;
}

function statementOf(fields: readonly Field[], of: StatementOf): Statement {
  const at = fields[0]?.line ?? 0;
  const need = (name: string, ...tags: readonly string[]): Field => {
    const found = fields.filter(({ tag }) => tags.includes(tag));
    const [only] = found;
    if (only === undefined || found.length > 1)
      throw new StatementFault('STATEMENT_MISSING', found[1]?.line ?? at, name);
    return only;
  };
  const opening = balanceOf(need(':60F:', '60F', '60M'), of);
  const closing = balanceOf(need(':62F:', '62F', '62M'), of);
  return {
    account: need(':25:', '25', '25P').value.split('\n')[0]?.trim() ?? '',
    currency: of.currency,
    number: need(':28C:', '28C', '28').value.trim(),
    opening,
    closing,
    entries: entriesIn(fields, of),
  };
}

/** "C260101EUR1234,56" */
function balanceOf({ tag, value, line }: Field, { currency, decimals }: StatementOf): bigint {
  const parts = /^([CD])(\d{6})([A-Z]{3})([\d,]{1,20})\s*$/.exec(value);
  if (parts === null) throw new StatementFault('STATEMENT_INVALID', line, `:${tag}:`);
  const [, mark, on = '', code, amount = ''] = parts;
  dateOf(on, line, tag);
  if (code !== currency) throw new StatementFault('STATEMENT_CURRENCY', line, `:${tag}:`);
  const units = amountOf(amount, decimals, line, tag);
  return mark === 'D' ? -units : units;
}

/** The comma is the decimal point, and is never left out. */
function amountOf(text: string, decimals: number, line: number, tag: string): bigint {
  const units = /^\d{1,18},\d*$/.test(text) ? unitsOf(text.replace(',', '.'), decimals) : null;
  if (units === null) throw new StatementFault('STATEMENT_AMOUNT', line, `:${tag}:`);
  return units;
}

function dateOf(yymmdd: string, line: number, tag: string): string {
  const date = realDate(2_000 + Number(yymmdd.slice(0, 2)), Number(yymmdd.slice(2, 4)), Number(yymmdd.slice(4, 6)));
  if (date === null) throw new StatementFault('STATEMENT_DATE', line, `:${tag}:`);
  return date;
}

/** Each :61: with the :86: that stands behind it. The :86: behind the closing balance is about the statement. */
function entriesIn(fields: readonly Field[], of: StatementOf): readonly StatementEntry[] {
  return fields.flatMap((field, at) => {
    if (field.tag !== '61') return [];
    const next = fields[at + 1];
    const entry = lineOf(field, next?.tag === '86' ? next.value : '', of);
    // A line of nothing: there is nothing to match.
    return entry.amount === 0n ? [] : [entryOf(entry)];
  });
}

/** Value date, date of entry, mark, funds code, amount, kind, own reference, bank's reference, and more words on a line of their own. */
const LINE =
  /^(\d{6})(\d{4})?(RC|RD|C|D)([A-Z])?(\d[\d,]{0,19})([A-Z][A-Z0-9]{3})([^\n]{0,60}?)(?:\/\/([^\n]{0,60}))?(?:\n([\s\S]*))?$/;

function lineOf({ value, line }: Field, told: string, { decimals }: StatementOf): StatementEntry {
  const parts = LINE.exec(value.trimEnd());
  if (parts === null) throw new StatementFault('STATEMENT_INVALID', line, ':61:');
  const [, valued = '', entered, mark = '', , amount = '', , own = '', bankRef = '', more = ''] = parts;
  const valuedOn = dateOf(valued, line, '61');
  const units = amountOf(amount, decimals, line, '61');
  const facts = factsIn(told);
  return {
    bookedOn: entered === undefined ? valuedOn : enteredOn(entered, valuedOn, line),
    valuedOn,
    // A reversal of a credit takes money away, one of a debit brings it back.
    amount: mark === 'C' || mark === 'RD' ? units : -units,
    isReversal: mark.startsWith('R'),
    bankRef: bankRef.trim(),
    endToEndId: facts.endToEndId || (own.trim() === 'NONREF' ? '' : own.trim()),
    counterparty: facts.name,
    text: [facts.text, more].filter((part) => part !== '').join(' '),
  };
}

/** The date of entry has no year: it is the one next to the value date. */
function enteredOn(mmdd: string, valuedOn: string, line: number): string {
  const year = Number(valuedOn.slice(0, 4));
  const monthsOff = Number(mmdd.slice(0, 2)) - Number(valuedOn.slice(5, 7));
  const of = monthsOff > 6 ? year - 1 : monthsOff < -6 ? year + 1 : year;
  const date = realDate(of, Number(mmdd.slice(0, 2)), Number(mmdd.slice(2, 4)));
  if (date === null) throw new StatementFault('STATEMENT_DATE', line, ':61:');
  return date;
}

interface Told {
  readonly name: string;
  readonly text: string;
  readonly endToEndId: string;
}

/** :86: in the forms that banks use: subfields of a question mark, words between slashes, or plain text. */
function factsIn(told: string): Told {
  const joined = told.replaceAll('\n', '');
  if (/^\d{3}\?\d{2}/.test(joined)) return fromSubfields(joined);
  const plain = told.replaceAll('\n', ' ');
  const part = (word: string): string =>
    new RegExp(`/${word}/((?:[^/]|/(?![A-Z]{3,4}/))*)`).exec(joined)?.[1]?.trim() ?? '';
  return { name: part('NAME'), text: plain, endToEndId: endToEnd(part('EREF')) };
}

const PURPOSE = /^(?:2\d|6[0-3])$/;

function fromSubfields(joined: string): Told {
  const subfields = joined
    .split('?')
    .slice(1)
    .map((part) => ({ code: part.slice(0, 2), value: part.slice(2) }));
  const text = subfields
    .filter(({ code }) => PURPOSE.test(code))
    .map(({ value }) => value)
    .join('');
  const name = subfields
    .filter(({ code }) => code === '32' || code === '33')
    .map(({ value }) => value)
    .join('');
  return { name, text, endToEndId: endToEnd(/EREF\+(.*?)(?=[A-Z]{4}\+|$)/.exec(text)?.[1]?.trim() ?? '') };
}

/** Banks say in words that nothing was given. */
function endToEnd(text: string): string {
  return /^(?:NOT ?PROVIDED|NONREF)$/i.test(text) ? '' : text;
}
