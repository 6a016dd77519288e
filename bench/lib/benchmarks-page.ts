/** The programs in the order in which their figures stand on the page. */
const ORDER = [
  'orders',
  'orders-http',
  'order-log',
  'proof',
  'settlement',
  'end-of-day',
  'growth',
  'year',
  'console-lists',
  'records',
  'drill',
  'reads',
  'fan-out',
  'sources',
  'robots',
  'edge',
  'busy-machine',
  'first-paint',
  'chart',
];

const INTRODUCTION = `# Benchmarks

Written by \`npm run bench\`; do not edit. \`npm run bench -- orders\` measures one program again.

Figures are the median of the runs that stand beside them. Ratios count more than figures: a program and
what it is compared with take turns on the same machine, in the same run, with everything (clients, server and
database) sharing its cores. What else the machine does at the time shows as a load a core above 0.5 before the start,
and as a spread between the runs.
`;

/**
 * The page docs/benchmarks.md with this section, in Markdown, in the place of the program's last one. The other sections
 * stay, except those of programs that are gone.
 */
export function withSection(page: string, name: string, section: string): string {
  if (!ORDER.includes(name)) throw new Error(`There is no place for the figures of ${name}.`);
  const sections = new Map<string, string>();
  const parts = page.split(/^<!-- ([\w-]+) -->\n/m).slice(1);
  for (let at = 0; at + 1 < parts.length; at += 2) sections.set(parts[at] ?? '', (parts[at + 1] ?? '').trim());
  sections.set(name, section.trim());
  const texts = ORDER.filter((one) => sections.has(one)).map((one) => `<!-- ${one} -->\n${sections.get(one)}\n`);
  return [INTRODUCTION, ...texts].join('\n');
}
