import type { ReasonTexts } from './texts.ts';

/** What members read. Each says what is true, blames nobody, and names what the member can do next. */
export const ZH_HANT_REASONS: ReasonTexts = {
  lifted: {
    CHECK_DONE: '查核已完成，感謝您耐心等候。',
    PAPERS_RECEIVED: '已收到您的資料，謝謝您。',
    MEMBER_ASKED: '已依您本人的要求辦理。',
    MISTAKE: '先前的限制是我們的疏失，謹此致歉。',
    OTHER: '限制已解除。如有疑問，請洽客服。',
  },
  adjustmentAdd: {
    CORRECTION: '帳務更正：補入先前少計的金額。',
    PAYMENT_FOUND: '已查到您先前的一筆付款，現補入帳。',
    GOODWILL: '我們提供的補償，感謝您的體諒。',
    PROMOTION: '活動獎勵。',
    OTHER: '由工作人員人工增加。如需了解詳情，請洽客服。',
  },
  adjustmentDeduct: {
    CORRECTION: '帳務更正：扣回先前多計的金額。',
    BOOKED_TWICE: '同一筆付款曾重複入帳，現扣回重複的部分。',
    PAYMENT_RECALLED: '付款銀行收回了一筆款項，因此予以扣除。',
    OTHER: '由工作人員人工扣除。如需了解詳情，請洽客服。',
  },
  depositRejected: {
    PAYMENT_NOT_FOUND: '查無這筆付款。請核對金額與附言（或交易雜湊）後重新送出。',
    AMOUNT_DIFFERS: '實際到帳金額與申請金額不同。請依實際付款金額重新送出。',
    PAYER_DIFFERS: '付款人姓名與帳戶實名不符。請使用本人帳戶付款，這筆款項的處理請洽客服。',
    PROOF_UNREADABLE: '憑證無法辨識。請上傳清晰完整的圖片後重新送出。',
    DUPLICATE: '與另一筆紀錄重複，請查看先前的儲值紀錄。',
    WRONG_NETWORK: '轉帳使用了其他網路，請聯絡客服協助處理。',
    RISK_CHECK: '我們未能完成這筆付款的查核。請聯絡客服，了解如何處理。',
    OTHER: '這筆儲值未能入帳。請聯絡客服，了解原因與後續步驟。',
  },
  depositDiffers: {
    AMOUNT_DIFFERS: '實際到帳金額與申請金額不同，已依實際到帳金額入帳。',
    FEE_TAKEN: '付款途中遭扣手續費，已依實際到帳金額入帳。',
    WRONG_NETWORK: '轉帳使用了其他網路，已依實際到帳金額入帳。',
    OTHER: '入帳金額與申請金額不同。如需了解詳情，請洽客服。',
  },
  withdrawalRejected: {
    CARD_WRONG: '銀行卡資料有誤。請核對銀行卡後重新申請。',
    NAME_DIFFERS: '銀行卡戶名與帳戶實名不符。請改用本人的銀行卡。',
    ACCOUNT_LIMITED: '您的帳戶目前無法提現。請聯絡客服，了解後續步驟。',
    RISK_CHECK: '我們未能完成這筆提現的查核。請聯絡客服，了解如何處理。',
    DUPLICATE: '與另一筆提現重複，請查看先前的提現紀錄。',
    OTHER: '這筆提現未能辦理。請聯絡客服，了解原因與後續步驟。',
  },
  withdrawalReturned: {
    BANK_REFUSED: '收款銀行未接受這筆款項。請洽發卡銀行，或綁定另一張銀行卡後重新申請。',
    CARD_WRONG: '銀行卡資料有誤。請核對銀行卡後重新申請。',
    NAME_DIFFERS: '銀行卡戶名與帳戶實名不符。請改用本人的銀行卡。',
    OTHER: '款項遭銀行退回。請聯絡客服，了解後續步驟。',
  },
  verificationRejected: {
    PHOTO_UNREADABLE: '照片看不清楚。請在光線充足處重新拍攝。',
    PHOTO_INCOMPLETE: '照片不完整，證件四角須全部可見。',
    PHOTO_WRONG: '照片不是所要求的證件。請拍攝所要求的證件。',
    NAME_DIFFERS: '姓名與證件不一致。請依證件上的姓名填寫。',
    NUMBER_DIFFERS: '號碼與證件不一致。請依證件上的號碼填寫。',
    PAPER_EXPIRED: '證件已逾有效期限。請使用有效的證件。',
    PAPER_DOUBTED: '我們未能確認這份證件。請重新送出，或洽客服。',
    NUMBER_USED: '我們未能為您的帳戶確認此號碼。請核對號碼，或洽客服。',
    OTHER: '我們未能確認您的資料。請聯絡客服，了解後續步驟。',
  },
};
