import type { ReactNode } from 'react';
import { Alert } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';

const SURFACE = '#b3372a';
const TEXT = '#ffffff';

/** The one notice that shouts over the work: what stops money, or is very likely a slip of the hand. */
export function LoudNotice({ icon: Icon, title, children }: { icon: LucideIcon; title?: string; children: ReactNode }) {
  return (
    <Alert
      role="alert"
      icon={<Icon size={20} aria-hidden />}
      title={title}
      py="sm"
      styles={{
        root: { backgroundColor: SURFACE, borderColor: SURFACE },
        icon: { color: TEXT },
        title: { color: TEXT },
        message: { color: TEXT },
      }}
    >
      {children}
    </Alert>
  );
}
