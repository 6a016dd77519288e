/* Shows the image of a result before it leaves the device, and the ways to take it along. Loaded when it is asked for. */

import { useEffect, useMemo, useState } from 'react';
import type { OrderView } from '@candor/contract/trading';
import { Button } from '@candor/ui/button.tsx';
import { Checkbox } from '@candor/ui/checkbox.tsx';
import { Sheet } from '@candor/ui/modal.tsx';
import { qrMarkup } from '@candor/ui/qr-code.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { Copy, Download, Share2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { formatMoney, formatPrice } from '../../lib/format.ts';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { saveFile } from '../../lib/save-file.ts';
import { formatDateTime } from '../../lib/time.ts';
import { placeOf, placeText } from '../../services/proof/public-check.ts';
import { useSite } from '../../services/session/site.ts';
import { useDurationText } from '../../lib/duration.ts';
import { useProductName } from './order-words.ts';
import { CARD_HEIGHT, CARD_WIDTH, shareCard } from './share-card.ts';
import type { CardColours, CardTexts } from './share-card.ts';

export type SettledOrder = OrderView & { status: 'won' | 'lost' | 'tied' | 'voided' };

export function ShareSheet({ order, open, onClose }: { order: SettledOrder; open: boolean; onClose: () => void }) {
  const t = useTranslations('share');
  return (
    <Sheet open={open} onClose={onClose} title={t('title')}>
      {open && <Share order={order} />}
    </Sheet>
  );
}

function Share({ order }: { order: SettledOrder }) {
  const t = useTranslations('share');
  const [isWithAmounts, setWithAmounts] = useState(false);
  const [isWithNumber, setWithNumber] = useState(false);
  const { texts, alt } = useCardTexts(order, { isWithAmounts, isWithNumber });
  const address = useCheckAddress(order);
  const card = useMemo(
    () => (address === null ? null : shareCard(texts, coloursOf(order), qrMarkup(address))),
    [texts, order, address],
  );
  const image = card === null ? null : `data:image/svg+xml;charset=utf-8,${encodeURIComponent(card)}`;
  const name = `${order.product}-${order.status}.png`;
  const canShare = typeof navigator.canShare === 'function' && navigator.canShare({ files: [new File([], name, PNG)] });
  const use = (take: (file: File) => Promise<void> | void) => {
    if (image === null) return;
    pngOf(image)
      .then(async (blob) => await take(new File([blob], name, PNG)))
      .catch((error: unknown) => {
        // The member closed the device's own sheet.
        if (!(error instanceof DOMException && error.name === 'AbortError')) showToast(t('failed'), 'danger');
      });
  };
  return (
    <div className="flex flex-col gap-3">
      {image === null || address === null ? (
        <Skeleton className="mx-auto h-[46dvh] w-72 max-w-full" />
      ) : (
        <>
          <img
            src={image}
            alt={alt}
            width={CARD_WIDTH}
            height={CARD_HEIGHT}
            className="mx-auto h-auto max-h-[46dvh] w-auto max-w-full rounded-card border border-line"
          />
          <a
            href={address}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-11 items-center self-center text-body-s text-link underline-offset-4 hover:underline"
          >
            {t('open')}
          </a>
        </>
      )}
      <div className="flex flex-wrap gap-x-4">
        <Checkbox
          label={t('amounts')}
          checked={isWithAmounts}
          onChange={(event) => setWithAmounts(event.currentTarget.checked)}
        />
        <Checkbox
          label={t('receipt')}
          checked={isWithNumber}
          onChange={(event) => setWithNumber(event.currentTarget.checked)}
        />
      </div>
      <p className="text-caption text-text-2">{t('hint')}</p>
      <div className="flex flex-wrap gap-2 *:flex-1 *:basis-[6rem]">
        <Button
          size="small"
          icon={<Download aria-hidden="true" className="size-4.5" />}
          onClick={() =>
            use((file) => {
              saveFile(file, name);
              showToast(t('saved'), 'success');
            })
          }
        >
          {t('save')}
        </Button>
        {canShare && (
          <Button
            size="small"
            variant="secondary"
            icon={<Share2 aria-hidden="true" className="size-4.5" />}
            onClick={() => use(async (file) => await navigator.share({ files: [file], text: alt }))}
          >
            {t('share')}
          </Button>
        )}
        <Button
          size="small"
          variant="secondary"
          icon={<Copy aria-hidden="true" className="size-4.5" />}
          onClick={() => {
            navigator.clipboard.writeText(alt).then(
              () => showToast(t('copied'), 'success'),
              () => showToast(t('failed'), 'danger'),
            );
          }}
        >
          {t('copy')}
        </Button>
      </div>
    </div>
  );
}

const PNG = { type: 'image/png' } as const;
/** Sharp on any screen. */
const SCALE = 3;

async function pngOf(address: string): Promise<Blob> {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = CARD_WIDTH * SCALE;
  canvas.height = CARD_HEIGHT * SCALE;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return await new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('no image')) : resolve(blob)), PNG.type);
  });
}

/** The public page that checks this order. Null until the hash of its id is computed. */
function useCheckAddress(order: SettledOrder): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let left = false;
    placeOf(order)
      .then((place) => {
        if (!left) setAddress(`${location.origin}/${hrefTo(paths.publicCheck(placeText(place)))}`);
      })
      // Without any cryptography the code leads to the rules alone.
      .catch(() => setAddress(`${location.origin}/${hrefTo(paths.publicCheck(''))}`));
    return () => {
      left = true;
    };
  }, [order]);
  return address;
}

/** The colours of the theme that is on now. */
function coloursOf({ direction }: OrderView): CardColours {
  const style = getComputedStyle(document.documentElement);
  const of = (name: string) => style.getPropertyValue(name).trim();
  return {
    background: of('--bg'),
    surface: of('--surface-1'),
    line: of('--line'),
    text: of('--text-1'),
    quiet: of('--text-2'),
    direction: of(direction === 'up' ? '--up' : '--down'),
  };
}

type Chosen = { isWithAmounts: boolean; isWithNumber: boolean };

function useCardTexts(order: SettledOrder, { isWithAmounts, isWithNumber }: Chosen): { texts: CardTexts; alt: string } {
  const t = useTranslations('share');
  const durationText = useDurationText();
  const direction = useTranslations('common.direction');
  const status = useTranslations('common.status');
  const { name: site, currency } = useSite();
  const product = useProductName()(order.product);
  const money = (text: string, signed = false) => formatMoney(text, { symbol: currency.symbol, signed });
  const entry = { label: t('entry'), price: formatPrice(order.entryPrice), at: formatDateTime(order.entryAt) };
  const exit = {
    label: t('exit'),
    price: formatPrice(order.exitPrice),
    at: formatDateTime(order.exitAt ?? order.closesAt),
  };
  const texts: CardTexts = {
    site,
    product,
    direction: direction(order.direction),
    duration: durationText(order.durationSec),
    result: status(order.status),
    practice: order.wallet === 'practice' ? t('practice') : null,
    entry,
    exit,
    chosen: [
      ...(isWithAmounts
        ? [
            `${t('stake', { amount: money(order.stake) })} · ${t('profit', { amount: money(order.profit ?? '0', true) })}`,
          ]
        : []),
      ...(isWithNumber ? [t('order', { no: order.no })] : []),
    ],
    verify: t('verify'),
    // The code holds the whole address of the page.
    address: location.host,
  };
  const alt = [
    t('alt', {
      product,
      direction: texts.direction,
      duration: texts.duration,
      entry: entry.price,
      entryAt: entry.at,
      exit: exit.price,
      exitAt: exit.at,
      result: texts.result,
    }),
    ...texts.chosen,
  ].join(' ');
  return { texts, alt };
}
