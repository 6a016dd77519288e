import {
  ArrowUpRight,
  Equal,
  MoveHorizontal,
  MoveVertical,
  RectangleHorizontal,
  Rows4,
  Slash,
  Tag,
  Type,
} from 'lucide-react';
import type { Tool } from './drawing.ts';

const ICONS = {
  segment: Slash,
  ray: ArrowUpRight,
  horizontal: MoveHorizontal,
  vertical: MoveVertical,
  price: Tag,
  channel: Equal,
  rectangle: RectangleHorizontal,
  fibonacci: Rows4,
  text: Type,
} satisfies Record<Tool, unknown>;

export function ToolIcon({ tool }: { tool: Tool }) {
  const Icon = ICONS[tool];
  return <Icon aria-hidden="true" className="size-5" strokeWidth={1.75} />;
}
