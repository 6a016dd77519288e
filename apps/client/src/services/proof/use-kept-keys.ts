/* The keys that this device has pinned, for screens that hand them over. */

import { useEffect, useState } from 'react';
import { keptKeys } from './kept-proof.ts';
import type { KeyPin } from './key-pins.ts';

/** Null until the device's store was read. */
export function useKeptKeys(): readonly KeyPin[] | null {
  const [pins, setPins] = useState<readonly KeyPin[] | null>(null);
  useEffect(() => {
    let left = false;
    const read = async () => {
      const kept = await keptKeys();
      if (!left) setPins(kept);
    };
    void read();
    return () => {
      left = true;
    };
  }, []);
  return pins;
}
