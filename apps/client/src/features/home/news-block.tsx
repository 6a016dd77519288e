import { useBanners, useNoticesNow } from '../../services/notices/notice-queries.ts';
import { BannerCarousel } from './banner-carousel.tsx';
import { NoticeBar } from './notice-bar.tsx';

/** What the site wants members to know. Without it, the rest of the page works: a failure shows nothing. */
export function NewsBlock() {
  const notices = useNoticesNow();
  const banners = useBanners();
  const lines = notices.data?.bar ?? [];
  const items = banners.data?.items ?? [];
  return (
    <div className="flex flex-col gap-3 empty:hidden xl:mt-5 xl:grid xl:grid-cols-2 xl:items-start xl:gap-6 xl:*:only:col-span-2">
      {notices.isPending ? (
        <div aria-hidden="true" className="h-11" />
      ) : (
        lines.length > 0 && <NoticeBar lines={lines} />
      )}
      {banners.isPending ? (
        <div aria-hidden="true" className="h-24" />
      ) : (
        items.length > 0 && <BannerCarousel key={items.map(({ id }) => id).join()} banners={items} />
      )}
    </div>
  );
}
