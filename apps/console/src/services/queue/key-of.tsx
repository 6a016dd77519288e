import { Kbd } from '@mantine/core';

/** The key that does what its button does. Screen readers read the button alone. */
export function KeyOf({ letter }: { letter: 'A' | 'R' }) {
  return (
    <Kbd size="xs" aria-hidden>
      {letter}
    </Kbd>
  );
}
