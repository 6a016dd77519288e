/* Is the pointer on its way into an open list? Then elements on its way must not close the list or open another one. */

export type Point = { x: number; y: number };
export type ListBox = { left: number; right: number; top: number };

/** A hand does not move exactly straight: the triangle is this much wider on each side. */
const SLACK_PX = 12;

/**
 * True while `now` is in the triangle between `from`, where the pointer left the button, and the top edge of the list.
 * All values are pixels of the viewport; the list is below the button.
 */
export function isOnTheWay(now: Point, from: Point, list: ListBox): boolean {
  const height = list.top - from.y;
  if (height <= 0 || now.y < from.y || now.y > list.top) return false;
  const share = (now.y - from.y) / height;
  const left = from.x + (list.left - from.x) * share - SLACK_PX;
  const right = from.x + (list.right - from.x) * share + SLACK_PX;
  return now.x >= left && now.x <= right;
}
