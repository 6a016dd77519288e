import type { ReactNode } from 'react';
import {
  ArrowLeft,
  Check,
  Clock,
  Equal,
  FlaskConical,
  Hourglass,
  Minus,
  Plus,
  Shield,
  TriangleAlert,
  X,
} from 'lucide-react';
import { cx } from './cx.ts';
import { Spinner } from './spinner.tsx';

export type ChipTone =
  | 'info'
  | 'waiting'
  | 'warn'
  | 'success'
  | 'danger'
  | 'neutral'
  | 'practice'
  | 'up'
  | 'down'
  | 'win'
  | 'lose';
export type ChipIcon =
  | 'ring'
  | 'clock'
  | 'check'
  | 'cross'
  | 'minus'
  | 'equal'
  | 'hourglass'
  | 'shield'
  | 'dot'
  | 'back'
  | 'flask'
  | 'alert'
  | 'plus'
  | 'up'
  | 'down';

const TONES: Record<ChipTone, string> = {
  info: 'text-info',
  waiting: 'text-waiting',
  warn: 'text-warn',
  success: 'text-success',
  danger: 'text-danger',
  neutral: 'text-text-2',
  practice: 'text-practice',
  up: 'text-up',
  down: 'text-down',
  win: 'text-win',
  lose: 'text-lose',
};

/** A status as colour, icon and word. The app's table decides which tone a status has, not this component. */
export function StatusChip({ tone, icon, children }: { tone: ChipTone; icon: ChipIcon; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex min-h-6 items-center gap-1 rounded-control px-2 text-caption font-bold whitespace-nowrap',
        // In the largest letters one chip may be wider than its line.
        'max-s:max-w-full max-s:shrink-0 max-s:break-keep max-s:whitespace-normal',
        'ui-tint',
        TONES[tone],
      )}
    >
      <ChipGlyph icon={icon} />
      {children}
    </span>
  );
}

/** Says that money is not real. Practice is a mode, not a status: it has a colour of its own, and one drawing everywhere. */
export function PracticeBadge({ children }: { children: ReactNode }) {
  return (
    <StatusChip tone="practice" icon="flask">
      {children}
    </StatusChip>
  );
}

function ChipGlyph({ icon }: { icon: ChipIcon }) {
  const props = { 'aria-hidden': true, className: 'size-3.5 shrink-0', strokeWidth: 2.25 } as const;
  switch (icon) {
    case 'ring':
      return <Spinner className="size-3.5" />;
    case 'clock':
      return <Clock {...props} />;
    case 'check':
      return <Check {...props} />;
    case 'cross':
      return <X {...props} />;
    case 'minus':
      return <Minus {...props} />;
    case 'equal':
      return <Equal {...props} />;
    case 'hourglass':
      return <Hourglass {...props} />;
    case 'shield':
      return <Shield {...props} />;
    case 'back':
      return <ArrowLeft {...props} />;
    case 'flask':
      return <FlaskConical {...props} />;
    case 'alert':
      return <TriangleAlert {...props} />;
    case 'up':
      return <span aria-hidden="true">▲</span>;
    case 'down':
      return <span aria-hidden="true">▼</span>;
    case 'plus':
      return <Plus {...props} />;
    case 'dot':
      return <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />;
  }
}
