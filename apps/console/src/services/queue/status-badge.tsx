import type { ReactNode } from 'react';
import type { LucideIcon } from 'lucide-react';

export type Tone = 'wait' | 'busy' | 'warn' | 'good' | 'bad' | 'quiet' | 'practice' | 'stop';

/** A status as a word on a quiet colour. The word says it; colour and picture only help to find it. */
export function StatusBadge({ tone, icon: Icon, children }: { tone: Tone; icon?: LucideIcon; children: ReactNode }) {
  return (
    <span className="status-badge" data-tone={tone}>
      {Icon !== undefined && <Icon size={14} aria-hidden />}
      {children}
    </span>
  );
}
