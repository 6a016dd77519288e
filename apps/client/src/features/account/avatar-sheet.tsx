import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { Button } from '@candor/ui/button.tsx';
import { Sheet } from '@candor/ui/modal.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../lib/language.ts';
import { messageOf } from '../../services/api/message-of.ts';
import { useChangeAvatar } from './account-queries.ts';
import { middleCrop, movedCrop, sideOf, ZOOM_MAX, zoomedCrop } from './crop.ts';
import type { Crop } from './crop.ts';

const AVATAR_SIDE = 512;
const KEY_STEP = 0.05;
const MOVES: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Chooses the part of a picture that becomes the avatar, by touch, mouse or keys, and sends that part alone. */
export function AvatarSheet({ picture, onClose }: { picture: ImageBitmap | null; onClose: () => void }) {
  const t = useTranslations('account.person');
  return (
    <Sheet open={picture !== null} onClose={onClose} title={t('changeAvatar')}>
      {picture !== null && <Cropper picture={picture} onDone={onClose} />}
    </Sheet>
  );
}

function Cropper({ picture, onDone }: { picture: ImageBitmap; onDone: () => void }) {
  const t = useTranslations('account.person');
  const language = useLanguage();
  const change = useChangeAvatar();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [crop, setCrop] = useState<Crop>(() => middleCrop(picture));

  useEffect(() => {
    if (canvas.current !== null) draw(canvas.current, picture, crop);
  }, [picture, crop]);

  function drag(event: PointerEvent<HTMLCanvasElement>) {
    if (event.buttons === 0) return;
    const scale = sideOf(picture, crop.zoom) / event.currentTarget.clientWidth;
    setCrop(movedCrop(picture, crop, { x: -event.movementX * scale, y: -event.movementY * scale }));
  }

  function step(event: KeyboardEvent) {
    const move = MOVES[event.key];
    if (move === undefined) return;
    event.preventDefault();
    const by = sideOf(picture, crop.zoom) * KEY_STEP;
    setCrop(movedCrop(picture, crop, { x: move[0] * by, y: move[1] * by }));
  }

  async function save() {
    const blob = await new Promise<Blob | null>((resolve) =>
      canvas.current === null ? resolve(null) : canvas.current.toBlob(resolve, 'image/jpeg', 0.9),
    );
    if (blob === null) return;
    change.mutate(blob, {
      onSuccess: () => {
        showToast(t('avatarSaved'), 'success');
        onDone();
      },
      onError: (error) => showToast(messageOf(error, language), 'danger'),
    });
  }

  return (
    <div className="flex flex-col items-center gap-4">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys move the picture */}
      <canvas
        ref={canvas}
        width={AVATAR_SIDE}
        height={AVATAR_SIDE}
        role="img"
        aria-label={t('cropArea')}
        tabIndex={0}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onKeyDown={step}
        className="size-64 cursor-grab touch-none rounded-full border border-line bg-surface-2 active:cursor-grabbing"
      />
      <p className="text-center text-body-s text-text-2">{t('avatarHint')}</p>
      <label className="flex w-full items-center gap-3 text-body-s text-text-2">
        {t('zoom')}
        <input
          type="range"
          min={1}
          max={ZOOM_MAX}
          step={0.05}
          value={crop.zoom}
          onChange={(event) => setCrop(zoomedCrop(picture, crop, Number(event.target.value)))}
          className="min-h-11 flex-1 accent-[var(--selected)]"
        />
      </label>
      <Button block loading={change.isPending} onClick={() => void save()}>
        {t('saveAvatar')}
      </Button>
    </div>
  );
}

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const side = sideOf(picture, crop.zoom);
  const context = canvas.getContext('2d');
  if (context === null) return;
  // A JPEG has no transparency: without a ground it would become black.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, crop.x, crop.y, side, side, 0, 0, canvas.width, canvas.height);
}
