import { Badge } from '@mantine/core';
import { CircleCheck, CircleMinus, CircleX, Clock, LoaderCircle, Undo2, Users } from 'lucide-react';
import { useTranslations } from 'use-intl';

const LOOKS = {
  recharging: ['blue', LoaderCircle],
  pending: ['yellow', Clock],
  reviewing: ['blue', Clock],
  seconding: ['grape', Users],
  approved: ['teal', CircleCheck],
  rejected: ['red', CircleX],
  cancelled: ['gray', CircleMinus],
  none: ['yellow', Clock],
  sent: ['blue', LoaderCircle],
  arrived: ['teal', CircleCheck],
  returned: ['orange', Undo2],
} as const;

export type DeskState = keyof typeof LOOKS;

/** A state with its colour and its picture: colour alone says nothing. */
export function StateBadge({ state }: { state: DeskState }) {
  const t = useTranslations('desk.stateOf');
  const [color, Icon] = LOOKS[state];
  return (
    <Badge
      color={color}
      variant="light"
      size="md"
      radius="md"
      tt="none"
      fw={600}
      fz="xs"
      leftSection={<Icon size={14} aria-hidden />}
      styles={{
        root: { color: `color-mix(in srgb, var(--mantine-color-${color}-9), black 40%)` },
        label: { overflow: 'visible' },
      }}
    >
      {t(state)}
    </Badge>
  );
}

export function isDeskState(text: string): text is DeskState {
  return text in LOOKS;
}
