/*
 * The title of the browser's tab, which several parts write: the page names itself, a running order counts down before
 * that, and news tells of itself instead until the tab is looked at. Nobody else writes `document.title`.
 */

type TitleParts = { readonly page: string; readonly countdown: string | null; readonly news: string | null };

let parts: TitleParts = { page: '', countdown: null, news: null };

export function setPageTitle(page: string): void {
  write({ page });
}

/** Counts before the page's name; null ends it. */
export function setTitleCountdown(countdown: string | null): void {
  if (countdown !== parts.countdown) write({ countdown });
}

/** Tells something in the title of a tab that is not looked at, until it is. */
export function tellInTitle(news: string): void {
  if (parts.news === null) document.addEventListener('visibilitychange', takeNewsBack);
  write({ news });
}

function takeNewsBack(): void {
  if (document.hidden) return;
  document.removeEventListener('visibilitychange', takeNewsBack);
  write({ news: null });
}

function write(changes: Partial<TitleParts>): void {
  parts = { ...parts, ...changes };
  const { page, countdown, news } = parts;
  document.title = news ?? (countdown === null ? page : `${countdown} · ${page}`);
}
