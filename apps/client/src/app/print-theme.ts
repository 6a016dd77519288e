/** Paper is light: the dark theme would be pale letters on white. Runs until the returned function is called. */
export function printInLight(): () => void {
  const { dataset } = document.documentElement;
  let before: string | undefined;
  const begin = () => {
    before = dataset['theme'];
    dataset['theme'] = 'light';
  };
  const end = () => {
    if (before !== undefined) dataset['theme'] = before;
  };
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  return () => {
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
  };
}
