/*
 * Local storage that never throws. If the browser refuses it, the app works from memory for this visit.
 */

export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Null removes. */
export function writeStored(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Refused: for this visit the value is in memory.
  }
}

export function clearStored(): void {
  try {
    localStorage.clear();
  } catch {
    // Then nothing was stored either.
  }
}

/** A stored list of names; any other stored value counts as an empty list. */
export function readStoredList(name: string): string[] {
  try {
    const list: unknown = JSON.parse(readStored(name) ?? '[]');
    return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : [];
  } catch {
    return [];
  }
}
