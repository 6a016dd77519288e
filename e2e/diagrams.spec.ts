import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { blocksOf, writtenFiles } from '../scripts/lib/markdown.ts';

// The diagrams of our documents, drawn by mermaid itself in a real browser. No server is needed.

declare global {
  interface Window {
    mermaid: {
      initialize: (config: { startOnLoad: boolean }) => void;
      render: (id: string, text: string) => Promise<{ svg: string }>;
    };
  }
}

const ROOT = join(import.meta.dirname, '..');
const MERMAID = join(ROOT, 'node_modules', '@mermaid-js', 'tiny', 'dist', 'mermaid.tiny.js');

/** What is wrong with each diagram, or null where it was drawn. */
async function draw(page: Page, texts: readonly string[]): Promise<(string | null)[]> {
  await page.setContent('<!doctype html><title>diagrams</title>');
  await page.addScriptTag({ path: MERMAID });
  return await page.evaluate(async (all) => {
    window.mermaid.initialize({ startOnLoad: false });
    const answers: (string | null)[] = [];
    for (const [index, text] of all.entries()) {
      try {
        const { svg } = await window.mermaid.render(`diagram-${index}`, text);
        answers.push(svg.startsWith('<svg') ? null : 'nothing was drawn');
      } catch (error) {
        answers.push(String(error));
      }
    }
    return answers;
  }, texts);
}

test('every diagram of the documents can be drawn', { tag: '@desktop' }, async ({ page }) => {
  // The diagrams of the schema have hundreds of columns.
  test.setTimeout(180_000);
  const diagrams = writtenFiles(['.md']).flatMap((path) =>
    blocksOf(readFileSync(join(ROOT, path), 'utf8'), 'mermaid').map((text) => ({ path, text })),
  );
  expect(diagrams.length).toBeGreaterThanOrEqual(4);
  const answers = await draw(
    page,
    diagrams.map(({ text }) => text),
  );
  expect(answers.flatMap((answer, index) => (answer === null ? [] : [`${diagrams[index]?.path}: ${answer}`]))).toEqual(
    [],
  );
});

test('a diagram with a fault is found', { tag: '@desktop' }, async ({ page }) => {
  const answers = await draw(page, ['flowchart LR\n  a --> b', 'flowchart LR\n  a --> [b', 'flowshart LR\n  a --> b']);
  expect(answers.map((answer) => answer === null)).toEqual([true, false, false]);
});
