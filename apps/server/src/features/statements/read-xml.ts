import { StatementFault } from '@candor/domain/statement/statement';
import type { XmlNode } from '@candor/domain/statement/read-camt053';
import { setImmediate } from 'node:timers/promises';
import { SaxesParser } from 'saxes';

/*
 * XML from strangers as a tree, within bounds. There is no document type: so there are no entities of its own, and nothing that grows or
 * leads elsewhere (decision 178). saxes is strict, and ends at the first thing that is not well-formed.
 */

const DEPTH_MAX = 40;
const NODES_MAX = 1_000_000;
const TEXT_MAX = 20_000;

interface Growing {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly nodes: Growing[];
  text: string;
  readonly line: number;
}

/** As much is read at a time; between two, others have their turn. */
const CHUNK_CHARS = 64 * 1_024;
const ATTRIBUTES_MAX = 50;

/** @returns the root and its namespace. @throws StatementFault */
export async function readXml(text: string): Promise<{ readonly root: XmlNode; readonly namespace: string }> {
  const parser = new SaxesParser({ xmlns: true, position: true });
  const open: Growing[] = [];
  let root: Growing | undefined;
  let namespace = '';
  let count = 0;
  const fault = (key: 'STATEMENT_UNREADABLE' | 'STATEMENT_TOO_LARGE'): never => {
    throw new StatementFault(key, parser.line);
  };
  parser.on('doctype', () => fault('STATEMENT_UNREADABLE'));
  parser.on('error', () => fault('STATEMENT_UNREADABLE'));
  let attributesOfTag = 0;
  parser.on('opentagstart', () => {
    attributesOfTag = 0;
  });
  parser.on('attribute', () => {
    attributesOfTag += 1;
    if (attributesOfTag > ATTRIBUTES_MAX) fault('STATEMENT_TOO_LARGE');
  });
  parser.on('opentag', ({ local, uri, attributes }) => {
    count += 1;
    if (open.length >= DEPTH_MAX || count > NODES_MAX) fault('STATEMENT_TOO_LARGE');
    const plain = Object.fromEntries(Object.values(attributes).map(({ local: name, value }) => [name, value]));
    const node: Growing = { name: local, attributes: plain, nodes: [], text: '', line: parser.line };
    if (root === undefined) {
      root = node;
      namespace = uri;
    } else if (uri !== namespace) {
      // What a bank adds of its own has a namespace of its own, and says nothing here.
      open.push(node);
      return;
    }
    open.at(-1)?.nodes.push(node);
    open.push(node);
  });
  const addText = (more: string): void => {
    const node = open.at(-1);
    if (node === undefined) return;
    node.text += more;
    if (node.text.length > TEXT_MAX) fault('STATEMENT_TOO_LARGE');
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const node = open.pop();
    if (node !== undefined) node.text = node.text.trim();
  });
  for (let at = 0; at < text.length; at += CHUNK_CHARS) {
    parser.write(text.slice(at, at + CHUNK_CHARS));
    await setImmediate();
  }
  parser.close();
  if (root === undefined) throw new StatementFault('STATEMENT_UNREADABLE');
  return { root, namespace };
}
