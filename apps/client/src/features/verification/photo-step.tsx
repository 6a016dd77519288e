import { useRef, useState } from 'react';
import { Button } from '@candor/ui/button.tsx';
import { Spinner } from '@candor/ui/spinner.tsx';
import { Camera, CircleAlert, CircleCheck, ImageUp } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useErrorText } from '../../lib/i18n.tsx';
import { unreadablePicture } from '../../services/pictures/unreadable-picture.ts';
import { useObjectUrl } from '../../services/pictures/use-picture.ts';
import { CameraSheet } from './camera-sheet.tsx';
import { preparePhoto } from './prepare-photo.ts';
import type { PreparedPhoto } from './prepare-photo.ts';

type PhotoStepProps = {
  side: 'front' | 'back';
  photo: PreparedPhoto | null;
  /** What the server said of it. */
  error: string | undefined;
  onPhoto: (photo: PreparedPhoto) => void;
};

/** One side of the card: by the camera or from a file, with what the check found. */
export function PhotoStep({ side, photo, error, onPhoto }: PhotoStepProps) {
  const t = useTranslations('verification.photo');
  const file = useRef<HTMLInputElement>(null);
  const [isShooting, setIsShooting] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [unread, setUnread] = useState<'IMAGE_HEIC' | 'IMAGE_INVALID' | null>(null);
  const say = useErrorText();
  const shown = useObjectUrl(photo?.blob ?? null);

  async function take(taken: Blob) {
    setIsShooting(false);
    setIsBusy(true);
    const prepared = await preparePhoto(taken, t('mark'));
    setIsBusy(false);
    setUnread(prepared === null ? await unreadablePicture(taken) : null);
    if (prepared !== null) onPhoto(prepared);
  }

  const problem = unread === null ? error : unread === 'IMAGE_HEIC' ? say(unread) : t('unreadable');
  return (
    <section aria-label={t(side)} className="flex flex-col gap-4">
      <h2 className="text-title-2">{t(side)}</h2>
      <p className="text-body-s text-text-2">{t('hint')}</p>
      <div className="flex aspect-[1.586] items-center justify-center overflow-hidden rounded-card border border-dashed border-line-control bg-surface-2">
        {isBusy ? (
          <Spinner className="size-8" />
        ) : shown === '' ? (
          <ImageUp aria-hidden="true" className="size-10 text-inactive" strokeWidth={1.5} />
        ) : (
          <img src={shown} alt={t('taken', { side: t(side) })} className="size-full object-contain" />
        )}
      </div>
      <div role="status" className="flex min-h-6 flex-col gap-1 text-body-s">
        {problem !== undefined && <Line tone="danger">{problem}</Line>}
        {problem === undefined &&
          photo?.problems.map((each) => (
            <Line key={each} tone="warn">
              {t(`problems.${each}`)}
            </Line>
          ))}
        {problem === undefined && photo?.problems.length === 0 && <Line tone="success">{t('good')}</Line>}
      </div>
      <div className="grid grid-cols-1 gap-3 s:grid-cols-2">
        <Button
          variant="secondary"
          size="medium"
          icon={<Camera aria-hidden="true" className="size-5" />}
          onClick={() => setIsShooting(true)}
        >
          {photo === null ? t('useCamera') : t('retake')}
        </Button>
        <Button
          variant="secondary"
          size="medium"
          icon={<ImageUp aria-hidden="true" className="size-5" />}
          onClick={() => file.current?.click()}
        >
          {t('useFile')}
        </Button>
      </div>
      <input
        ref={file}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        aria-label={t('fileOf', { side: t(side) })}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          event.target.value = '';
          if (chosen !== undefined) void take(chosen);
        }}
      />
      <p className="text-caption text-text-3">{t('types')}</p>
      <CameraSheet
        open={isShooting}
        title={t(side)}
        onClose={() => setIsShooting(false)}
        onPhoto={(taken) => void take(taken)}
      />
    </section>
  );
}

const LINES = { danger: 'text-danger', warn: 'text-warn', success: 'text-success' } as const;

function Line({ tone, children }: { tone: keyof typeof LINES; children: string }) {
  const Icon = tone === 'success' ? CircleCheck : CircleAlert;
  return (
    <p className={`flex items-start gap-2 ${LINES[tone]}`}>
      <Icon aria-hidden="true" className="relative top-0.5 size-4 shrink-0" />
      {children}
    </p>
  );
}
