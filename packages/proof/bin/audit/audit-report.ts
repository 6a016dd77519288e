/** The report of an audit: for programs as JSON, for people as one page that needs nothing else. */
import type { AuditResult } from './audit-site.ts';
import { FINDINGS } from './findings.ts';

export type Verdict = 'holds' | 'findings' | 'incomplete';

export type AuditReport = ReturnType<typeof reportOf>;

export function verdictOf({ findingsCount, unreachable }: AuditResult): Verdict {
  if (findingsCount > 0) return 'findings';
  return unreachable === null ? 'holds' : 'incomplete';
}

export function reportOf(
  result: AuditResult,
  run: { readonly site: string; readonly startedMs: number; readonly endedMs: number },
) {
  const { log, entries, openings, products, orders, findings, findingsCount, unreachable } = result;
  return {
    format: 'candor-audit-v1',
    site: run.site,
    startedAt: new Date(run.startedMs).toISOString(),
    endedAt: new Date(run.endedMs).toISOString(),
    verdict: verdictOf(result),
    unreachable,
    log: log === null ? null : { ...log, newEntries: entries },
    openings,
    products,
    orders,
    findingsCount,
    findings: findings.map(({ key, where }) => ({ key, where, words: FINDINGS[key] })),
  };
}

const WORDS: Readonly<Record<Verdict, string>> = {
  holds: 'Everything that was read holds.',
  findings: 'Something is wrong. Ask the operator of the site about each line below, and keep this page.',
  incomplete: 'The site could not be read to the end. What was read holds.',
};

export function pageOf(report: AuditReport): string {
  const { site, startedAt, endedAt, verdict, unreachable, log, openings, products, orders, findings, findingsCount } =
    report;
  const more = findingsCount - findings.length;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Audit of ${escaped(site)}</title>
<style>
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; }
th, td { text-align: left; padding: 0.35rem 0.6rem; border-bottom: 1px solid #8886; vertical-align: top; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
.verdict { padding: 0.75rem 1rem; border: 2px solid; border-radius: 0.5rem; font-weight: 600; }
</style>
</head>
<body>
<h1>Audit of ${escaped(site)}</h1>
<p class="verdict">${escaped(WORDS[verdict])}${unreachable === null ? '' : ` (${escaped(unreachable)})`}</p>
<p>From ${escaped(startedAt)} to ${escaped(endedAt)}, from public data alone.</p>
${
  findings.length === 0
    ? ''
    : `<h2>Findings: ${findingsCount}</h2>\n${table(
        ['What', 'Where', 'Key'],
        findings.map(({ key, where, words }) => [words, where, key]),
      )}`
}
${more > 0 ? `<p>${more} more are not listed.</p>` : ''}
<h2>The order log</h2>
<p>${log === null ? 'Not read.' : `${log.size} entries of orders, settlements and terms, ${log.newEntries} of them new. Root: <code>${escaped(log.root)}</code>`}</p>
<p>${openings === null ? 'What it opens could not be read.' : `Opened since the last audit: ${openings.opened} orders with their settlement. Sealed, as the order still runs: ${openings.sealed} entries.`}</p>
<h2>Prices</h2>
${table(
  ['Product', 'Up to number', 'New prices', 'Checkpoints', 'Sources compared'],
  products.map(({ product, isListed, toSeq, ticks, checkpoints, sources }) => [
    isListed ? product : `${product} (not offered any more)`,
    toSeq,
    ticks,
    checkpoints,
    sources,
  ]),
)}
${simulatedPart(products)}
<h2>Orders</h2>
${table(
  [
    'Settled again, same result',
    'Another result',
    'Void outside the log: only their members can check',
    'Closed after the prices that were read: judged by the next audit',
  ],
  [[orders.right, orders.wrong, orders.unseen, orders.waiting]],
)}
</body>
</html>
`;
}

/** Only of products with simulated prices. */
function simulatedPart(products: AuditReport['products']): string {
  const rows = products.flatMap(({ product, simulated }) => {
    const { checked = 0, unrevealed = 0, unnamed = 0, begun = 0, foreseeable = 0 } = simulated ?? {};
    return checked + unrevealed + unnamed + begun === 0
      ? []
      : [[product, checked, unrevealed, unnamed, begun, foreseeable]];
  });
  const heads = [
    'Product',
    'Computed again',
    'Seed not published',
    'No seed named yet',
    'Free prices: the first of a chain (before version 2 of the format, the first of each seed)',
    'Without public randomness: the operator could know them',
  ];
  return rows.length === 0 ? '' : `<h2>Simulated prices</h2>\n${table(heads, rows)}`;
}

function table(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const cell = (value: string | number): string =>
    typeof value === 'number' ? `<td class="n">${value}</td>` : `<td>${escaped(value)}</td>`;
  const head = heads.map(
    (text, at) => `<th${typeof rows[0]?.[at] === 'number' ? ' class="n"' : ''}>${escaped(text)}</th>`,
  );
  return `<table><thead><tr>${head.join('')}</tr></thead><tbody>\n${rows
    .map((row) => `<tr>${row.map(cell).join('')}</tr>\n`)
    .join('')}</tbody></table>`;
}

/** A site is a stranger: nothing of it becomes a tag, and nothing changes the direction of the text. */
function escaped(text: string): string {
  return text.replace(/[&<>"']|\p{C}/gu, (character) => {
    const entity = ENTITIES[character];
    return entity ?? '?';
  });
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
