import { Button } from '@candor/ui/button.tsx';
import { Download } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { saveFile } from '../../lib/save-file.ts';
import type { OrderIntent } from '../../services/active-order/placing/order-flow.ts';
import { signedOrderFile } from '../../services/active-order/placing/sign-order.ts';

/** A signed order that the site did not take: the member can keep what shows that they sent it. */
export function DroppedOrder({ intent }: { intent: OrderIntent }) {
  const t = useTranslations('trade.ticket');
  return (
    <Button variant="text" size="small" onClick={() => save(intent)}>
      <Download aria-hidden="true" className="size-4" />
      {t('keepSent')}
    </Button>
  );
}

function save(intent: OrderIntent): void {
  saveFile(new Blob([signedOrderFile(intent)], { type: 'application/json' }), `candor-sent-order-${intent.key}.json`);
}
