import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { fileURLToPath } from 'node:url';
import { withSection } from './benchmarks-page.ts';

/** What was measured, its value, and the single runs or other notes. */
export type Figure = readonly [what: string, value: string, runs: string];

const PAGE = new URL('../../docs/benchmarks.md', import.meta.url);
/** Runnable processes per core when the program started: above 0.5, other programs were running too. */
const loadAtStart = (loadavg()[0] ?? 0) / cpus().length;

/**
 * Prints the figures of one program, and puts them into docs/benchmarks.md in the place of its last ones.
 * @param note how they are to be read, below the table.
 */
export async function report(name: string, title: string, figures: readonly Figure[], note = ''): Promise<void> {
  for (const [what, value, runs] of figures) console.log(`${what}: ${value}${runs === '' ? '' : ` (${runs})`}`);
  const page = await readFile(PAGE, 'utf8').catch(() => '');
  await writeFile(PAGE, withSection(page, name, sectionText(title, figures, note)));
  console.log(`Written to ${fileURLToPath(PAGE)}`);
}

function machineText(): string {
  const cores = cpus();
  const memoryGb = Math.round(totalmem() / 2 ** 30);
  return `${cores.length} × ${cores[0]?.model.trim() ?? 'unknown'}, ${memoryGb} GB, ${type()} ${release()}, Node ${process.versions.node}; load ${loadAtStart.toFixed(1)} a core before the start`;
}

function sectionText(title: string, figures: readonly Figure[], note: string): string {
  return [
    `## ${title}`,
    '',
    `${new Date().toISOString().slice(0, 16)} UTC on ${machineText()}.`,
    '',
    '| Measured | Figure | Runs |',
    '|---|---|---|',
    ...figures.map(([what, value, runs]) => `| ${what} | ${value} | ${runs} |`),
    '',
    note,
  ].join('\n');
}
