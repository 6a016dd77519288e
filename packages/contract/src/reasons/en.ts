import type { ReasonTexts } from './texts.ts';

/** What members read. Each says what is true, blames nobody, and names what the member can do next. */
export const EN_REASONS: ReasonTexts = {
  lifted: {
    CHECK_DONE: 'Our check is done. Thank you for your patience.',
    PAPERS_RECEIVED: 'We have received your papers. Thank you.',
    MEMBER_ASKED: 'This was done as you asked.',
    MISTAKE: 'The restriction was our mistake. We apologise.',
    OTHER: 'The restriction has ended. Customer service answers your questions.',
  },
  adjustmentAdd: {
    CORRECTION: 'Correction: an amount that was missing in your account.',
    PAYMENT_FOUND: 'An earlier payment of yours was found and is now credited.',
    GOODWILL: 'A compensation from us. Thank you for your patience.',
    PROMOTION: 'Reward of a promotion.',
    OTHER: 'Added by our staff. Contact customer service if you would like to know more.',
  },
  adjustmentDeduct: {
    CORRECTION: 'Correction: an amount that had been added by mistake.',
    BOOKED_TWICE: 'A payment had been credited twice. The second credit is taken back.',
    PAYMENT_RECALLED: 'The paying bank took a payment back, so it was deducted here.',
    OTHER: 'Deducted by our staff. Contact customer service if you would like to know more.',
  },
  depositRejected: {
    PAYMENT_NOT_FOUND: 'The payment was not found. Check the amount and the reference or hash, then submit again.',
    AMOUNT_DIFFERS: 'The amount that arrived is not the submitted one. Submit again with the amount that you paid.',
    PAYER_DIFFERS:
      'The payer’s name is not that of this account. Pay from your own account. Contact customer service about this payment.',
    PROOF_UNREADABLE: 'The receipt cannot be read. Submit again with a clear and complete picture.',
    DUPLICATE: 'This is the same as another record. Please look at your earlier deposits.',
    WRONG_NETWORK: 'The transfer used another network. Contact customer service, who will help you.',
    RISK_CHECK: 'We could not finish our check of this payment. Contact customer service to learn what to do.',
    OTHER: 'This deposit could not be credited. Contact customer service to learn why and what to do.',
  },
  depositDiffers: {
    AMOUNT_DIFFERS: 'The amount that arrived is not the submitted one. The amount that arrived was credited.',
    FEE_TAKEN: 'A fee was taken on the way. The amount that arrived was credited.',
    WRONG_NETWORK: 'The transfer used another network. The amount that arrived was credited.',
    OTHER: 'Another amount was credited. Contact customer service if you would like to know more.',
  },
  withdrawalRejected: {
    CARD_WRONG: 'The details of the bank card are not right. Check them, then ask again.',
    NAME_DIFFERS: 'The card holder’s name is not that of this account. Use your own card.',
    ACCOUNT_LIMITED: 'Your account cannot withdraw for now. Contact customer service to learn what to do.',
    RISK_CHECK: 'We could not finish our check of this withdrawal. Contact customer service to learn what to do.',
    DUPLICATE: 'This is the same as another withdrawal. Please look at your earlier ones.',
    OTHER: 'This withdrawal could not be made. Contact customer service to learn why and what to do.',
  },
  withdrawalReturned: {
    BANK_REFUSED: 'The receiving bank did not accept the payment. Ask your bank, or bind another card and ask again.',
    CARD_WRONG: 'The details of the bank card are not right. Check them, then ask again.',
    NAME_DIFFERS: 'The card holder’s name is not that of this account. Use your own card.',
    OTHER: 'The bank sent the payment back. Contact customer service to learn what to do.',
  },
  verificationRejected: {
    PHOTO_UNREADABLE: 'The photo cannot be read. Take it again in good light.',
    PHOTO_INCOMPLETE: 'The photo is incomplete: all four corners must be visible.',
    PHOTO_WRONG: 'The photo shows something else. Take one of the document that is asked for.',
    NAME_DIFFERS: 'The name differs from the document. Enter it as it is printed there.',
    NUMBER_DIFFERS: 'The number differs from the document. Enter it as it is printed there.',
    PAPER_EXPIRED: 'The document is no longer valid. Use one that is.',
    PAPER_DOUBTED: 'We could not confirm the document. Send it again, or contact customer service.',
    NUMBER_USED: 'We could not confirm this number for your account. Check it, or contact customer service.',
    OTHER: 'We could not confirm your papers. Contact customer service to learn what to do.',
  },
};
