import type pg from 'pg';
import type { Connection, Submittable } from 'pg';

export interface Column {
  readonly name: string;
  readonly dataTypeID: number;
  /** The table and the number of the column that it comes from unchanged; 0 for what is computed. */
  readonly tableID: number;
  readonly columnID: number;
}

/** Prepares a statement and asks what its rows are (Parse, Describe). It does not run. Null: it has no rows. */
class Description implements Submittable {
  readonly columns: Promise<readonly Column[] | null>;
  #found: readonly Column[] | null = null;
  #resolve: (columns: readonly Column[] | null) => void = () => undefined;
  #reject: (error: Error) => void = () => undefined;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
    this.columns = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  submit(connection: Connection): void {
    connection.parse({ name: '', text: this.#text, types: [] }, true);
    connection.describe({ type: 'S', name: '' }, true);
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: readonly Column[] }): void {
    this.#found = fields;
  }

  handleError(error: Error): void {
    this.#reject(error);
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#found);
  }
}

/** @throws the database's error, for a text that it does not understand */
export async function describeStatement(client: pg.Client, text: string): Promise<readonly Column[] | null> {
  return await client.query(new Description(text)).columns;
}
