/**
 * Merges several Prometheus texts: all samples of a metric must be together under one HELP and one TYPE. The label
 * `role` shows which text a sample comes from.
 */
export function mergeMetrics(texts: readonly string[]): string {
  const byMetric = new Map<string, { head: string[]; samples: string[] }>();
  for (const text of texts) {
    let current: { head: string[]; samples: string[] } | undefined;
    let isNew = false;
    for (const line of text.split('\n')) {
      const [, kind, name] = /^# (HELP|TYPE) (\S+)/.exec(line) ?? [];
      if (name !== undefined && kind === 'HELP') {
        isNew = !byMetric.has(name);
        current = byMetric.get(name) ?? { head: [], samples: [] };
        byMetric.set(name, current);
      }
      if (line === '') continue;
      if (!line.startsWith('#')) current?.samples.push(line);
      else if (isNew) current?.head.push(line);
    }
  }
  return `${[...byMetric.values()].flatMap(({ head, samples }) => [...head, ...samples]).join('\n')}\n`;
}
