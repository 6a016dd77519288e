import { Button } from '@candor/ui/button.tsx';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { Sheet } from '@candor/ui/modal.tsx';
import { EmptyState } from '@candor/ui/states.tsx';
import { Lock, PencilRuler, Trash2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { groupDigits } from '@candor/ui/figures';
import { formatDateTime } from '@candor/ui/moments';
import type { Drawing } from './drawing.ts';
import { ToolIcon } from './tool-icons.tsx';

type DrawingListProps = {
  open: boolean;
  onClose: () => void;
  drawings: readonly Drawing[];
  decimals: number;
  timeZone: string;
  onSelect: (id: string) => void;
  onRemove: (drawing: Drawing) => void;
  onClear: () => void;
};

/** Every drawing in words, newest first: for people who do not see the chart, and for drawings over each other. */
export function DrawingList({ open, onClose, drawings, decimals, timeZone, ...on }: DrawingListProps) {
  const t = useTranslations('chart.drawing');
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('list', { count: drawings.length })}
      footer={
        <Button variant="destructive-text" block disabled={drawings.length === 0} onClick={on.onClear}>
          {t('clear')}
        </Button>
      }
    >
      {drawings.length === 0 ? (
        <EmptyState icon={<PencilRuler aria-hidden="true" strokeWidth={1.5} />} title={t('empty')} />
      ) : (
        <ul aria-label={t('list', { count: drawings.length })} className="-mx-2">
          {drawings.toReversed().map((drawing) => (
            <li key={drawing.id} className="hairline-b flex items-center last:border-0">
              <button
                type="button"
                onClick={() => on.onSelect(drawing.id)}
                className="press flex min-h-14 min-w-0 flex-1 items-center gap-3 rounded-control px-2 text-start -outline-offset-2 hover:bg-surface-2"
              >
                <span className="shrink-0 text-text-2">
                  <ToolIcon tool={drawing.tool} />
                </span>
                <span className="min-w-0 flex-1">
                  <span className="block truncate text-body-s text-text-1">
                    {drawing.tool === 'text' ? drawing.text : t(`tools.${drawing.tool}`)}
                  </span>
                  <span className="tnum block truncate text-caption text-text-3">
                    {placeOf(drawing, decimals, timeZone)}
                  </span>
                </span>
                {drawing.locked && <Lock aria-label={t('locked')} className="size-4 shrink-0 text-text-3" />}
              </button>
              <IconButton
                label={t('remove', { tool: t(`tools.${drawing.tool}`) })}
                onClick={() => on.onRemove(drawing)}
                className="hover:text-danger"
              >
                <Trash2 aria-hidden="true" className="size-5" strokeWidth={1.75} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  );
}

/** The place of a drawing: prices, moments or both, depending on the tool. */
function placeOf({ tool, points }: Drawing, decimals: number, timeZone: string): string {
  const prices = points.map(({ price }) => groupDigits(price.toFixed(decimals)));
  const times = points.map(({ atMs }) => formatDateTime(atMs, timeZone).slice(5, -3));
  if (tool === 'horizontal') return prices.join('');
  if (tool === 'vertical') return times.join('');
  return points.map((_, index) => `${times[index]} ${prices[index]}`).join(' → ');
}
