import { useEffect, useRef, useState } from 'react';
import type { OrderView } from '@candor/contract/trading';
import { Button } from '@candor/ui/button.tsx';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { Dialog } from '@candor/ui/modal.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { Download } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../lib/language.ts';
import { saveFile } from '../../lib/save-file.ts';
import { formatDateTime, zoneLabel } from '../../lib/time.ts';
import { messageOf } from '../../services/api/message-of.ts';
import { csvOf } from './history-csv.ts';
import type { HistoryFilter } from './history-filter.ts';
import { readWholeHistory } from './order-queries.ts';
import { useProductName } from './order-words.ts';

const FILE_NAME = 'candor-orders.csv';

type Running = { control: AbortController; read: number };

/** All orders that match the filter as one file, read page by page; nothing is saved if it is cancelled. */
export function HistoryExport({ filter }: { filter: HistoryFilter }) {
  const t = useTranslations('orders.export');
  const common = useTranslations('common.actions');
  const language = useLanguage();
  const rowsOf = useRows();
  const [running, setRunning] = useState<Running | null>(null);
  const controlRef = useRef<AbortController | null>(null);
  // Leaving the page cancels the download.
  useEffect(() => () => controlRef.current?.abort(), []);

  async function run() {
    const control = new AbortController();
    controlRef.current = control;
    setRunning({ control, read: 0 });
    try {
      const orders = await readWholeHistory(filter, control.signal, (read) => setRunning({ control, read }));
      if (control.signal.aborted) return;
      saveFile(new Blob([csvOf(rowsOf(orders))], { type: 'text/csv;charset=utf-8' }), FILE_NAME);
      showToast(t('done', { count: orders.length }), 'success');
    } catch (error) {
      if (!control.signal.aborted) showToast(messageOf(error, language), 'danger');
    } finally {
      setRunning(null);
    }
  }

  const cancel = () => running?.control.abort();
  return (
    <>
      <IconButton label={t('start')} disabled={running !== null} onClick={() => void run()}>
        <Download aria-hidden="true" className="size-5.5" strokeWidth={1.75} />
      </IconButton>
      <Dialog
        open={running !== null}
        onClose={cancel}
        title={t('running')}
        actions={
          <Button variant="secondary" size="medium" onClick={cancel}>
            {common('cancel')}
          </Button>
        }
      >
        <p role="status" className="tnum">
          {t('read', { count: running?.read ?? 0 })}
        </p>
      </Dialog>
    </>
  );
}

/** The file uses the words of the screen; amounts and prices are the server's own text. */
function useRows(): (orders: readonly OrderView[]) => string[][] {
  const t = useTranslations('orders');
  const common = useTranslations('common');
  const nameOf = useProductName();
  const zone = zoneLabel(new Date(0).toISOString());
  return (orders) => [
    [
      t('orderNo'),
      t('product'),
      t('direction'),
      t('wallet'),
      t('stake'),
      t('fee'),
      t('payoutRate'),
      t('entryPrice'),
      t('exitPrice'),
      t('result'),
      t('profit'),
      `${t('acceptedAt')} (${zone})`,
      `${t('closesAt')} (${zone})`,
    ],
    ...orders.map((order) => [
      order.no,
      nameOf(order.product),
      common(`direction.${order.direction}`),
      common(`wallet.${order.wallet}`),
      order.stake,
      order.fee,
      order.payoutRate,
      order.entryPrice ?? '',
      order.exitPrice ?? '',
      common(`status.${order.status === 'open' ? 'counting' : order.status}`),
      order.profit ?? '',
      formatDateTime(order.acceptedAt),
      formatDateTime(order.closesAt),
    ]),
  ];
}
