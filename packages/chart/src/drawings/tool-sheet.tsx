import { Sheet } from '@candor/ui/modal.tsx';
import { useTranslations } from 'use-intl';
import { TOOLS } from './drawing.ts';
import type { Tool } from './drawing.ts';
import { ToolIcon } from './tool-icons.tsx';

type ToolSheetProps = { open: boolean; onClose: () => void; onPick: (tool: Tool) => void };

/** All tools with their names, for a screen without space for them in a row. */
export function ToolSheet({ open, onClose, onPick }: ToolSheetProps) {
  const t = useTranslations('chart.drawing');
  return (
    <Sheet open={open} onClose={onClose} title={t('pick')}>
      <div className="grid grid-cols-3 gap-2">
        {TOOLS.map((tool) => (
          <button
            key={tool}
            type="button"
            onClick={() => onPick(tool)}
            className="press flex min-h-20 flex-col items-center justify-center gap-2 rounded-input bg-surface-2 px-1 py-2 text-caption text-text-1 hover:bg-surface-3"
          >
            <ToolIcon tool={tool} />
            {t(`tools.${tool}`)}
          </button>
        ))}
      </div>
    </Sheet>
  );
}
