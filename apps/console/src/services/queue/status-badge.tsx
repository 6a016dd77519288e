import type { ReactNode } from 'react';

/** A status as a word on a quiet colour: the word says it, the colour only helps to find it. */
export function StatusBadge({ tone, children }: { tone: 'wait' | 'good' | 'bad' | 'quiet'; children: ReactNode }) {
  return (
    <span className="status-badge" data-tone={tone}>
      {children}
    </span>
  );
}
