import { useEffect, useRef } from 'react';
import { cx } from './cx.ts';
import type { Direction } from './price-text.tsx';

const COLOR: Record<Direction, string> = { up: 'text-up', down: 'text-down', flat: 'text-flat' };

type SparklineProps = { points: readonly number[]; direction: Direction; className?: string };

/** A small decorative line of recent prices; hidden from screen readers and in care mode. Size it by class. */
export function Sparkline({ points, direction, className }: SparklineProps) {
  const ref = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const canvas = ref.current;
    if (!canvas) return;
    const paint = () => paintLine(canvas, points);
    paint();
    const resized = new ResizeObserver(paint);
    resized.observe(canvas);
    const themed = new MutationObserver(paint);
    themed.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-updown'] });
    return () => {
      resized.disconnect();
      themed.disconnect();
    };
  }, [points, direction]);

  return (
    <canvas
      ref={ref}
      aria-hidden="true"
      className={cx('h-8 w-16 [[data-care=on]_&]:hidden', COLOR[direction], className)}
    />
  );
}

function paintLine(canvas: HTMLCanvasElement, points: readonly number[]) {
  const ratio = Math.min(window.devicePixelRatio || 1, 3);
  const width = canvas.clientWidth;
  const height = canvas.clientHeight;
  const context = canvas.getContext('2d');
  if (!context || width === 0 || height === 0) return;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  context.scale(ratio, ratio);
  context.clearRect(0, 0, width, height);
  if (points.length < 2) return;

  const low = Math.min(...points);
  const span = Math.max(...points) - low || 1;
  const pad = 2;
  const x = (index: number) => (index / (points.length - 1)) * width;
  const y = (value: number) => height - pad - ((value - low) / span) * (height - pad * 2);
  const color = getComputedStyle(canvas).color;

  context.beginPath();
  points.forEach((value, index) => {
    if (index === 0) context.moveTo(x(index), y(value));
    else context.lineTo(x(index), y(value));
  });
  context.lineWidth = 1.5;
  context.lineJoin = 'round';
  context.strokeStyle = color;
  context.stroke();

  context.lineTo(width, height);
  context.lineTo(0, height);
  context.closePath();
  context.globalAlpha = 0.12;
  context.fillStyle = color;
  context.fill();
}
