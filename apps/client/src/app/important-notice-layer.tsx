/*
 * An important announcement as a sheet. It comes up once for an account on a device, and never over an open position, an order
 * on its way or another dialog: it waits for a quiet moment. "Later" leaves it unread; it does not come up again.
 */

import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '@candor/ui/button.tsx';
import { Sheet } from '@candor/ui/modal.tsx';
import { useTranslations } from 'use-intl';
import { keptStore, readKept } from '../lib/kept-store.ts';
import { formatDateTime, zoneLabel } from '../lib/time.ts';
import { PageBody } from '../services/content/page-text.tsx';
import { useNotice, useReadNotices } from '../services/notices/notice-queries.ts';
import { useOpenOrders } from '../services/queries/shared-queries.ts';
import { useSession } from '../services/session/session.ts';
import { nextImportant, readShown, withShown } from './important-rules.ts';
import { useFreeMoment } from './use-free-moment.ts';

const TICK_MS = 500;
/** Accounts whose shown announcements a device keeps. */
const ACCOUNTS_MAX = 20;
const KEY = 'shown-notices';

export function ImportantNoticeLayer({ important }: { important: readonly string[] }) {
  const account = useSession((session) => session.name).toLowerCase();
  const [shown, setShown] = useState<readonly string[] | null>(null);
  const [openId, setOpenId] = useState<string | null>(null);
  const orders = useOpenOrders();
  const isFree = useFreeMoment();
  useEffect(() => {
    let left = false;
    void readKept(KEY)
      .catch(() => undefined)
      .then((kept) => {
        if (!left) setShown(readShown(kept, account));
      });
    return () => {
      left = true;
    };
  }, [account]);
  const next = shown === null ? undefined : nextImportant(important, shown);

  const tick = useEffectEvent(() => {
    const isQuiet = orders.data?.length === 0 && !document.hidden && isFree();
    if (openId !== null || next === undefined || !isQuiet) return;
    setOpenId(next);
    const kept = withShown(shown ?? [], next);
    setShown(kept);
    void keepShown(account, kept);
  });
  useEffect(() => {
    const timer = setInterval(() => tick(), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return openId === null ? null : <NoticeSheet id={openId} onClose={() => setOpenId(null)} />;
}

/** A device that cannot keep it shows it once more after a reload. */
async function keepShown(account: string, shown: readonly string[]): Promise<void> {
  await keptStore
    .update(KEY, (kept: unknown) => {
      const others = typeof kept === 'object' && kept !== null ? Object.entries(kept) : [];
      return Object.fromEntries(
        [...others.filter(([name]) => name !== account), [account, shown]].slice(-ACCOUNTS_MAX),
      );
    })
    .catch(() => undefined);
}

function NoticeSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslations('notices');
  const notice = useNotice(id);
  const reading = useReadNotices();
  if (notice.data === undefined) return null;
  const { title, publishedAt, body, language } = notice.data;
  const got = () => {
    reading.mutate(id);
    onClose();
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={title}
      footer={
        <div className="grid grid-cols-2 gap-3">
          <Button variant="secondary" onClick={onClose}>
            {t('important.later')}
          </Button>
          <Button onClick={got}>{t('important.got')}</Button>
        </div>
      }
    >
      <div lang={language}>
        <p className="tnum text-caption text-text-3">
          {t('important.label')} · {t('published', { time: formatDateTime(publishedAt), zone: zoneLabel(publishedAt) })}
        </p>
        <PageBody body={body} />
      </div>
    </Sheet>
  );
}
