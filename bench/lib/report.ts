import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { fileURLToPath } from 'node:url';

/** What was measured, its value, and the single runs or other notes. */
export type Figure = readonly [what: string, value: string, runs: string];

const CACHE = new URL('../../.cache/bench/', import.meta.url);
const PAGE = new URL('../../docs/benchmarks.md', import.meta.url);
/** Runnable processes per core when the program started: above 0.5, other programs were running too. */
const loadAtStart = (loadavg()[0] ?? 0) / cpus().length;
const ORDER = ['orders', 'orders-http', 'settlement', 'reads', 'fan-out', 'sources', 'first-paint', 'chart'];

/** Prints the figures of one program, and rewrites docs/benchmarks.md from the last figures of each program. */
export async function report(name: string, title: string, figures: readonly Figure[]): Promise<void> {
  for (const [what, value, runs] of figures) console.log(`${what}: ${value}${runs === '' ? '' : ` (${runs})`}`);
  await mkdir(CACHE, { recursive: true });
  await writeFile(new URL(`${name}.md`, CACHE), sectionText(title, figures));
  await mkdir(new URL('.', PAGE), { recursive: true });
  await writeFile(PAGE, await pageText());
  console.log(`Written to ${fileURLToPath(PAGE)}`);
}

function machineText(): string {
  const cores = cpus();
  const memoryGb = Math.round(totalmem() / 2 ** 30);
  return `${cores.length} × ${cores[0]?.model.trim() ?? 'unknown'}, ${memoryGb} GB, ${type()} ${release()}, Node ${process.versions.node}; load ${loadAtStart.toFixed(1)} a core before the start`;
}

function sectionText(title: string, figures: readonly Figure[]): string {
  return [
    `## ${title}`,
    '',
    `${new Date().toISOString().slice(0, 16)} UTC on ${machineText()}.`,
    '',
    '| Measured | Figure | Runs |',
    '|---|---|---|',
    ...figures.map(([what, value, runs]) => `| ${what} | ${value} | ${runs} |`),
    '',
  ].join('\n');
}

async function pageText(): Promise<string> {
  const measured = await readdir(CACHE);
  const files = ORDER.map((name) => `${name}.md`).filter((file) => measured.includes(file));
  const sections = await Promise.all(files.map(async (file) => await readFile(new URL(file, CACHE), 'utf8')));
  return `${INTRODUCTION}\n${sections.join('\n')}`;
}

const INTRODUCTION = `# Benchmarks

Written by \`npm run bench\`; do not edit. \`npm run bench -- orders\` measures one program again.

Figures are the median of the runs that stand beside them. Ratios count more than figures: a program and
what it is compared with take turns on the same machine, in the same run, with everything (clients, server and
database) sharing its cores. What else the machine does at the time shows as a load a core above 0.5 before the start,
and as a spread between the runs.
`;
