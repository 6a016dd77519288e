/** Texts that are made for a call are few, but nobody promises it. */
const KEPT_MAX = 2_000;
const known = new Map<string, string>();

/** What a statement does and to what, such as `select member`: of our own text, without its values. */
export function statementName(text: string): string {
  const found = known.get(text);
  if (found !== undefined) return found;
  const name = read(text);
  if (known.size < KEPT_MAX) known.set(text, name);
  return name;
}

const VERB = /\b(insert|update|delete|merge|select|lock|notify|listen|set|call)\b/i;
/** What is written comes first: a statement that writes also reads. */
const WRITTEN = /\b(insert\s+into|update|delete\s+from|merge\s+into)\s+(?:only\s+)?([a-z_][\w.]*)/i;
const NO_TABLE = /^(of|set|skip|nowait)$/i;
const READ = /\bfrom\s+(?:only\s+)?([a-z_][\w.]*)/i;

function read(text: string): string {
  const plain = text
    .replaceAll(/'[^']*'|--[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
    .replaceAll(/\bfor\s+(no\s+key\s+)?update\b/gi, ' ');
  const [, verb, written] = WRITTEN.exec(plain) ?? [];
  if (verb !== undefined && written !== undefined && !NO_TABLE.test(written))
    return `${verb.split(/\s/)[0] ?? ''} ${written}`.toLowerCase();
  const named = READ.exec(plain)?.[1];
  const first = VERB.exec(plain)?.[1]?.toLowerCase() ?? 'statement';
  return named === undefined ? first : `${first} ${named.toLowerCase()}`;
}
