/*
 * Drawing on a chart: the row of tools, the sheets, and the pen on the chart itself. Loaded if a product has drawings
 * or when a member opens the tools. While the row is closed, the drawings stay on the chart and can only be looked at.
 */

import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import type { RefObject } from 'react';
import { showToast } from '@candor/ui/toast.tsx';
import { useTranslations } from 'use-intl';
import { groupDigits } from '@candor/ui/figures';
import { isComposing, isTyping } from '@candor/ui/keyboard';
import { newKey } from '@candor/api-client/new-key';
import { formatDateTime } from '@candor/ui/moments';
import { useChartHost } from '../chart-host.ts';
import { watchPalette } from '../chart-palette.ts';
import type { CandleChartHandle } from '../chart-props.ts';
import { DRAWINGS_MAX, isComplete } from './drawing.ts';
import type { Drawing, DrawingPoint, Tool } from './drawing.ts';
import { DrawingBar } from './drawing-bar.tsx';
import { drawingBoard, drawingStore } from './drawing-store.ts';
import type { DrawingBoard } from './drawing-store.ts';
import { changeDrawingChoices, useDrawingChoices } from './drawing-choices.ts';
import { ClearDialog, TextDialog, ToolSheet } from './drawing-dialogs.tsx';
import { readDrawingPalette } from './drawing-figures.ts';
import { hasRoom } from './drawing-history.ts';
import { DrawingList } from './drawing-list.tsx';
import { createPen } from './drawing-pen.ts';
import type { Pen, PenView } from './drawing-pen.ts';
import { createDrawingSurface } from './drawing-surface.ts';

type DrawingToolsProps = {
  /** Where the drawings are stored. Another key is another instance. */
  keptAs: string;
  chart: CandleChartHandle;
  decimals: number;
  timeZone: string;
  open: boolean;
  onClose: () => void;
  onCount: (count: number) => void;
  /** Chart and row together: key presses in it are handled here. */
  panel: RefObject<HTMLElement | null>;
};

export function DrawingTools({ keptAs, ...props }: DrawingToolsProps) {
  const { kept } = useChartHost();
  const [board] = useState(() => drawingBoard(drawingStore(kept, keptAs)));
  useEffect(() => board.follow(), [board]);
  return <BoardTools board={board} {...props} />;
}

type BoardToolsProps = Omit<DrawingToolsProps, 'keptAs'> & { board: DrawingBoard };
/** The open dialog: choice of a tool, the list of drawings, delete everything, or the text of a note. */
type Asked = 'tools' | 'list' | 'clear' | Drawing;

function BoardTools({ board, chart, decimals, timeZone, open, onClose, onCount, panel }: BoardToolsProps) {
  const t = useTranslations('chart.drawing');
  const { drawings, past, future } = useSyncExternalStore(board.history.subscribe, board.history.get);
  const { kept, now } = useChartHost();
  const choices = useDrawingChoices();
  const [draft, setDraft] = useState<Drawing | null>(null);
  const [selectedId, select] = useState<string | null>(null);
  const [hidden, setHidden] = useState(false);
  const [asked, ask] = useState<Asked | null>(null);
  const [spoken, say] = useState('');
  const selected = drawings.find(({ id }) => id === selectedId) ?? null;
  const nameOf = ({ tool }: Drawing) => t(`tools.${tool}`);

  usePen(
    chart,
    {
      active: open,
      drawings: hidden ? [] : drawings,
      draft,
      selectedId: open ? selectedId : null,
      magnet: choices.magnet,
    },
    {
      place,
      select,
      move: (drawing, byKey) => board.act({ type: 'put', drawing, joins: byKey }),
      announce: ({ atMs, price }) =>
        say(
          t('at', { time: formatDateTime(atMs, timeZone).slice(5, -3), price: groupDigits(price.toFixed(decimals)) }),
        ),
    },
  );
  usePanelKeys(panel, open, (event) => {
    const isModified = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (isModified && (key === 'y' || (key === 'z' && event.shiftKey))) redo();
    else if (isModified && key === 'z') undo();
    else if (isModified) return false;
    else if (key === 'escape' && draft) setDraft(null);
    else if (key === 'escape' && selected) select(null);
    else if ((key === 'delete' || key === 'backspace') && selected && !draft && !selected.locked) remove(selected);
    else return false;
    return true;
  });
  const count = drawings.length;
  const tellCount = useEffectEvent(onCount);
  useEffect(() => tellCount(count), [count]);

  function pick(tool: Tool) {
    ask(null);
    select(null);
    setHidden(false);
    if (draft?.tool === tool) setDraft(null);
    else if (!hasRoom(board.history.get())) tellFull();
    else setDraft({ id: newKey(), tool, points: [], color: choices.color, locked: false, text: '', madeAtMs: 0 });
  }

  function place(point: DrawingPoint) {
    if (!draft) return;
    const next = { ...draft, points: [...draft.points, point] };
    if (!isComplete(next)) setDraft(next);
    else {
      setDraft(null);
      if (next.tool === 'text') ask(next);
      else add(next);
    }
  }

  function add(drawing: Drawing) {
    if (board.act({ type: 'put', drawing: { ...drawing, madeAtMs: now() } }))
      say(t('added', { tool: nameOf(drawing) }));
    else tellFull();
  }

  function tellFull() {
    showToast(t('full', { count: DRAWINGS_MAX }), 'danger');
  }

  function change(changes: Partial<Drawing>) {
    if (selected) board.act({ type: 'put', drawing: { ...selected, ...changes } });
  }

  function remove(drawing: Drawing) {
    board.act({ type: 'remove', id: drawing.id });
    say(t('removed', { tool: nameOf(drawing) }));
  }

  /** The last point of an unfinished drawing. */
  function undo() {
    if (draft) setDraft(draft.points.length === 0 ? null : { ...draft, points: draft.points.slice(0, -1) });
    else if (board.act({ type: 'undo' })) say(t('undone'));
  }

  function redo() {
    if (board.act({ type: 'redo' })) say(t('redone'));
  }

  function putAway() {
    setDraft(null);
    select(null);
    onClose();
  }

  return (
    <>
      {open && (
        <DrawingBar
          draft={draft}
          selected={selected}
          count={count}
          canUndo={past.length > 0}
          canRedo={future.length > 0}
          hidden={hidden}
          magnet={choices.magnet}
          on={{
            pick,
            showTools: () => ask('tools'),
            cancel: () => setDraft(null),
            magnet: () => changeDrawingChoices(kept, { magnet: !choices.magnet }),
            hide: () => setHidden(!hidden),
            undo,
            redo,
            list: () => ask('list'),
            close: putAway,
            color(color) {
              changeDrawingChoices(kept, { color });
              change({ color });
            },
            lock: () => change({ locked: selected?.locked !== true }),
            edit: () => ask(selected),
            remove: () => selected && remove(selected),
            deselect: () => select(null),
          }}
        />
      )}
      <span role="status" className="sr-only">
        {spoken}
      </span>
      <ToolSheet open={asked === 'tools'} onClose={() => ask(null)} onPick={pick} />
      <DrawingList
        open={asked === 'list'}
        onClose={() => ask(null)}
        drawings={drawings}
        decimals={decimals}
        timeZone={timeZone}
        onSelect={(id) => {
          ask(null);
          setHidden(false);
          select(id);
        }}
        onRemove={remove}
        onClear={() => ask('clear')}
      />
      <ClearDialog
        open={asked === 'clear'}
        count={count}
        onClose={() => ask(null)}
        onClear={() => {
          ask(null);
          if (board.act({ type: 'clear' })) say(t('cleared'));
        }}
      />
      {typeof asked === 'object' && asked !== null && (
        <TextDialog
          initial={asked.text}
          onClose={() => ask(null)}
          onDone={(text) => {
            ask(null);
            if (asked.id === selected?.id) change({ text });
            else add({ ...asked, text });
          }}
        />
      )}
    </>
  );
}

type PenActions = {
  place: (point: DrawingPoint) => void;
  select: (id: string | null) => void;
  move: (drawing: Drawing, byKey: boolean) => void;
  announce: (point: DrawingPoint) => void;
};

/** The pen on the drawn chart, in the page's current colours. Starting a drawing moves the focus to the chart. */
function usePen(chart: CandleChartHandle, view: Omit<PenView, 'palette'>, actions: PenActions): void {
  const pen = useRef<(Pen & { focus: () => void }) | null>(null);
  const [palette, setPalette] = useState(() => readDrawingPalette());
  const place = useEffectEvent(actions.place);
  const select = useEffectEvent(actions.select);
  const move = useEffectEvent(actions.move);
  const announce = useEffectEvent(actions.announce);
  const show = useEffectEvent(() => pen.current?.show({ ...view, palette }));

  useEffect(() => {
    const made = chart.extend((library, element) => {
      const surface = createDrawingSurface(library, element);
      const hideCrosshair = chart.hideCrosshair;
      const events = {
        place: (point: DrawingPoint) => place(point),
        select: (id: string | null) => select(id),
        move: (drawing: Drawing, byKey: boolean) => move(drawing, byKey),
        announce: (point: DrawingPoint) => announce(point),
        hideCrosshair,
      };
      return { ...createPen(element, surface, events), focus: surface.focus };
    });
    pen.current = made;
    show();
    return () => made?.remove();
  }, [chart]);

  useEffect(() => watchPalette(() => setPalette(readDrawingPalette())), []);

  const { active, drawings, draft, selectedId, magnet } = view;
  useEffect(() => show(), [active, drawings, draft, selectedId, magnet, palette]);

  const begun = draft?.id;
  useEffect(() => {
    if (begun !== undefined) pen.current?.focus();
  }, [begun]);
}

/** Key presses anywhere in the panel, before the chart and the page get them. `onKey` returns true if it used one. */
function usePanelKeys(panel: RefObject<HTMLElement | null>, active: boolean, onKey: (event: KeyboardEvent) => boolean) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || isComposing(event) || isTyping(event.target) || document.querySelector('dialog[open]')) return;
    if (!onKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const root = panel.current;
    if (!active || !root) return;
    const listener = (event: KeyboardEvent) => press(event);
    root.addEventListener('keydown', listener, { capture: true });
    return () => root.removeEventListener('keydown', listener, { capture: true });
  }, [active, panel]);
}
