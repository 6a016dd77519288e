import { useRef, useState } from 'react';
import type { BaseMenu } from './base-menu.tsx';
import { cx } from './cx.ts';
import type { MenuProps, MenuStart } from './menu-props.ts';
import { showToast } from './toast.tsx';
import { useUiTexts } from './ui-texts.tsx';

/**
 * A button with a list below it. Base UI does the work, but its code is larger than a first screen's own: it loads when
 * the pointer or the focus reaches the button. Until then the button stands alone, and what the member did on it is
 * done again when the code is there.
 */
export function Menu(props: MenuProps) {
  const [arrived, setArrived] = useState<Code | undefined>(() => loaded);
  const [start, setStart] = useState<MenuStart | null>(arrived ? { act: 'none', focused: false } : null);
  if (arrived && start !== null) return <arrived.BaseMenu {...props} start={start} />;
  return (
    <FirstButton
      {...props}
      onReady={(code, wanted) => {
        setArrived(code);
        setStart(wanted);
      }}
    />
  );
}

type Code = { BaseMenu: typeof BaseMenu };

let loaded: Code | undefined;
let loading: Promise<Code> | undefined;

/** Loads Base UI's menu once for all menus. After a failure the next call tries again. */
function loadCode(): Promise<Code> {
  loading ??= import('./base-menu.tsx').then(
    (code) => (loaded = code),
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

type FirstButtonProps = MenuProps & { onReady: (code: Code, start: MenuStart) => void };

function FirstButton({ label, trigger, hover = false, triggerClass, active, onReady }: FirstButtonProps) {
  const texts = useUiTexts();
  const ref = useRef<HTMLButtonElement>(null);
  const pointer = useRef({ inside: false, pressed: false });

  function begin(act: MenuStart['act']) {
    void loadCode().then(
      (code) => onReady(code, { act, focused: true }),
      () => showToast(texts.failed, 'danger'),
    );
  }

  /** The button is replaced below a resting mouse, but never between press and release: the click would be lost. */
  function reach() {
    void loadCode().then(
      (code) => {
        const { inside, pressed } = pointer.current;
        if (hover && inside && !pressed)
          onReady(code, { act: 'rest', focused: document.activeElement === ref.current });
      },
      () => undefined,
    );
  }

  return (
    <button
      ref={ref}
      type="button"
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      aria-current={active ? 'true' : undefined}
      onPointerEnter={(event) => {
        pointer.current.inside = event.pointerType === 'mouse';
        reach();
      }}
      onPointerLeave={() => {
        pointer.current.inside = false;
        pointer.current.pressed = false;
      }}
      onPointerDown={() => {
        pointer.current.pressed = true;
      }}
      onFocus={reach}
      onClick={() => begin('press')}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        begin(event.key);
      }}
      className={cx('press', triggerClass)}
    >
      {trigger}
    </button>
  );
}
