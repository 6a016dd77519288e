/** True if the key press goes into a text field; then the field keeps it. */
export function isTyping(target: EventTarget | null): target is HTMLElement {
  return target instanceof HTMLElement && target.matches('input:not([type=radio], [type=checkbox]), textarea, select');
}

/** A key press of the browser or of React. */
type KeyPress = {
  readonly key: string;
  readonly keyCode: number;
  readonly isComposing?: boolean;
  readonly nativeEvent?: { readonly isComposing: boolean };
};

/** What browsers report for a key that an input method handles. Safari has ended the word by then, and says nothing else. */
const INPUT_METHOD_KEY = 229;

/** True while an input method is writing a word: its keys choose and end the word, and are no keys of ours. */
export function isComposing({ keyCode, isComposing: own, nativeEvent }: KeyPress): boolean {
  return own === true || nativeEvent?.isComposing === true || keyCode === INPUT_METHOD_KEY;
}

/** The Enter key, unless it ends an input method's word. Nothing else may ask for it (scripts/enter-key.test.mjs). */
export function isEnter(press: KeyPress): boolean {
  return press.key === 'Enter' && !isComposing(press);
}
