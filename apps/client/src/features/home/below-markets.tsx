/* What home has below the markets: how results are checked, what the site wants members to know, and its announcements. */

import { ListGroup, ListRow } from '@candor/ui/list.tsx';
import { Gauge, Scale } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { useBanners, useNoticesNow } from '../../services/notices/notice-queries.ts';
import { BannerCarousel } from './banner-carousel.tsx';
import { ROWS, SideCard } from './side-card.tsx';

/** That every result can be checked, and that everyone may limit themselves. */
export function FairnessCard() {
  const t = useTranslations('home.more');
  const titles = useTranslations('common.titles');
  return (
    <ListGroup>
      <ListRow
        icon={<Scale aria-hidden="true" strokeWidth={1.75} />}
        title={<span className="text-body-s font-bold">{titles('fairness')}</span>}
        detail={t('fairness')}
        href={hrefTo(paths.fairness())}
      />
      <ListRow
        icon={<Gauge aria-hidden="true" strokeWidth={1.75} />}
        title={<span className="text-body-s font-bold">{titles('limits')}</span>}
        detail={t('limits')}
        href={hrefTo(paths.limits())}
      />
    </ListGroup>
  );
}

/** Without it, the rest of the page works: a failure shows nothing. */
export function Banners() {
  const items = useBanners().data?.items ?? [];
  return items.length > 0 && <BannerCarousel key={items.map(({ id }) => id).join()} banners={items} />;
}

const SHOWN_MAX = 3;

/** The newest announcements, and the way to all. */
export function NewsList() {
  const t = useTranslations('notices');
  const common = useTranslations('common.actions');
  const lines = useNoticesNow().data?.bar ?? [];
  if (lines.length === 0) return null;
  // Beside their name one word says it to the eye.
  const all = (
    <>
      <span aria-hidden="true">{common('all')}</span>
      <span className="sr-only">{t('toList')}</span>
    </>
  );
  return (
    <SideCard title={t('title')} to={paths.notices()} more={all}>
      <div className={`@container ${ROWS}`}>
        {lines.slice(0, SHOWN_MAX).map(({ id, category, title, unread }) => (
          <ListRow
            key={id}
            title={
              <span className="flex items-center gap-2 text-body-s">
                {unread && (
                  <span role="img" aria-label={t('unread')} className="size-2 shrink-0 rounded-full bg-badge" />
                )}
                <span className="min-w-0">{title}</span>
              </span>
            }
            detail={t(`category.${category}`)}
            href={hrefTo(paths.notices(id))}
          />
        ))}
      </div>
    </SideCard>
  );
}
