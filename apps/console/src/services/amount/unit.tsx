import { Text } from '@mantine/core';

const LETTER = 8;
const PADDING = 20;

/** A unit at the end of a field, for its `TextInput`: what is typed is a plain number. */
export function unitOf(unit: string) {
  const letters = [...unit].reduce((sum, letter) => sum + (letter > '\u2e80' ? 2 : 1), 0);
  return {
    inputMode: 'numeric',
    rightSection: (
      <Text span c="dimmed">
        {unit}
      </Text>
    ),
    rightSectionWidth: letters * LETTER + PADDING,
    rightSectionPointerEvents: 'none',
  } as const;
}
