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
  return (
    <div className="flex min-h-14 items-center gap-4 py-1">
      <div className="min-w-0 flex-1">
        <p>{title}</p>
        <p className="text-caption text-text-3">{hint}</p>
      </div>
      <Switch label={title} checked={checked} onChange={onChange} />
    </div>
  );
}
