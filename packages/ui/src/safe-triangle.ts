/* Is the pointer on its way into an open list? Then whatever it crosses must not close the list or open another. */

export type Point = { x: number; y: number };
export type ListBox = { left: number; right: number; top: number };

/** A hand is not a ruler: the triangle is this much wider on each side. */
const SLACK_PX = 12;

/**
 * True while `now` lies in the triangle from `from`, where the pointer left the button, to the top edge of the list.
 * All in pixels of the viewport; the list is below the button.
 */
export function isOnTheWay(now: Point, from: Point, list: ListBox): boolean {
  const height = list.top - from.y;
  if (height <= 0 || now.y < from.y || now.y > list.top) return false;
  const share = (now.y - from.y) / height;
  const left = from.x + (list.left - from.x) * share - SLACK_PX;
  const right = from.x + (list.right - from.x) * share + SLACK_PX;
  return now.x >= left && now.x <= right;
}
