import type { ReasonTexts } from './texts.ts';

/** What members read. Each says what is true, blames nobody, and names what the member can do next. */
export const ZH_HANS_REASONS: ReasonTexts = {
  lifted: {
    CHECK_DONE: '核查已完成，感谢您的耐心配合。',
    PAPERS_RECEIVED: '已收到您的资料，感谢配合。',
    MEMBER_ASKED: '已按您本人的要求办理。',
    MISTAKE: '此前的限制是我们的失误，为此向您致歉。',
    OTHER: '限制已解除。如有疑问，请联系客服。',
  },
  adjustmentAdd: {
    CORRECTION: '账务更正：补记此前少记的金额。',
    PAYMENT_FOUND: '已查到您此前的一笔付款，现补记入账。',
    GOODWILL: '我们给予的补偿，感谢您的理解。',
    PROMOTION: '活动奖励。',
    OTHER: '由工作人员人工增加。如需了解详情，请联系客服。',
  },
  adjustmentDeduct: {
    CORRECTION: '账务更正：扣回此前多记的金额。',
    BOOKED_TWICE: '同一笔付款曾重复入账，现扣回重复的部分。',
    PAYMENT_RECALLED: '付款银行撤回了一笔款项，因此作相应扣除。',
    OTHER: '由工作人员人工扣除。如需了解详情，请联系客服。',
  },
  depositRejected: {
    PAYMENT_NOT_FOUND: '未查到这笔付款。请核对金额和附言（或交易哈希）后重新提交。',
    AMOUNT_DIFFERS: '实际到账金额与提交金额不同。请按实际付款金额重新提交。',
    PAYER_DIFFERS: '付款人姓名与账户实名不一致。请使用本人账户付款，这笔款项的处理请联系客服。',
    PROOF_UNREADABLE: '凭证无法辨认。请上传清晰完整的图片后重新提交。',
    DUPLICATE: '与另一笔记录重复，请查看此前的充值记录。',
    WRONG_NETWORK: '转账使用了其他网络，请联系客服协助处理。',
    RISK_CHECK: '我们未能完成这笔付款的核查。请联系客服，了解如何处理。',
    OTHER: '这笔充值未能入账。请联系客服，了解原因和下一步。',
  },
  depositDiffers: {
    AMOUNT_DIFFERS: '实际到账金额与提交金额不同，已按实际到账金额入账。',
    FEE_TAKEN: '付款途中被扣除了手续费，已按实际到账金额入账。',
    WRONG_NETWORK: '转账使用了其他网络，已按实际到账金额入账。',
    OTHER: '入账金额与提交金额不同。如需了解详情，请联系客服。',
  },
  withdrawalRejected: {
    CARD_WRONG: '银行卡信息有误。请核对银行卡后重新申请。',
    NAME_DIFFERS: '银行卡户名与账户实名不一致。请更换为本人银行卡。',
    ACCOUNT_LIMITED: '您的账户目前不能提现。请联系客服，了解下一步。',
    RISK_CHECK: '我们未能完成这笔提现的核查。请联系客服，了解如何处理。',
    DUPLICATE: '与另一笔提现重复，请查看此前的提现记录。',
    OTHER: '这笔提现未能办理。请联系客服，了解原因和下一步。',
  },
  withdrawalReturned: {
    BANK_REFUSED: '收款银行未接收这笔款项。请咨询发卡银行，或绑定另一张银行卡后重新申请。',
    CARD_WRONG: '银行卡信息有误。请核对银行卡后重新申请。',
    NAME_DIFFERS: '银行卡户名与账户实名不一致。请更换为本人银行卡。',
    OTHER: '款项被银行退回。请联系客服，了解下一步。',
  },
  verificationRejected: {
    PHOTO_UNREADABLE: '照片看不清。请在光线充足处重新拍摄。',
    PHOTO_INCOMPLETE: '照片不完整，证件四角须全部可见。',
    PHOTO_WRONG: '照片不是所要求的证件。请拍摄所要求的证件。',
    NAME_DIFFERS: '姓名与证件不一致。请按证件上的姓名填写。',
    NUMBER_DIFFERS: '号码与证件不一致。请按证件上的号码填写。',
    PAPER_EXPIRED: '证件已过有效期。请使用有效的证件。',
    PAPER_DOUBTED: '我们未能确认这份证件。请重新提交，或联系客服。',
    NUMBER_USED: '我们未能为您的账户确认该号码。请核对号码，或联系客服。',
    OTHER: '我们未能确认您的资料。请联系客服，了解下一步。',
  },
};
