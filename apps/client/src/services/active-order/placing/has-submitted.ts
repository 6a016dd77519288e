import { observable } from '@candor/api-client/observable';

/** An order was submitted in this visit: what follows orders over every page is needed from now on. */
export const hasSubmitted = observable(false);
