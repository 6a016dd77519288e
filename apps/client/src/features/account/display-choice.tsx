import { useId } from 'react';
import type { ReactNode } from 'react';
import { Card } from '@candor/ui/page.tsx';
import { Switch } from '@candor/ui/switch.tsx';

export function Choice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <h2 className="mb-3 text-body-s font-bold">{title}</h2>
      {children}
    </Card>
  );
}

type ToggleProps = { title: string; hint: string; checked: boolean; onChange: (checked: boolean) => void };

export function Toggle({ title, hint, checked, onChange }: ToggleProps) {
  const id = useId();
  return (
    <div className="flex min-h-14 items-center gap-4 py-1">
      <label htmlFor={id} className="min-w-0 flex-1 cursor-pointer">
        <span className="block">{title}</span>
        <span className="block text-caption text-text-3">{hint}</span>
      </label>
      <Switch id={id} label={title} checked={checked} onChange={onChange} />
    </div>
  );
}
