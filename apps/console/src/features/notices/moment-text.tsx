import { formatDateTime, zoneLabel } from '@candor/ui/moments';

/** A moment with its zone, on one line. */
export function MomentText({ at }: { at: string | null }) {
  return <span className="unbroken">{at === null ? '—' : `${formatDateTime(at)} ${zoneLabel(at)}`}</span>;
}
