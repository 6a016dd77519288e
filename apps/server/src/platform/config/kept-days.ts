/** For how many days a site keeps what belongs to its members. */
export interface KeptDays {
  /** Photos of rejected identity documents. */
  rejectedPhotosDays: number;
  /** Pictures of conversations. */
  supportPicturesDays: number;
  /** A file of everything about a member, which can be fetched so long. */
  dataFileDays: number;
  /** Between a member's wish to close their account and its end. */
  closingDays: number;
  /** After the closing, what need not stay. */
  eraseClosedDays: number;
  /** After the closing, the identity. */
  keepIdentityDays: number;
  /** Files of bank and chain statements, and the names in their entries. */
  statementFileDays: number;
}
