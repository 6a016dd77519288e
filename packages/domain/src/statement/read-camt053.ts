import { entryOf, realDate, StatementFault, unitsOf } from './statement.ts';
import type { Statement, StatementEntry, StatementOf } from './statement.ts';

/*
 * CAMT.053, the bank's statement of ISO 20022, versions 02 to 13. What differs between them is where names stand and how a state is
 * written; both are read. The file comes as a tree: who reads XML is the host's matter.
 */

/** An element without its namespace. `text` is what stands in it beside its elements. */
export interface XmlNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly nodes: readonly XmlNode[];
  readonly text: string;
  readonly line: number;
}

const VERSION = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.(\d{2})$/;
const VERSIONS = { min: 2, max: 13 };

/** @throws StatementFault */
export function readCamt053(root: XmlNode, namespace: string, of: StatementOf): readonly Statement[] {
  const version = Number(VERSION.exec(namespace)?.[1] ?? '0');
  if (root.name !== 'Document' || version < VERSIONS.min || version > VERSIONS.max)
    throw new StatementFault('STATEMENT_VERSION', root.line, namespace.slice(0, 80));
  const report = need(root, 'BkToCstmrStmt');
  return all(report, 'Stmt').map((node) => statementOf(node, of));
}

function statementOf(node: XmlNode, of: StatementOf): Statement {
  const account = need(node, 'Acct');
  const id = need(account, 'Id');
  const number = textAt(node, 'ElctrncSeqNb') || textAt(node, 'LglSeqNb');
  return {
    account: textAt(id, 'IBAN') || textAt(id, 'Othr', 'Id'),
    currency: of.currency,
    // The id alone is no number: some banks give each file a new one.
    number: number === '' ? need(node, 'Id').text : `${number}/${textAt(node, 'Id')}`,
    opening: balanceOf(node, ['OPBD', 'PRCD'], of),
    closing: balanceOf(node, ['CLBD'], of),
    entries: all(node, 'Ntry').flatMap((entry) => entriesOf(entry, of)),
  };
}

function balanceOf(statement: XmlNode, codes: readonly string[], of: StatementOf): bigint {
  const balances = all(statement, 'Bal');
  const found = codes
    .map((code) => balances.find((balance) => textAt(balance, 'Tp', 'CdOrPrtry', 'Cd') === code))
    .find((balance) => balance !== undefined);
  if (found === undefined) throw new StatementFault('STATEMENT_MISSING', statement.line, `Bal ${codes[0] ?? ''}`);
  return signed(found, amountOf(need(found, 'Amt'), of));
}

function signed(node: XmlNode, units: bigint): bigint {
  const mark = need(node, 'CdtDbtInd');
  if (mark.text === 'CRDT') return units;
  if (mark.text === 'DBIT') return -units;
  throw new StatementFault('STATEMENT_INVALID', mark.line, 'CdtDbtInd');
}

function amountOf(node: XmlNode, { currency, decimals }: StatementOf): bigint {
  if (node.attributes['Ccy'] !== currency) throw new StatementFault('STATEMENT_CURRENCY', node.line, node.name);
  const units = unitsOf(node.text, decimals);
  if (units === null) throw new StatementFault('STATEMENT_AMOUNT', node.line, node.name);
  return units;
}

/** One entry, or each payment of a batch whose details add up to it. What is only expected is no entry. */
function entriesOf(node: XmlNode, of: StatementOf): readonly StatementEntry[] {
  const state = textAt(node, 'Sts', 'Cd') || need(node, 'Sts').text;
  if (state !== 'BOOK') return [];
  const amount = signed(node, amountOf(need(node, 'Amt'), of));
  if (amount === 0n) return [];
  const bookedOn = dateOf(need(node, 'BookgDt'));
  const valued = one(node, 'ValDt');
  const shared = {
    bookedOn,
    valuedOn: valued === undefined ? null : dateOf(valued),
    isReversal: isTrue(textAt(node, 'RvslInd')),
    bankRef: textAt(node, 'AcctSvcrRef') || textAt(node, 'NtryRef'),
  };
  const details = all(node, 'NtryDtls').flatMap((part) => all(part, 'TxDtls'));
  const told = textAt(node, 'AddtlNtryInf');
  const parts = details.map((detail) => ({ detail, amount: partOf(detail, amount > 0n, of) }));
  const sum = parts.reduce<bigint | null>(
    (total, part) => (total === null || part.amount === null ? null : total + part.amount),
    0n,
  );
  if (parts.length > 1 && sum === amount)
    return parts
      .filter((part) => part.amount !== 0n)
      .map((part) => detailed({ ...shared, amount: part.amount ?? 0n }, part.detail, told));
  const [only] = details;
  if (details.length === 1 && only !== undefined) return [detailed({ ...shared, amount }, only, told)];
  return [entryOf({ ...shared, amount, endToEndId: '', counterparty: '', text: told })];
}

/** What one payment of a batch is, in the account's currency; null where that is not told. */
function partOf(detail: XmlNode, isCredit: boolean, { currency, decimals }: StatementOf): bigint | null {
  const node = one(detail, 'Amt') ?? at(detail, 'AmtDtls', 'TxAmt', 'Amt');
  if (node?.attributes['Ccy'] !== currency) return null;
  const units = unitsOf(node.text, decimals);
  const mark = textAt(detail, 'CdtDbtInd') || (isCredit ? 'CRDT' : 'DBIT');
  return units === null ? null : mark === 'CRDT' ? units : -units;
}

type Shared = Omit<StatementEntry, 'endToEndId' | 'counterparty' | 'text'>;

function detailed(shared: Shared, detail: XmlNode, told: string): StatementEntry {
  const refs = one(detail, 'Refs');
  const id = refs === undefined ? '' : textAt(refs, 'EndToEndId');
  const own = refs === undefined ? '' : textAt(refs, 'AcctSvcrRef') || textAt(refs, 'TxId');
  const words = all(detail, 'RmtInf').flatMap((info) => [
    ...all(info, 'Ustrd').map(({ text }) => text),
    ...all(info, 'Strd').map((structured) => textAt(structured, 'CdtrRefInf', 'Ref')),
  ]);
  const text = [...words, textAt(detail, 'AddtlTxInf')].filter((part) => part !== '').join(' ');
  return entryOf({
    ...shared,
    bankRef: own || shared.bankRef,
    endToEndId: /^NOT ?PROVIDED$/i.test(id) ? '' : id,
    counterparty: nameOf(detail, shared.amount > 0n ? 'Dbtr' : 'Cdtr'),
    text: text || told,
  });
}

/** Up to version 07 a name stands in the party itself, later in an element of it. */
function nameOf(detail: XmlNode, party: string): string {
  const parties = one(detail, 'RltdPties');
  return parties === undefined ? '' : textAt(parties, party, 'Pty', 'Nm') || textAt(parties, party, 'Nm');
}

/** A date, or the date of a moment in the place of the bank. */
function dateOf(node: XmlNode): string {
  const text = textAt(node, 'Dt') || textAt(node, 'DtTm');
  const parts = /^(\d{4})-(\d{2})-(\d{2})(?:$|[TZ+-])/.exec(text);
  const date = parts === null ? null : realDate(Number(parts[1]), Number(parts[2]), Number(parts[3]));
  if (date === null) throw new StatementFault('STATEMENT_DATE', node.line, node.name);
  return date;
}

function isTrue(text: string): boolean {
  return text === 'true' || text === '1';
}

function all(node: XmlNode, name: string): readonly XmlNode[] {
  return node.nodes.filter((each) => each.name === name);
}

function one(node: XmlNode, name: string): XmlNode | undefined {
  return node.nodes.find((each) => each.name === name);
}

function need(node: XmlNode, name: string): XmlNode {
  const found = one(node, name);
  if (found === undefined) throw new StatementFault('STATEMENT_MISSING', node.line, name);
  return found;
}

function at(node: XmlNode, ...path: readonly string[]): XmlNode | undefined {
  return path.reduce<XmlNode | undefined>((from, name) => (from === undefined ? undefined : one(from, name)), node);
}

function textAt(node: XmlNode, ...path: readonly string[]): string {
  return at(node, ...path)?.text ?? '';
}
