export interface CoalesceOptions {
  itemsMax: number;
  runningMax: number;
  waitingMax: number;
  full: () => Error;
}

/**
 * Asks for many items in one call. What comes in one turn of the event loop goes together. An item that comes while as many
 * calls run as may waits for the next one, so a call gets larger the busier it is.
 * @param ask answers for each item, in their order. If it throws, all of its items fail.
 * @param full what an item gets at once when `waitingMax` others wait
 */
export function coalesce<Item, Answer>(
  ask: (items: readonly Item[]) => Promise<readonly Answer[]>,
  { itemsMax, runningMax, waitingMax, full }: CoalesceOptions,
): (item: Item) => Promise<Answer> {
  interface Waiting {
    readonly item: Item;
    readonly resolve: (answer: Answer) => void;
    readonly reject: (error: unknown) => void;
  }
  const waiting: Waiting[] = [];
  let running = 0;
  let isPlanned = false;

  const run = async (): Promise<void> => {
    running += 1;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, itemsMax);
      try {
        const answers = await ask(batch.map(({ item }) => item));
        if (answers.length !== batch.length) throw new Error('an answer for each item is needed');
        for (const [index, { resolve }] of batch.entries()) {
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the lengths are equal; an answer may be undefined
          resolve(answers[index] as Answer);
        }
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    running -= 1;
  };

  const runAll = (): void => {
    isPlanned = false;
    for (let free = runningMax - running; free > 0 && waiting.length > 0; free -= 1) void run();
  };

  return async (item) => {
    if (waiting.length >= waitingMax) throw full();
    return await new Promise<Answer>((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (running >= runningMax || isPlanned) return;
      isPlanned = true;
      setImmediate(runAll);
    });
  };
}
