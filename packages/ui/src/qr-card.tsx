import { useState } from 'react';
import { Modal } from './modal.tsx';
import { QrCode } from './qr-code.tsx';

type QrCardProps = {
  text: string;
  /** What the code is for. */
  label: string;
  /** In the frame, below the code: a code for another network looks the same. */
  caption: string;
  /** Name of the button that shows the code large. */
  enlarge: string;
  /** Shown with the large code. */
  hint: string;
};

/** A QR code in a white frame with its caption. A press shows it as large as the screen allows. */
export function QrCard({ text, label, caption, enlarge, hint }: QrCardProps) {
  const [isLarge, setIsLarge] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label={`${enlarge}: ${caption}`}
        onClick={() => setIsLarge(true)}
        className="press mx-auto flex w-[min(12rem,65vw)] flex-col items-center rounded-card border border-line bg-[#ffffff] p-2 pb-2"
      >
        <QrCode text={text} label={label} className="w-full" />
        <span className="text-body-s font-bold text-[#14161c]">{caption}</span>
      </button>
      <Modal
        open={isLarge}
        onClose={() => setIsLarge(false)}
        label={label}
        className="ui-dialog m-auto w-[min(26rem,calc(100dvw-2rem),calc(100dvh-8rem))] rounded-card bg-[#ffffff] p-3"
      >
        <button type="button" onClick={() => setIsLarge(false)} className="block w-full text-center text-[#14161c]">
          {isLarge && <QrCode text={text} label={label} className="w-full" />}
          <span className="block text-title-2">{caption}</span>
          <span className="mt-1 block pb-1 text-caption text-[#4f5565]">{hint}</span>
        </button>
      </Modal>
    </>
  );
}
