import { useRef, useState } from 'react';
import { Button } from '@candor/ui/button.tsx';
import { cx } from '@candor/ui/cx';
import { CircleAlert, ImagePlus } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useObjectUrl } from '../../services/pictures/use-picture.ts';
import { shrinkPicture } from '../../services/pictures/shrink-picture.ts';

type ProofFieldProps = {
  id: string;
  required: boolean;
  file: File | null;
  /** How much of it has left, while it is being sent. */
  share: number | null;
  /** While the form is sent. The buttons keep the focus meanwhile, because a refusal leads back to them. */
  isLocked: boolean;
  error: string | undefined;
  onChange: (file: File | null) => void;
};

/** A picture of the payment: chosen, seen before it is sent, replaced or removed. */
export function ProofField({ id, required, file, share, isLocked, error, onChange }: ProofFieldProps) {
  const t = useTranslations('cashier.proof');
  const input = useRef<HTMLInputElement>(null);
  const [isReading, setIsReading] = useState(false);
  const url = useObjectUrl(file);

  async function choose(chosen: File | undefined) {
    if (chosen === undefined) return;
    setIsReading(true);
    try {
      onChange(await shrinkPicture(chosen));
    } finally {
      setIsReading(false);
    }
  }

  function pick() {
    if (!isLocked) input.current?.click();
  }

  return (
    <div>
      <p id={`${id}-label`} className="mb-2 text-body-s font-medium text-text-2">
        {t('label')} {!required && <span className="font-normal text-text-3">{t('optional')}</span>}
      </p>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        className="hidden"
        tabIndex={-1}
        aria-labelledby={`${id}-label`}
        onChange={(event) => {
          void choose(event.currentTarget.files?.[0]);
          // The same picture can be chosen again after it was removed.
          event.currentTarget.value = '';
        }}
      />
      {file === null ? (
        <button
          id={id}
          type="button"
          disabled={isReading}
          aria-disabled={isLocked || undefined}
          aria-describedby={`${id}-line`}
          onClick={pick}
          className={cx(
            'press flex min-h-24 w-full flex-col items-center justify-center gap-2 rounded-control border border-dashed bg-surface-2 px-4 text-body-s text-text-2',
            error ? 'border-danger' : 'border-line-control',
          )}
        >
          <ImagePlus aria-hidden="true" className="size-6 text-text-3" strokeWidth={1.5} />
          {isReading ? t('reading') : t('choose')}
        </button>
      ) : (
        <div className="flex items-center gap-3 rounded-control border border-line bg-surface-2 p-3">
          {url !== '' && <img src={url} alt={t('preview')} className="size-18 rounded-control object-cover" />}
          <div className="min-w-0 flex-1">
            <p className="truncate text-body-s">{file.name}</p>
            <p className="tnum text-caption text-text-3">
              {t('size', { size: Math.max(1, Math.round(file.size / 1024)) })}
            </p>
            {share !== null && <Progress share={share} />}
          </div>
          {share === null && (
            <div className="flex flex-col">
              <Button id={id} variant="text" size="small" aria-disabled={isLocked || undefined} onClick={pick}>
                {t('replace')}
              </Button>
              <Button variant="destructive-text" size="small" disabled={isLocked} onClick={() => onChange(null)}>
                {t('remove')}
              </Button>
            </div>
          )}
        </div>
      )}
      <div id={`${id}-line`} className="mt-1 min-h-4 text-caption">
        {error ? (
          <p role="alert" className="flex items-start gap-1 text-danger">
            <CircleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0" />
            {error}
          </p>
        ) : (
          <p className="text-text-3">{t('hint')}</p>
        )}
      </div>
    </div>
  );
}

function Progress({ share }: { share: number }) {
  const t = useTranslations('cashier.proof');
  const percent = Math.round(share * 100);
  return (
    <div className="mt-1">
      <div
        role="progressbar"
        aria-label={t('sending')}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-1.5 overflow-hidden rounded-full bg-surface-3"
      >
        <div
          className="h-full origin-left rounded-full bg-info transition-transform"
          style={{ transform: `scaleX(${share})` }}
        />
      </div>
      <p className="tnum mt-1 text-caption text-text-3">{t('sent', { percent })}</p>
    </div>
  );
}
