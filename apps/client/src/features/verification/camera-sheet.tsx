import { useEffect, useRef, useState } from 'react';
import { Button } from '@candor/ui/button.tsx';
import { Sheet } from '@candor/ui/modal.tsx';
import { useTranslations } from 'use-intl';

type CameraSheetProps = { open: boolean; title: string; onClose: () => void; onPhoto: (photo: Blob) => void };

/** A photo by the device's camera, with a frame of a card's shape. Without a camera it says what else works. */
export function CameraSheet({ open, title, onClose, onPhoto }: CameraSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      {open && <Camera onPhoto={onPhoto} />}
    </Sheet>
  );
}

function Camera({ onPhoto }: { onPhoto: (photo: Blob) => void }) {
  const t = useTranslations('verification.photo');
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<'starting' | 'ready' | 'none'>('starting');

  useEffect(() => {
    let stream: MediaStream | null = null;
    let isGone = false;
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    async function start() {
      try {
        stream = await navigator.mediaDevices.getUserMedia({
          video: { facingMode: 'environment', width: { ideal: 1_920 }, height: { ideal: 1_080 } },
        });
        if (isGone) return stop();
        if (video.current !== null) video.current.srcObject = stream;
        setState('ready');
      } catch {
        setState('none');
      }
    }
    void start();
    return () => {
      isGone = true;
      stop();
    };
  }, []);

  function shoot() {
    const seen = video.current;
    if (seen === null || seen.videoWidth === 0) return;
    const canvas = document.createElement('canvas');
    canvas.width = seen.videoWidth;
    canvas.height = seen.videoHeight;
    canvas.getContext('2d')?.drawImage(seen, 0, 0);
    canvas.toBlob((photo) => photo !== null && onPhoto(photo), 'image/jpeg', 0.95);
  }

  if (state === 'none') return <p className="py-8 text-center text-body-s text-text-2">{t('noCamera')}</p>;
  return (
    <div className="flex flex-col gap-4">
      <div className="relative aspect-[4/3] overflow-hidden rounded-card bg-surface-2">
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a live picture without sound */}
        <video ref={video} autoPlay playsInline muted aria-label={t('camera')} className="size-full object-cover" />
        <div
          aria-hidden="true"
          className="absolute inset-x-[6%] top-1/2 aspect-[1.586] -translate-y-1/2 rounded-card border-2 border-selected"
        />
      </div>
      <p className="text-center text-body-s text-text-2">{t('frame')}</p>
      <Button block disabled={state !== 'ready'} onClick={shoot}>
        {t('shoot')}
      </Button>
    </div>
  );
}
