/*
 * The title of the browser's tab. Several parts write it: the page sets its name, a running order shows its countdown
 * before the name, and news replaces both until the member looks at the tab. No other code writes `document.title`.
 */

type TitleParts = { readonly page: string; readonly countdown: string | null; readonly news: string | null };

let parts: TitleParts = { page: '', countdown: null, news: null };

export function setPageTitle(page: string): void {
  write({ page });
}

/** Shows a countdown before the page's name; null ends it. */
export function setTitleCountdown(countdown: string | null): void {
  if (countdown !== parts.countdown) write({ countdown });
}

/** Shows news in the title of a hidden tab, until the member looks at it. */
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
