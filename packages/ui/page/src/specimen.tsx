import type { ReactNode } from 'react';

/** One component on the page: its name is also its place in the address (#button). */
export type Specimen = {
  /** The names that the file exports: "Button". */
  names: readonly [string, ...string[]];
  /** What it is for, in one sentence. */
  about: string;
  /** Needs the whole width. */
  isWide?: boolean;
  Show: () => ReactNode;
};

/** "StatusChip" → "status-chip" */
export function placeOf({ names: [name] }: Specimen): string {
  return name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
}

/** One state of a component, with its name above it. */
export function State({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <p lang="en" className="mb-2 text-caption text-text-3">
        {name}
      </p>
      {children}
    </div>
  );
}

/** States beside each other, as many as fit. */
export function States({ children, wide = false }: { children: ReactNode; wide?: boolean }) {
  return (
    <div
      className={
        wide
          ? 'grid grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))] gap-6'
          : 'grid grid-cols-[repeat(auto-fill,minmax(min(11rem,100%),1fr))] gap-6'
      }
    >
      {children}
    </div>
  );
}
