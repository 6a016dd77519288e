import { State, States } from './specimen.tsx';
import type { Specimen } from './specimen.tsx';
import { useSay } from './look.ts';

const SIZES = ['text-display', 'text-title-1', 'text-title-2', 'text-body', 'text-body-s', 'text-caption'] as const;

function Type() {
  const say = useSay();
  return (
    <div className="flex flex-col gap-4">
      {SIZES.map((size) => (
        <div key={size} className="flex flex-wrap items-baseline gap-x-6">
          <span lang="en" className="w-24 text-caption text-text-3">
            {size.slice('text-'.length)}
          </span>
          <span className={size}>{say(['每个结果都可核验', '每個結果都可核驗', 'Every result can be checked'])}</span>
          <span className={`tnum ${size}`}>¥128,650.00</span>
        </div>
      ))}
    </div>
  );
}

const COLOURS = [
  'bg',
  'surface-1',
  'surface-2',
  'surface-3',
  'sheet',
  'line',
  'text-1',
  'text-2',
  'text-3',
  'primary',
  'link',
  'selected',
  'waiting',
  'practice',
  'badge',
  'series',
  'info',
  'warn',
  'danger',
  'success',
  'win',
  'lose',
  'up',
  'down',
] as const;

function Colours() {
  return (
    <States>
      {COLOURS.map((name) => (
        <State key={name} name={name}>
          <div className="h-12 rounded-control border border-line" style={{ background: `var(--${name})` }} />
        </State>
      ))}
    </States>
  );
}

export const SCALES: readonly Specimen[] = [
  { names: ['Type'], about: 'Six sizes.', isWide: true, Show: Type },
  { names: ['Colour'], about: 'By meaning.', isWide: true, Show: Colours },
];
