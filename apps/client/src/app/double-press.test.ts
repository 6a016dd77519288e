// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dropSecondPress } from './double-press.ts';

let stop: () => void;
/** What lies at the point of the first press. */
let there: Element | null;

beforeEach(() => {
  there = null;
  vi.spyOn(document, 'elementFromPoint').mockImplementation(() => there);
  stop = dropSecondPress();
});

afterEach(() => {
  stop();
  document.body.innerHTML = '';
  vi.restoreAllMocks();
});

function shown(text: string): { button: HTMLButtonElement; pressed: () => number } {
  const button = document.createElement('button');
  button.textContent = text;
  const onClick = vi.fn();
  button.addEventListener('click', onClick);
  document.body.append(button);
  return { button, pressed: () => onClick.mock.calls.length };
}

/** @param nth which press of one double press it is; 0 for a key */
function press(button: Element, nth: number, x = 100): boolean {
  return button.dispatchEvent(
    new MouseEvent('click', { detail: nth, clientX: x, clientY: 100, bubbles: true, cancelable: true }),
  );
}

/** The first press takes its button away, and the next step's button stands in its place. */
function nextStep() {
  const next = shown('Next');
  press(next.button, 1);
  next.button.remove();
  const submit = shown('Create account');
  there = submit.button;
  return submit;
}

test('the second press of a double press is not for the button that came up in its place', () => {
  const submit = nextStep();
  expect(press(submit.button, 2, 104)).toBe(false);
  expect(press(submit.button, 3)).toBe(false);
  expect(submit.pressed()).toBe(0);
});

test('a press of its own is, and so is a key, and so is the second press on one button', () => {
  const submit = nextStep();
  press(submit.button, 1);
  press(submit.button, 2);
  press(submit.button, 0);
  expect(submit.pressed()).toBe(3);
});

test('buttons side by side can be pressed as fast as one likes', () => {
  const [less, more] = [shown('−'), shown('+')];
  there = less.button;
  press(less.button, 1);
  press(more.button, 2, 112);
  expect(more.pressed()).toBe(1);
});

test('a button elsewhere is not in its place', () => {
  const submit = nextStep();
  press(submit.button, 2, 300);
  expect(submit.pressed()).toBe(1);
});
