/** The database takes no writes: a standby, or a primary that is set so. */
export class TakesNoWrites extends Error {
  override name = 'TakesNoWrites';
  /** Whether another host is named, which may soon take them. */
  readonly hasOthers: boolean;

  constructor(hosts: number) {
    super(
      hosts > 1
        ? `none of the ${hosts} hosts of the database takes writes`
        : 'the database takes no writes: a standby?',
    );
    this.hasOthers = hosts > 1;
  }
}
