import { writeFileSync } from 'node:fs';
import type { Reporter } from 'vitest/node';

/**
 * Keeps the errors that no test caught. They end a run as failed, and Vitest's JSON report does not have them: without this, the
 * end of a long output says that something failed, and not what. They stand beside the report, where test-counts.mjs reads them.
 */
export function strayErrors(reportFile: string): Reporter {
  return {
    onTestRunEnd(_modules, errors) {
      const texts = errors.map(({ name, message, stack }) => `${name ?? 'Error'}: ${message}${place(stack)}`);
      writeFileSync(`${reportFile}.stray.json`, JSON.stringify(texts));
    },
  };
}

/** The first frame of our own. */
function place(stack = ''): string {
  const frame = stack.split('\n').find((line) => /^\s*at /.test(line) && !/node_modules|node:/.test(line));
  return frame === undefined ? '' : ` (${frame.trim()})`;
}
