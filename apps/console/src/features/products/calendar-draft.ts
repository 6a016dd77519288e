import type { CalendarView, ProductDraftView } from '@candor/contract/console-product-changes';
import type { CalendarDraft, ProductDraft } from '@candor/domain/market/product-draft';

/** A calendar of an answer as the rules of the domain read it: what is left out is not there. */
export function calendarDraftOf(view: CalendarView): CalendarDraft {
  if (view === null) return null;
  const { timeZone, weekly, follows, holidays, earlyCloses, tradesOn, listedUntil } = view;
  return {
    timeZone,
    weekly,
    ...(follows === undefined ? {} : { follows }),
    holidays,
    ...(earlyCloses === undefined ? {} : { earlyCloses }),
    ...(tradesOn === undefined ? {} : { tradesOn }),
    ...(listedUntil === undefined ? {} : { listedUntil }),
  };
}

export function productDraftOf({ names, sources, calendar, active }: ProductDraftView): ProductDraft {
  return { names, sources, calendar: calendarDraftOf(calendar), active };
}
