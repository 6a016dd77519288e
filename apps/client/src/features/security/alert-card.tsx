/* Events that the member may not know of: they say whether it was them. */

import { useState } from 'react';
import type { SecurityEventView } from '@candor/contract/security';
import { Button } from '@candor/ui/button.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { deviceName } from '@candor/ui/device-name';
import { formatDateTime } from '../../lib/time.ts';
import { AskDialog } from './ask-dialog.tsx';
import { useEndOthers, useMarkSeen } from './security-queries.ts';

/** @param onSecured opens the change of the login password */
export function AlertCard({ events, onSecured }: { events: readonly SecurityEventView[]; onSecured: () => void }) {
  const t = useTranslations('security.alert');
  const words = useTranslations('security.events');
  const [isAsked, setIsAsked] = useState(false);
  const markSeen = useMarkSeen();
  const endOthers = useEndOthers();
  const [newest] = events;
  if (newest === undefined) return null;
  return (
    <section role="status" className="flex flex-col gap-3 rounded-card border border-warn bg-surface-1 p-4">
      <h2 className="flex items-center gap-2 font-bold">
        <TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-warn" />
        {t('title')}
      </h2>
      <ul className="flex flex-col gap-2">
        {events.map(({ id, kind, device, address, at }) => (
          <li key={id} className="text-body-s">
            <span className="block">{words(kind)}</span>
            <span className="tnum block text-caption text-text-3">
              {[formatDateTime(at), deviceName(device) ?? words('unknown'), address]
                .filter((part) => part !== '')
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      <div className="grid grid-cols-2 gap-3">
        <Button
          variant="secondary"
          size="small"
          loading={markSeen.isPending}
          onClick={() => markSeen.mutate(newest.id)}
        >
          {t('mine')}
        </Button>
        <Button variant="secondary" size="small" onClick={() => setIsAsked(true)}>
          <span className="text-danger">{t('notMine')}</span>
        </Button>
      </div>
      {isAsked && (
        <AskDialog
          title={t('askTitle')}
          text={t('askText')}
          action={t('secure')}
          onClose={() => setIsAsked(false)}
          onConfirm={async () => {
            await endOthers.mutateAsync();
            await markSeen.mutateAsync(newest.id);
            showToast(t('done'), 'success');
            onSecured();
          }}
        />
      )}
    </section>
  );
}
