/* The styles of all screens but login, which has its own in the page. Loaded like code, beside a screen. */

import '../styles.css';

/** Imported for its styles. */
export const STYLES = 'all screens';
