/* Generated from packages/sdk/openapi by `npm run sdk`. Do not change it by hand. */

export interface paths {
    "/api/console/puzzle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A puzzle for the login of an operator. */
        get: operations["readConsolePuzzle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/captcha": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A picture with a code for the login of an operator. */
        get: operations["readConsoleCaptcha"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Logs an operator in by name and password. */
        post: operations["logInOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/join": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Takes an invitation: with its link, its code and a password. The second factor is set up next. */
        post: operations["joinStaff"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/login/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The second step of an operator's login. */
        post: operations["enterOperatorCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Turns an operator's authenticator app on. */
        put: operations["confirmOperatorTotp"];
        /** Makes the secret of an operator's authenticator app. */
        post: operations["beginOperatorTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/totp/later": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Goes on without an authenticator app for now. */
        post: operations["postponeOperatorTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/totp/renew": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** With a code of the old one: the secret of another authenticator, which counts once a code of it was shown. */
        post: operations["renewOperatorTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Changes an operator's password. */
        post: operations["changeOperatorPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ends the operator's session. */
        post: operations["logOutOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The operator who calls, with the permissions. */
        get: operations["readOperator"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The operator's sessions. */
        get: operations["listOperatorSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Ends one session of the operator. */
        delete: operations["endOperatorSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/deposits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The queue of deposits.
         * @description For operators with the permission `cashier:deposit:read`.
         */
        get: operations["listOperatorDeposits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/deposits/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One deposit with all that is needed to decide.
         * @description For operators with the permission `cashier:deposit:read`.
         */
        get: operations["readOperatorDeposit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/deposits/{id}/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The picture that proves a payment.
         * @description For operators with the permission `cashier:deposit:read`.
         */
        get: operations["readOperatorDepositProof"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/deposits/{id}/take": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes a deposit to review it.
         * @description For operators with the permission `cashier:deposit:review`.
         */
        post: operations["takeDeposit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/deposits/{id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Gives a deposit back to the queue.
         * @description For operators with the permission `cashier:deposit:review`.
         */
        post: operations["releaseDeposit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/deposits/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Credits a deposit, or passes it to a second operator.
         * @description For operators with the permission `cashier:deposit:review`.
         */
        post: operations["approveDeposit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/deposits/{id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rejects a deposit.
         * @description For operators with the permission `cashier:deposit:review`.
         */
        post: operations["rejectDeposit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/withdrawals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The queue of withdrawals.
         * @description For operators with the permission `cashier:withdrawal:read`.
         */
        get: operations["listOperatorWithdrawals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/withdrawals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One withdrawal with all that is needed to decide.
         * @description For operators with the permission `cashier:withdrawal:review`.
         */
        get: operations["readOperatorWithdrawal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/withdrawals/{id}/take": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes a withdrawal to review it.
         * @description For operators with the permission `cashier:withdrawal:review`.
         */
        post: operations["takeWithdrawal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/withdrawals/{id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Gives a withdrawal back to the queue.
         * @description For operators with the permission `cashier:withdrawal:review`.
         */
        post: operations["releaseWithdrawal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/withdrawals/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approves a withdrawal, first or second.
         * @description For operators with the permission `cashier:withdrawal:review`.
         */
        post: operations["approveWithdrawal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/withdrawals/{id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rejects a withdrawal; its money is free again.
         * @description For operators with the permission `cashier:withdrawal:review`.
         */
        post: operations["rejectWithdrawal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/withdrawals/{id}/payout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Records what became of the payment.
         * @description For operators with the permission `cashier:withdrawal:payout`.
         */
        post: operations["recordPayout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/verifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Submissions of identity documents: waiting ones oldest first, decided ones newest first.
         * @description For operators with the permission `identity:verification:read`.
         */
        get: operations["listReviews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/verifications/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One submission with its member.
         * @description For operators with the permission `identity:verification:read`.
         */
        get: operations["readReview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/verifications/{id}/front": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The photo of the front of the document.
         * @description For operators with the permission `identity:verification:read`.
         */
        get: operations["readFrontPhoto"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/verifications/{id}/back": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The photo of the back of the document.
         * @description For operators with the permission `identity:verification:read`.
         */
        get: operations["readBackPhoto"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/verifications/{id}/take": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The operator takes a submission to review it.
         * @description For operators with the permission `identity:verification:review`.
         */
        post: operations["takeReview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/verifications/{id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The operator leaves a submission to others.
         * @description For operators with the permission `identity:verification:review`.
         */
        post: operations["releaseReview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/verifications/{id}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The documents are good: the member is verified.
         * @description For operators with the permission `identity:verification:review`.
         */
        post: operations["verifyIdentity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/verifications/{id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The documents are not good, with the reason and what is wrong.
         * @description For operators with the permission `identity:verification:review`.
         */
        post: operations["rejectVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Looks for members.
         * @description For operators with the permission `member:profile:search`.
         */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/members/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One member with money, documents, sessions and notes.
         * @description For operators with the permission `member:profile:read`.
         */
        get: operations["readMemberDetail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/members/{id}/freeze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Freezes a member or lifts it.
         * @description For operators with the permission `member:profile:freeze`.
         */
        post: operations["freezeMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/members/{id}/forbid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Forbids a member orders or withdrawals, or lifts it.
         * @description For operators with the permission `member:profile:forbid`.
         */
        post: operations["forbidMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/members/{id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Ends the sessions of a member.
         * @description For operators with the permission `member:profile:sessions`.
         */
        delete: operations["endMemberSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/members/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Writes a note that only operators read.
         * @description For operators with the permission `member:note:write`.
         */
        post: operations["writeMemberNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every order, newest first.
         * @description For operators with the permission `market:order:read`.
         */
        get: operations["listOperatorOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/orders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One order with its prices and its transfers.
         * @description For operators with the permission `market:order:read`.
         */
        get: operations["readOperatorOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/orders/{id}/receipt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The receipt of an order, and what checking it found.
         * @description For operators with the permission `market:order:read`.
         */
        get: operations["readOperatorReceipt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Looks a member, an order, a deposit or a withdrawal up by whatever names it. */
        post: operations["searchAll"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/members/{id}/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a member decided for themselves. Nobody at the console may change it.
         * @description For operators with the permission `member:profile:read`.
         */
        get: operations["readLimitsOfMember"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/members/{id}/own-data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a member asked for about themselves, and what is kept of them how long. Nobody at the console changes it.
         * @description For operators with the permission `member:profile:read`.
         */
        get: operations["readOwnDataOfMember"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/books": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The chart of accounts with its balances at a moment.
         * @description For operators with the permission `ledger:adjustment:read`.
         */
        get: operations["readTrialBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/books/transfers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every transfer, newest first; those of a number, of an account of the chart, or of a time.
         * @description For operators with the permission `ledger:adjustment:read`.
         */
        get: operations["listBookTransfers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/books/checks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the checks of the books found last, and whether money is halted.
         * @description For operators with the permission `ledger:adjustment:read`.
         */
        get: operations["listBookChecks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/days": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Business dates, newest first: what moved, and who signed.
         * @description For operators with the permission `ledger:adjustment:read`.
         */
        get: operations["listOperatorDays"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/days/{date}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The report of a business date.
         * @description For operators with the permission `ledger:adjustment:read`.
         */
        get: operations["readOperatorDay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/days/{date}/sign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Signs the report of a business date. The second operator closes the date.
         * @description For operators with the permission `ledger:adjustment:check`.
         */
        post: operations["signOperatorDay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/alarms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is wrong with the site, and what was.
         * @description For operators with the permission `site:alarm:read`.
         */
        get: operations["listOperatorAlarms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/alarms/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One alarm.
         * @description For operators with the permission `site:alarm:read`.
         */
        get: operations["readOperatorAlarm"];
        put?: never;
        /**
         * Takes an alarm, acknowledges it, or writes a note. Nobody but the worker closes it.
         * @description For operators with the permission `site:alarm:take`.
         */
        post: operations["actOnAlarm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/alarm-messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where alarms go outside the console, and what was sent.
         * @description For operators with the permission `site:alarm:read`.
         */
        get: operations["listAlarmMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/alarm-messages/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends a test message by every channel. What came of it is in the list.
         * @description For operators with the permission `site:alarm:take`.
         */
        post: operations["testAlarms"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/statements/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Accounts at banks and on chains, with what of their statements is matched and what is open.
         * @description For operators with the permission `cashier:statement:read`.
         */
        get: operations["listStatementAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/statements/accounts/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Describes an account: its number, its channels, and what the columns of its tables mean.
         * @description For operators with the permission `cashier:statement:import`.
         */
        put: operations["saveStatementAccount"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/statements/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Imported files with their statements, newest first, and the gaps between them.
         * @description For operators with the permission `cashier:statement:read`.
         */
        get: operations["listStatementFiles"];
        put?: never;
        /**
         * Takes a file of statements in as a whole, and matches what is certain.
         * @description For operators with the permission `cashier:statement:import`.
         */
        post: operations["importStatements"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/statements/files/{id}/original": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The file as it was imported. Each look is in the audit log.
         * @description For operators with the permission `cashier:statement:import`.
         */
        get: operations["readStatementFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/statements/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Entries of statements, newest first, and what they are.
         * @description For operators with the permission `cashier:statement:read`.
         */
        get: operations["listStatementEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/statements/entries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An entry, and what it may be.
         * @description For operators with the permission `cashier:statement:read`.
         */
        get: operations["readStatementEntry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/statements/entries/{id}/match": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Says which deposit, withdrawal or return an entry is. No money moves.
         * @description For operators with the permission `cashier:statement:match`.
         */
        post: operations["matchStatementEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/statements/entries/{id}/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Says what an entry is that belongs to no member.
         * @description For operators with the permission `cashier:statement:match`.
         */
        post: operations["explainStatementEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/statements/entries/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes the match or the explanation of an entry back.
         * @description For operators with the permission `cashier:statement:match`.
         */
        post: operations["undoStatementMatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/statements/things": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Deposits, withdrawals and returns that are booked and stand in no statement, oldest first.
         * @description For operators with the permission `cashier:statement:read`.
         */
        get: operations["listUnprovedThings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/statements/days/{date}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The statements of a business date beside the books, by account.
         * @description For operators with the permission `cashier:statement:read`.
         */
        get: operations["readStatementDay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Figures of today, yesterday and the last 30 days, and whether the site is well.
         * @description For operators with the permission `ledger:adjustment:read`.
         */
        get: operations["readOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is due and what waits, sources of prices, processes and their jobs, backup and witnesses.
         * @description For operators with the permission `ledger:adjustment:read`.
         */
        get: operations["readSiteState"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/adjustments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Money that operators add to or deduct from members, newest first.
         * @description For operators with the permission `ledger:adjustment:read`.
         */
        get: operations["listAdjustments"];
        put?: never;
        /**
         * Proposes to add money to a member or to deduct it. Nothing moves before another operator approves.
         * @description For operators with the permission `ledger:adjustment:make`.
         */
        post: operations["proposeAdjustment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/adjustments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Money that operators add to or deduct from members: one of them.
         * @description For operators with the permission `ledger:adjustment:read`.
         */
        get: operations["readAdjustment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/adjustments/{id}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Money that operators add to or deduct from members: another operator approves or rejects one.
         * @description For operators with the permission `ledger:adjustment:check`.
         */
        post: operations["decideAdjustment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/adjustments/{id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Money that operators add to or deduct from members: its maker takes one back.
         * @description For operators with the permission `ledger:adjustment:make`.
         */
        post: operations["withdrawAdjustment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/invest/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Projects with their versions and what is sold of each, and the savings.
         * @description For operators with the permission `invest:project:read`.
         */
        get: operations["listProjects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/invest/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Changes of projects and savings rates, newest first.
         * @description For operators with the permission `invest:project:read`.
         */
        get: operations["listInvestChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/invest/changes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Changes of projects and savings rates: one of them.
         * @description For operators with the permission `invest:project:read`.
         */
        get: operations["readInvestChange"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/invest/changes/{id}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Changes of projects and savings rates: another operator approves or rejects one.
         * @description For operators with the permission `invest:project:check`.
         */
        post: operations["decideInvestChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/invest/changes/{id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Changes of projects and savings rates: its maker takes one back.
         * @description For operators with the permission `invest:project:make`.
         */
        post: operations["withdrawInvestChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/invest/holdings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Holdings of all members, newest first.
         * @description For operators with the permission `invest:holding:read`.
         */
        get: operations["listHoldings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/invest/days": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the end of day of each business date did, newest first.
         * @description For operators with the permission `invest:close:read`.
         */
        get: operations["listEndsOfDay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/invest/liabilities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The money that maturities need, by date.
         * @description For operators with the permission `invest:close:read`.
         */
        get: operations["readLiabilities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/invest/project-changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Proposes terms for a new project, or a new version for one that exists.
         * @description For operators with the permission `invest:project:make`.
         */
        post: operations["proposeProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/invest/rate-changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Proposes a savings rate. It holds from a business date that has not begun.
         * @description For operators with the permission `invest:project:make`.
         */
        post: operations["proposeRate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/terms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The terms of paying in and out that hold now, and which of them have a proposal.
         * @description For operators with the permission `site:channel:read`.
         */
        get: operations["readTerms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/terms/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Changes of the terms of paying in and out, newest first.
         * @description For operators with the permission `site:channel:read`.
         */
        get: operations["listTermsChanges"];
        put?: never;
        /**
         * Proposes other terms. Nothing changes before another operator approves.
         * @description For operators with the permission `site:channel:write`.
         */
        post: operations["proposeTermsChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/terms/changes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Changes of the terms of paying in and out: one of them.
         * @description For operators with the permission `site:channel:read`.
         */
        get: operations["readTermsChange"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/terms/changes/{id}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Changes of the terms of paying in and out: another operator approves or rejects one.
         * @description For operators with the permission `site:channel:check`.
         */
        post: operations["decideTermsChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/terms/changes/{id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Changes of the terms of paying in and out: its maker takes one back.
         * @description For operators with the permission `site:channel:write`.
         */
        post: operations["withdrawTermsChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/texts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The texts of the site that hold now.
         * @description For operators with the permission `site:text:read`.
         */
        get: operations["listTexts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/texts/{slug}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The versions of a text, newest first.
         * @description For operators with the permission `site:text:read`.
         */
        get: operations["listTextVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/text-changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Changes of texts, newest first.
         * @description For operators with the permission `site:text:read`.
         */
        get: operations["listTextChanges"];
        put?: never;
        /**
         * Writes the next version of a text. One that binds members waits for another operator.
         * @description For operators with the permission `site:text:write`.
         */
        post: operations["proposeText"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/text-changes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Changes of texts: one of them.
         * @description For operators with the permission `site:text:read`.
         */
        get: operations["readTextChange"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/text-changes/{id}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Changes of texts: another operator approves or rejects one.
         * @description For operators with the permission `site:text:check`.
         */
        post: operations["decideTextChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/text-changes/{id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Changes of texts: its maker takes one back.
         * @description For operators with the permission `site:text:write`.
         */
        post: operations["withdrawTextChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/factor-releases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Releases of lost second factors, newest first.
         * @description For operators with the permission `member:factor:read`.
         */
        get: operations["listFactorReleases"];
        put?: never;
        /**
         * Proposes to release the second factor of a member who lost it.
         * @description For operators with the permission `member:factor:make`.
         */
        post: operations["proposeFactorRelease"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/factor-releases/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Releases of lost second factors: one of them.
         * @description For operators with the permission `member:factor:read`.
         */
        get: operations["readFactorRelease"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/factor-releases/{id}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Releases of lost second factors: another operator approves or rejects one.
         * @description For operators with the permission `member:factor:check`.
         */
        post: operations["decideFactorRelease"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/factor-releases/{id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Releases of lost second factors: its maker takes one back.
         * @description For operators with the permission `member:factor:make`.
         */
        post: operations["withdrawFactorRelease"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/factor-releases/{id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ends the day in which an approved release waits.
         * @description For operators with the permission `member:factor:stop`.
         */
        post: operations["stopFactorRelease"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/marks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Cards, identities and device keys of a member, or those that more than one member has.
         * @description For operators with the permission `member:mark:read`.
         */
        get: operations["listMarks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/mark-releases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Releases of cards, identities and device keys, newest first.
         * @description For operators with the permission `member:mark:read`.
         */
        get: operations["listMarkReleases"];
        put?: never;
        /**
         * Proposes to release a card, an identity or a device key.
         * @description For operators with the permission `member:mark:make`.
         */
        post: operations["proposeMarkRelease"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/mark-releases/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Releases of cards, identities and device keys: one of them.
         * @description For operators with the permission `member:mark:read`.
         */
        get: operations["readMarkRelease"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/mark-releases/{id}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Releases of cards, identities and device keys: another operator approves or rejects one.
         * @description For operators with the permission `member:mark:check`.
         */
        post: operations["decideMarkRelease"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/mark-releases/{id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Releases of cards, identities and device keys: its maker takes one back.
         * @description For operators with the permission `member:mark:make`.
         */
        post: operations["withdrawMarkRelease"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All products with their state, their sources, and how the orders of today ended.
         * @description For operators with the permission `market:product:read`.
         */
        get: operations["listOperatorProducts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/stops": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was stopped, why and by whom, newest first.
         * @description For operators with the permission `market:product:read`.
         */
        get: operations["listOperatorStops"];
        put?: never;
        /**
         * Stops new orders of a product, a category or everything, at once. Orders that run are settled as agreed.
         * @description For operators with the permission `market:stop:make`.
         */
        post: operations["stopOrders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/exposure": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the house can lose by the orders that run, and what it kept today beside what the payout rates predict.
         * @description For operators with the permission `market:product:read`.
         */
        get: operations["readExposure"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/resumptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Proposals to end a stop, newest first.
         * @description For operators with the permission `market:product:read`.
         */
        get: operations["listResumptions"];
        put?: never;
        /**
         * Proposes that orders of what is stopped begin again. Nothing changes before another operator approves.
         * @description For operators with the permission `market:stop:make`.
         */
        post: operations["proposeResumption"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/resumptions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Proposals to end a stop: one of them.
         * @description For operators with the permission `market:product:read`.
         */
        get: operations["readResumption"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/resumptions/{id}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Proposals to end a stop: another operator approves or rejects one.
         * @description For operators with the permission `market:stop:check`.
         */
        post: operations["decideResumption"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/resumptions/{id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Proposals to end a stop: its maker takes one back.
         * @description For operators with the permission `market:stop:make`.
         */
        post: operations["withdrawResumption"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/product-terms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Changes of the terms of products, newest first.
         * @description For operators with the permission `market:product:read`.
         */
        get: operations["listProductTermsChanges"];
        put?: never;
        /**
         * Proposes other terms of a product, for orders that are placed after another operator approved them.
         * @description For operators with the permission `market:terms:write`.
         */
        post: operations["proposeProductTerms"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/product-terms/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Changes of the terms of products: one of them.
         * @description For operators with the permission `market:product:read`.
         */
        get: operations["readProductTermsChange"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/product-terms/{id}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Changes of the terms of products: another operator approves or rejects one.
         * @description For operators with the permission `market:terms:check`.
         */
        post: operations["decideProductTermsChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/product-terms/{id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Changes of the terms of products: its maker takes one back.
         * @description For operators with the permission `market:terms:write`.
         */
        post: operations["withdrawProductTermsChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/site": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The settings of the site by part, with their versions, and what a new site still needs.
         * @description For operators with the permission `site:settings:read`.
         */
        get: operations["readSiteSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/site/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Changes of the settings of the site, newest first.
         * @description For operators with the permission `site:settings:read`.
         */
        get: operations["listSiteChanges"];
        put?: never;
        /**
         * Proposes other settings of the site. What only looks holds at once, as does everything before the site opens.
         * @description For operators with the permission `site:settings:write`.
         */
        post: operations["proposeSiteChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/site/changes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Changes of the settings of the site: one of them.
         * @description For operators with the permission `site:settings:read`.
         */
        get: operations["readSiteChange"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/site/changes/{id}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Changes of the settings of the site: another operator approves or rejects one.
         * @description For operators with the permission `site:settings:check`.
         */
        post: operations["decideSiteChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/site/changes/{id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Changes of the settings of the site: its maker takes one back.
         * @description For operators with the permission `site:settings:write`.
         */
        post: operations["withdrawSiteChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/product-changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Products added, changed, retired and brought back, newest first.
         * @description For operators with the permission `market:product:read`.
         */
        get: operations["listProductChanges"];
        put?: never;
        /**
         * Proposes a product, or another version of one. Nothing changes before another operator approves.
         * @description For operators with the permission `market:product:write`.
         */
        post: operations["proposeProductChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/product-changes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Products added, changed, retired and brought back: one of them.
         * @description For operators with the permission `market:product:read`.
         */
        get: operations["readProductChange"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/product-changes/{id}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Products added, changed, retired and brought back: another operator approves or rejects one.
         * @description For operators with the permission `market:product:check`.
         */
        post: operations["decideProductChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/product-changes/{id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Products added, changed, retired and brought back: its maker takes one back.
         * @description For operators with the permission `market:product:write`.
         */
        post: operations["withdrawProductChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/source-trials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Asks exchanges for the price of a symbol, before it is proposed as the source of a product.
         * @description For operators with the permission `market:product:write`.
         */
        post: operations["trySources"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/source-trials/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the exchanges of a trial answered; nothing yet for some seconds.
         * @description For operators with the permission `market:product:write`.
         */
        get: operations["readSourceTrial"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/staff-changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Invitations and changes of the rights of operators, newest first.
         * @description For operators with the permission `staff:operator:read`.
         */
        get: operations["listStaffChanges"];
        put?: never;
        /**
         * Proposes that somebody becomes an operator, or other roles and addresses of one.
         * @description For operators with the permission `staff:operator:make`.
         */
        post: operations["proposeStaffChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/staff-changes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Invitations and changes of the rights of operators: one of them.
         * @description For operators with the permission `staff:operator:read`.
         */
        get: operations["readStaffChange"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/staff-changes/{id}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invitations and changes of the rights of operators: another operator approves or rejects one.
         * @description For operators with the permission `staff:operator:check`.
         */
        post: operations["decideStaffChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/staff-changes/{id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invitations and changes of the rights of operators: its maker takes one back.
         * @description For operators with the permission `staff:operator:make`.
         */
        post: operations["withdrawStaffChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/staff-changes/{id}/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Makes the link of an approved invitation, for who proposed it. An earlier link ends.
         * @description For operators with the permission `staff:operator:make`.
         */
        post: operations["makeInvitationLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/staff-changes/{id}/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The code of an invitation, for who approved it.
         * @description For operators with the permission `staff:operator:check`.
         */
        post: operations["readInvitationCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/staff-changes/{id}/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ends an invitation that nobody took.
         * @description For operators with the permission `staff:operator:make`.
         */
        post: operations["endInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/staff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every operator: what they hold, and when they used it last.
         * @description For operators with the permission `staff:operator:read`.
         */
        get: operations["listStaff"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/staff/{id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Ends every session of an operator.
         * @description For operators with the permission `staff:operator:end`.
         */
        delete: operations["endSessionsOfOperator"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/staff/{id}/leave": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An operator leaves: roles, sessions, password and second factor go at once.
         * @description For operators with the permission `staff:operator:end`.
         */
        post: operations["letOperatorLeave"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/leave": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The operator who calls leaves. */
        post: operations["leaveStaff"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/role-changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Roles that are to be made, changed or retired, newest first.
         * @description For operators with the permission `staff:role:read`.
         */
        get: operations["listRoleChanges"];
        put?: never;
        /**
         * Proposes a role, another set of permissions of one, or that one goes.
         * @description For operators with the permission `staff:role:make`.
         */
        post: operations["proposeRoleChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/role-changes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Roles that are to be made, changed or retired: one of them.
         * @description For operators with the permission `staff:role:read`.
         */
        get: operations["readRoleChange"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/role-changes/{id}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Roles that are to be made, changed or retired: another operator approves or rejects one.
         * @description For operators with the permission `staff:role:check`.
         */
        post: operations["decideRoleChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/role-changes/{id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Roles that are to be made, changed or retired: its maker takes one back.
         * @description For operators with the permission `staff:role:make`.
         */
        post: operations["withdrawRoleChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every role: its permissions, who holds it, and when they used it last.
         * @description For operators with the permission `staff:role:read`.
         */
        get: operations["listRoles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/site/logos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Draws a picture again as a logo. A change of the look makes it that of the site.
         * @description For operators with the permission `site:settings:write`.
         */
        post: operations["uploadLogo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/logo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The logo of the site, also before anybody has logged in. */
        get: operations["readOwnLogo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/logo/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A logo that was uploaded, named by the SHA-256 of its bytes. */
        get: operations["readUploadedLogo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Invitations and their rewards, newest first.
         * @description For operators with the permission `cashier:deposit:read`.
         */
        get: operations["listInvitations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/support/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The queue of conversations.
         * @description For operators with the permission `support:desk:read`.
         */
        get: operations["listConversations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/support/conversations/{id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The messages of a conversation, newest first.
         * @description For operators with the permission `support:desk:read`.
         */
        get: operations["listConversationMessages"];
        put?: never;
        /**
         * Answers in a conversation.
         * @description For operators with the permission `support:desk:answer`.
         */
        post: operations["answerConversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/support/operators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The operators who may answer.
         * @description For operators with the permission `support:desk:read`.
         */
        get: operations["listSupportOperators"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/support/conversations/{id}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Marks the messages of a conversation as read.
         * @description For operators with the permission `support:desk:answer`.
         */
        post: operations["markConversationRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/support/conversations/{id}/assign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Gives a conversation to an operator.
         * @description For operators with the permission `support:desk:answer`.
         */
        post: operations["assignConversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/support/conversations/{id}/take": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes a conversation.
         * @description For operators with the permission `support:desk:answer`.
         */
        post: operations["takeConversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/support/conversations/{id}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Closes a conversation.
         * @description For operators with the permission `support:desk:answer`.
         */
        post: operations["closeConversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/support/conversations/{id}/reopen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Opens a conversation again.
         * @description For operators with the permission `support:desk:answer`.
         */
        post: operations["reopenConversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/support/conversations/{id}/pictures/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A picture of a conversation.
         * @description For operators with the permission `support:desk:read`.
         */
        get: operations["readConversationPicture"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/support/answers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Prepared answers.
         * @description For operators with the permission `support:desk:read`.
         */
        get: operations["listCannedAnswers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/support/answers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Saves a prepared answer.
         * @description For operators with the permission `support:canned:write`.
         */
        put: operations["saveCannedAnswer"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/support/hours": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The hours of customer service.
         * @description For operators with the permission `support:desk:read`.
         */
        get: operations["readSupportHours"];
        /**
         * Changes the hours of customer service.
         * @description For operators with the permission `support:hours:write`.
         */
        put: operations["changeSupportHours"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/complaints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The register of complaints: what is due first, then the newest that ended.
         * @description For operators with the permission `support:complaint:read`.
         */
        get: operations["listMembersComplaints"];
        put?: never;
        /**
         * Writes down a complaint that a member made in the chat or by telephone.
         * @description For operators with the permission `support:complaint:answer`.
         */
        post: operations["recordComplaint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/complaints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A complaint with its steps.
         * @description For operators with the permission `support:complaint:read`.
         */
        get: operations["readComplaint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/complaint-figures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many complaints are open and late, and how those of the last year ended.
         * @description For operators with the permission `support:complaint:read`.
         */
        get: operations["readComplaintFigures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/complaints/{id}/take": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes a complaint, also from a colleague.
         * @description For operators with the permission `support:complaint:answer`.
         */
        post: operations["takeComplaint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/complaints/{id}/questions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Asks the member something. The clock goes on.
         * @description For operators with the permission `support:complaint:answer`.
         */
        post: operations["askAboutComplaint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/complaints/{id}/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answers a complaint for good, with its decision.
         * @description For operators with the permission `support:complaint:answer`.
         */
        post: operations["answerComplaint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How much the reports of a period are about.
         * @description For operators with the permission `report:regulator:read`.
         */
        get: operations["readReportFigures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/notices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Announcements in all states.
         * @description For operators with the permission `content:notice:read`.
         */
        get: operations["listOperatorNotices"];
        put?: never;
        /**
         * Writes an announcement.
         * @description For operators with the permission `content:notice:write`.
         */
        post: operations["makeNotice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/notices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One announcement.
         * @description For operators with the permission `content:notice:read`.
         */
        get: operations["readOperatorNotice"];
        /**
         * Changes an announcement by a new version.
         * @description For operators with the permission `content:notice:write`.
         */
        put: operations["changeNotice"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/notices/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All versions of an announcement.
         * @description For operators with the permission `content:notice:read`.
         */
        get: operations["listNoticeVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/notices/{id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes an announcement back.
         * @description For operators with the permission `content:notice:write`.
         */
        post: operations["withdrawNotice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/banners": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Banners in all states.
         * @description For operators with the permission `content:notice:read`.
         */
        get: operations["listOperatorBanners"];
        put?: never;
        /**
         * Makes a banner.
         * @description For operators with the permission `content:notice:write`.
         */
        post: operations["makeBanner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/banners/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One banner.
         * @description For operators with the permission `content:notice:read`.
         */
        get: operations["readOperatorBanner"];
        /**
         * Changes a banner by a new version.
         * @description For operators with the permission `content:notice:write`.
         */
        put: operations["changeBanner"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/banners/{id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes a banner back.
         * @description For operators with the permission `content:notice:write`.
         */
        post: operations["withdrawBanner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/practice-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The codes of a practice site, for an operator who plays the telephone of a member.
         * @description For operators with the permission `account:code:open`.
         */
        get: operations["listPracticeCodes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/counters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How many items wait in each queue. */
        get: operations["readCounters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What operators did, newest first.
         * @description For operators with the permission `audit:log:read`.
         */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/audit/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follows the links of the audit log.
         * @description For operators with the permission `audit:log:read`.
         */
        get: operations["checkAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What the filters of a list find, as CSV. */
        post: operations["exportList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Adjustment: {
            id: components["schemas"]["Id"];
            member: {
                id: string;
                username: string;
                language: components["schemas"]["MemberLanguage"];
            };
            /** @enum {string} */
            kind: "add" | "deduct";
            amount: components["schemas"]["MoneySchema"];
            reason: string;
            note: string;
            /** @enum {string} */
            status: "proposed" | "approved" | "rejected" | "withdrawn";
            maker: components["schemas"]["Person"];
            checker: components["schemas"]["Person"] | null;
            decisionNote: string | null;
            createdAt: components["schemas"]["Iso"];
            decidedAt: components["schemas"]["Iso"] | null;
            available: components["schemas"]["MoneySchema"];
        };
        AdjustmentBody: {
            memberId: string;
            /** @enum {string} */
            kind: "add" | "deduct";
            amount: string;
            /** @enum {string} */
            reason: "CORRECTION" | "PAYMENT_FOUND" | "GOODWILL" | "PROMOTION" | "OTHER" | "BOOKED_TWICE" | "PAYMENT_RECALLED";
            note: string;
        };
        Adjustments: {
            items: components["schemas"]["Adjustment"][];
            nextCursor: string | null;
        };
        AlarmActBody: {
            /** @enum {string} */
            act: "take" | "acknowledge" | "note";
            note?: string;
        };
        AlarmMessages: {
            channels: {
                /** @enum {string} */
                name: "webhook" | "mail";
                target: string;
            }[];
            messages: {
                id: components["schemas"]["Id"];
                /** @enum {string} */
                channel: "webhook" | "mail";
                /** @enum {string} */
                event: "opened" | "closed" | "test";
                at: components["schemas"]["Iso"];
                /** @enum {string} */
                state: "waiting" | "delivered" | "failed";
                tries: components["schemas"]["Count"];
                endedAt: components["schemas"]["Iso"] | null;
                failure: string | null;
            }[];
        };
        AnswerBody: {
            text: components["schemas"]["SupportText"];
        };
        AnswerComplaintBody: {
            /** @enum {string} */
            decision: "upheld" | "partly" | "rejected";
            text: components["schemas"]["SupportText"];
        };
        AskComplaintBody: {
            text: components["schemas"]["SupportText"];
        };
        AssignBody: {
            operatorId: string | null;
        };
        Audit: {
            items: components["schemas"]["AuditEntry"][];
            nextCursor: string | null;
        };
        AuditCheck: {
            checkedTo: components["schemas"]["Count"];
            brokenSeq: components["schemas"]["Count"] | null;
            complete: boolean;
            outside: {
                count: components["schemas"]["Count"];
                id: string;
                at: components["schemas"]["Iso"];
                actor: string;
                command: string;
            } | null;
            head: {
                seq: components["schemas"]["Count"];
                hash: components["schemas"]["Hash"];
            };
        };
        AuditEntry: {
            id: string;
            seq: components["schemas"]["Count"] | null;
            at: components["schemas"]["Iso"];
            actorId: string;
            actor: string;
            command: string;
            subjectType: string;
            subjectId: string;
            subject: {
                name: string | null;
                names: {
                    [key: string]: string;
                } | null;
                member: {
                    id: string;
                    username: string;
                } | null;
            } | null;
            detail: {
                [key: string]: unknown;
            };
            hash: components["schemas"]["Hash"] | null;
            isOutside: boolean;
        };
        BannerBody: {
            base: number;
            texts: {
                "zh-Hans": {
                    title: string;
                    text: string;
                };
                "zh-Hant": {
                    title: string;
                    text: string;
                };
                en: {
                    title: string;
                    text: string;
                };
            };
            target: string;
            position: number;
            shownFrom?: components["schemas"]["MomentField"];
            shownUntil?: components["schemas"]["MomentField"];
        };
        BookChecks: {
            halted: boolean;
            items: {
                name: string;
                halts: boolean;
                askedAt: components["schemas"]["Iso"];
                failingSince: components["schemas"]["Iso"] | null;
                found: components["schemas"]["Count"];
                sample: string[];
                error: string | null;
            }[];
        };
        BookTransfer: {
            id: components["schemas"]["Id"];
            at: components["schemas"]["Iso"];
            /** @enum {string} */
            type: "practiceGrant" | "practiceReset" | "orderStake" | "orderPayout" | "orderRefund" | "fee" | "recharge" | "manualAdd" | "withdraw" | "withdrawalReturned" | "manualDeduct" | "invitationReward" | "investment" | "redemption" | "interest" | "savingsIn" | "savingsOut" | "givenUp" | "orderClose";
            /** @enum {string} */
            phase: "single" | "pending" | "post" | "void";
            wallet: components["schemas"]["Wallet"];
            amount: components["schemas"]["MoneySchema"];
            /** @enum {string} */
            debit: "funds" | "savings" | "invested" | "escrow" | "clearing" | "grants" | "fees" | "house" | "interest" | "rewards" | "manual" | "givenUp";
            /** @enum {string} */
            credit: "funds" | "savings" | "invested" | "escrow" | "clearing" | "grants" | "fees" | "house" | "interest" | "rewards" | "manual" | "givenUp";
            member: components["schemas"]["Person"] | null;
            refType: string;
            refId: string;
            reference: string | null;
        };
        BookTransfers: {
            items: components["schemas"]["BookTransfer"][];
            nextCursor: string | null;
        };
        Calendar: {
            timeZone: string;
            weekly: {
                [key: string]: {
                    start: string;
                    end: string;
                }[];
            };
            /** @enum {string} */
            follows?: "forex" | "us-metals" | "us-index-futures" | "us-stocks" | "frankfurt";
            holidays: string[];
            earlyCloses?: {
                [key: string]: string;
            };
            tradesOn?: string[];
            listedUntil?: string;
        } | null;
        Canned: {
            id: string;
            version: components["schemas"]["Count"];
            title: string;
            texts: {
                "zh-Hans": string;
                "zh-Hant": string;
                en: string;
            };
            operator: string | null;
            at: components["schemas"]["Iso"];
        };
        CannedBody: {
            version: number;
            title: string;
            texts: {
                "zh-Hans": components["schemas"]["SupportText"];
                "zh-Hant": components["schemas"]["SupportText"];
                en: components["schemas"]["SupportText"];
            };
            isRemoved: boolean;
        };
        CannedList: components["schemas"]["Canned"][];
        Captcha: {
            uuid: string;
            img: string;
            captchaEnabled: boolean;
        };
        ChannelTermsBody: {
            names: {
                "zh-Hans": string;
                "zh-Hant": string;
                en: string;
            };
            rate: string;
            min: string;
            max: string;
            details: {
                bank?: string;
                branch?: string;
                holder?: string;
                number?: string;
                address?: string;
                url?: string;
            };
            arrivalMinutes: number;
            proofRequired: boolean;
            active: boolean;
            position: number;
            confirmations: number;
            secondFrom: string;
            farRate: string;
            boundRate: string;
        };
        Closing: {
            askedAt: components["schemas"]["Iso"];
            dueAt: components["schemas"]["Iso"];
            giveUp: components["schemas"]["MoneySchema"] | null;
        };
        ComplaintFigures: {
            open: components["schemas"]["Count"];
            late: components["schemas"]["Count"];
            opened: components["schemas"]["Count"];
            answered: components["schemas"]["Count"];
            withdrawn: components["schemas"]["Count"];
            upheld: components["schemas"]["Count"];
            partly: components["schemas"]["Count"];
            rejected: components["schemas"]["Count"];
            inTime: components["schemas"]["Count"];
            medianDays: components["schemas"]["Count"] | null;
            topics: {
                /** @enum {string} */
                topic: "order" | "deposit" | "withdrawal" | "account" | "service" | "other";
                complaints: components["schemas"]["Count"];
            }[];
        };
        ConsoleCodeField: string;
        ConsoleProductsStopsView: {
            items: components["schemas"]["Stop"][];
            nextCursor: string | null;
        };
        ConsoleTotpSecretView: {
            secret: string;
            uri: string;
        };
        Conversation: {
            id: string;
            member: {
                id: string;
                username: string;
            } | null;
            /** @enum {string} */
            language: "zh-Hans" | "zh-Hant" | "en";
            isClosed: boolean;
            operator: {
                id: string;
                username: string;
            } | null;
            unread: components["schemas"]["Count"];
            waitingSince: components["schemas"]["Iso"] | null;
            /** @enum {string} */
            last: "member" | "visitor" | "check" | "operator";
            preview: string | null;
            lastAt: components["schemas"]["Iso"];
            createdAt: components["schemas"]["Iso"];
        };
        ConversationActBody: Record<string, unknown>;
        ConversationMessages: {
            items: {
                id: string;
                /** @enum {string} */
                author: "member" | "visitor" | "check" | "operator";
                text: string | null;
                picture: {
                    path: string | null;
                } | null;
                finding: components["schemas"]["SupportFinding"] | null;
                answers: string | null;
                order: components["schemas"]["SupportOrder"] | null;
                checked: ("valid" | "provisional" | "invalid" | "unavailable") | null;
                createdAt: components["schemas"]["Iso"];
                operator: string | null;
            }[];
            nextCursor: string | null;
            conversation: components["schemas"]["Conversation"];
            personRead: string;
            deskRead: string;
        };
        Conversations: {
            items: components["schemas"]["Conversation"][];
            nextCursor: string | null;
            counts: {
                unassigned: components["schemas"]["Count"];
                mine: components["schemas"]["Count"];
                all: components["schemas"]["Count"];
            };
        };
        Count: number;
        Counters: {
            [key: string]: components["schemas"]["Count"];
        };
        DataFile: {
            id: components["schemas"]["Id"];
            /** @enum {string} */
            state: "asked" | "ready" | "failed" | "gone";
            askedAt: components["schemas"]["Iso"];
            readyAt: components["schemas"]["Iso"] | null;
            until: components["schemas"]["Iso"] | null;
            bytes: components["schemas"]["Count"] | null;
        };
        Date: string;
        DateField: string;
        DayReport: {
            date: components["schemas"]["Date"];
            /** @enum {string} */
            state: "open" | "complete" | "signed" | "closed";
            signatures: {
                operator: components["schemas"]["Person"];
                at: components["schemas"]["Iso"];
            }[];
            wallets: {
                wallet: components["schemas"]["Wallet"];
                lines: {
                    /** @enum {string} */
                    kind: "funds" | "savings" | "invested" | "escrow" | "house" | "fees" | "grants" | "clearing";
                    opening: components["schemas"]["MoneySchema"];
                    debit: components["schemas"]["MoneySchema"];
                    credit: components["schemas"]["MoneySchema"];
                    closing: components["schemas"]["MoneySchema"];
                }[];
                moves: {
                    /** @enum {string} */
                    type: "practiceGrant" | "practiceReset" | "orderStake" | "orderPayout" | "orderRefund" | "fee" | "recharge" | "manualAdd" | "withdraw" | "withdrawalReturned" | "manualDeduct" | "invitationReward" | "investment" | "redemption" | "interest" | "savingsIn" | "savingsOut" | "givenUp" | "orderClose";
                    /** @enum {string} */
                    kind: "funds" | "savings" | "invested" | "escrow" | "house" | "fees" | "grants" | "clearing";
                    debit: components["schemas"]["MoneySchema"];
                    credit: components["schemas"]["MoneySchema"];
                    entries: components["schemas"]["Count"];
                }[];
                liabilities: components["schemas"]["MoneySchema"];
            }[];
            channels: {
                channel: string;
                deposits: components["schemas"]["Count"];
                amount: components["schemas"]["MoneySchema"];
            }[];
            hash: components["schemas"]["Hash"];
        };
        Duration: {
            seconds: components["schemas"]["Count"];
            payoutRate: components["schemas"]["Rate"];
            minStake: components["schemas"]["MoneySchema"];
            maxStake: components["schemas"]["MoneySchema"];
        };
        EndOfDayException: {
            id: string;
            date: components["schemas"]["Date"];
            /** @enum {string} */
            step: "accrueHoldings" | "accrueSavings" | "payInterest" | "postSavings" | "mature" | "autoSave" | "closed";
            member: components["schemas"]["Person"];
            holding: string | null;
            reason: string;
            tries: components["schemas"]["Count"];
            firstAt: components["schemas"]["Iso"];
            nextAt: components["schemas"]["Iso"] | null;
            endedAt: components["schemas"]["Iso"] | null;
            through: components["schemas"]["Date"] | null;
            accrued: components["schemas"]["MoneySchema"];
            paid: components["schemas"]["MoneySchema"];
            principal: components["schemas"]["MoneySchema"];
        };
        EndOfDayReport: {
            date: components["schemas"]["Date"];
            /** @enum {string} */
            step: "accrueHoldings" | "accrueSavings" | "payInterest" | "postSavings" | "mature" | "autoSave" | "closed";
            startedAt: components["schemas"]["Iso"];
            closedAt: components["schemas"]["Iso"] | null;
            batches: components["schemas"]["Count"];
            busyMs: number;
            holdingsAccrued: {
                count: components["schemas"]["Count"];
                amount: components["schemas"]["MoneySchema"];
            };
            savingsAccrued: {
                count: components["schemas"]["Count"];
                amount: components["schemas"]["MoneySchema"];
            };
            holdingsPaid: {
                count: components["schemas"]["Count"];
                amount: components["schemas"]["MoneySchema"];
            };
            savingsPosted: {
                count: components["schemas"]["Count"];
                amount: components["schemas"]["MoneySchema"];
            };
            matured: {
                count: components["schemas"]["Count"];
                amount: components["schemas"]["MoneySchema"];
            };
            maturedInterest: components["schemas"]["MoneySchema"];
            rolled: {
                count: components["schemas"]["Count"];
                amount: components["schemas"]["MoneySchema"];
            };
            autoSaved: {
                count: components["schemas"]["Count"];
                amount: components["schemas"]["MoneySchema"];
            };
            setAside: components["schemas"]["EndOfDayException"][];
        };
        EndOfDayReports: {
            items: components["schemas"]["EndOfDayReport"][];
            nextCursor: string | null;
            lateSince: components["schemas"]["Date"] | null;
            setAside: components["schemas"]["EndOfDayException"][];
        };
        Ended: {
            ended: components["schemas"]["Count"];
        };
        EndedSessions: {
            ended: components["schemas"]["Count"];
        };
        ExportBody: {
            /** @enum {string} */
            list: "deposits" | "withdrawals" | "members" | "orders" | "statementEntries" | "audit" | "verifications" | "notices" | "holdings" | "invitations" | "marks" | "banners" | "endsOfDay" | "complaints" | "alarms" | "reportClients" | "reportProducts" | "reportComplaints" | "reportVoids" | "adjustments" | "terms" | "invest" | "texts" | "factorReleases" | "markReleases" | "resumptions" | "productTerms" | "productChanges" | "site" | "staffChanges" | "roleChanges";
            /** @enum {string} */
            language: "zh-Hans" | "zh-Hant" | "en";
            filter: {
                [key: string]: string;
            };
            columns: {
                name: string;
                title: string;
                words?: {
                    [key: string]: string;
                };
            }[];
        };
        Exposure: {
            items: {
                code: string;
                names: {
                    "zh-Hans": string;
                    "zh-Hant": string;
                    en: string;
                };
                limits: components["schemas"]["LossLimits"] | null;
                upStake: components["schemas"]["MoneySchema"];
                downStake: components["schemas"]["MoneySchema"];
                worst: components["schemas"]["MoneySchema"];
                keptToday: components["schemas"]["MoneySchema"];
                seconds: {
                    closesAt: components["schemas"]["Iso"];
                    upStake: components["schemas"]["MoneySchema"];
                    downStake: components["schemas"]["MoneySchema"];
                    worst: components["schemas"]["MoneySchema"];
                }[];
                orders: components["schemas"]["Count"];
                kept: components["schemas"]["MoneySchema"];
                predicted: components["schemas"]["MoneySchema"];
                band: components["schemas"]["MoneySchema"];
                improbable: components["schemas"]["Count"][];
                durations: {
                    seconds: components["schemas"]["Count"];
                    orders: components["schemas"]["Count"];
                    kept: components["schemas"]["MoneySchema"];
                    predicted: components["schemas"]["MoneySchema"];
                    band: components["schemas"]["MoneySchema"];
                }[];
                hours: {
                    from: components["schemas"]["Iso"];
                    orders: components["schemas"]["Count"];
                    kept: components["schemas"]["MoneySchema"];
                    predicted: components["schemas"]["MoneySchema"];
                    band: components["schemas"]["MoneySchema"];
                }[];
            }[];
            site: {
                worst: components["schemas"]["MoneySchema"];
                limit: components["schemas"]["MoneySchema"] | null;
                keptToday: components["schemas"]["MoneySchema"];
                dayLimit: components["schemas"]["MoneySchema"] | null;
                cap: components["schemas"]["MoneySchema"] | null;
                dayCap: components["schemas"]["MoneySchema"] | null;
            };
            at: components["schemas"]["Iso"];
            since: components["schemas"]["Iso"];
        };
        FactorRelease: {
            id: string;
            member: components["schemas"]["Person"];
            reason: string;
            /** @enum {string} */
            status: "proposed" | "waiting" | "rejected" | "withdrawn" | "stopped" | "released";
            maker: components["schemas"]["Person"];
            checker: components["schemas"]["Person"] | null;
            note: string | null;
            createdAt: components["schemas"]["Iso"];
            decidedAt: components["schemas"]["Iso"] | null;
            dueAt: components["schemas"]["Iso"] | null;
            doneAt: components["schemas"]["Iso"] | null;
            endedBy: components["schemas"]["Person"] | null;
        };
        FactorReleaseBody: {
            memberId: string;
            reason: components["schemas"]["ReasonField"];
        };
        FactorReleaseStopBody: {
            reason: components["schemas"]["ReasonField"];
        };
        FactorReleases: {
            items: components["schemas"]["FactorRelease"][];
            nextCursor: string | null;
        };
        ForbidBody: {
            /** @enum {string} */
            kind: "trading" | "withdrawal";
            restricted: boolean;
            /** @enum {string} */
            reason: "SECURITY_CHECK" | "PAYMENT_CHECK" | "PAPERS_NEEDED" | "LEGAL_DUTY" | "MEMBER_ASKED" | "OTHER" | "CHECK_DONE" | "PAPERS_RECEIVED" | "MISTAKE";
            note?: components["schemas"]["NoteField"];
        };
        FreezeBody: {
            restricted: boolean;
            /** @enum {string} */
            reason: "SECURITY_CHECK" | "PAYMENT_CHECK" | "PAPERS_NEEDED" | "LEGAL_DUTY" | "MEMBER_ASKED" | "OTHER" | "CHECK_DONE" | "PAPERS_RECEIVED" | "MISTAKE";
            note?: components["schemas"]["NoteField"];
        };
        Hash: string;
        Hours: {
            version: components["schemas"]["Count"];
            hours: components["schemas"]["ServiceHours"];
            timeZone: string;
            operator: string | null;
            at: components["schemas"]["Iso"];
        };
        HoursBody: {
            version: number;
            hours: [
                number,
                number
            ][][];
        };
        /** Format: uuid */
        Id: string;
        /** Format: uuid */
        IdField: string;
        InvestChange: {
            id: components["schemas"]["Id"];
            /** @enum {string} */
            kind: "project" | "savingsRate";
            projectId: components["schemas"]["Id"] | null;
            base: components["schemas"]["Count"];
            terms: components["schemas"]["OperatorTerms"] | null;
            before: components["schemas"]["OperatorTerms"] | null;
            rate: {
                annualRate: components["schemas"]["Rate"];
                from: components["schemas"]["Date"];
            } | null;
            reason: string;
            /** @enum {string} */
            status: "proposed" | "approved" | "rejected" | "withdrawn";
            maker: components["schemas"]["Person"];
            checker: components["schemas"]["Person"] | null;
            note: string | null;
            createdAt: components["schemas"]["Iso"];
            decidedAt: components["schemas"]["Iso"] | null;
        };
        InvestChanges: {
            items: components["schemas"]["InvestChange"][];
            nextCursor: string | null;
        };
        InvitationCode: {
            code: string;
        };
        InvitationLink: {
            token: string;
            expiresAt: components["schemas"]["Iso"];
        };
        Iso: string;
        JoinBody: {
            token: string;
            code: string;
            pwd: components["schemas"]["NewPasswordField"];
        };
        KeptRule: {
            /** @enum {string} */
            what: "logins" | "supportPictures" | "rejectedPhotos" | "dataFile" | "statements" | "profile" | "conversations" | "complaints" | "identity" | "protection" | "money" | "moneyNotes" | "operatorLog" | "proofs" | "register";
            /** @enum {string} */
            because: "security" | "service" | "contract" | "moneyLaundering" | "protection" | "books" | "oversight" | "proofs" | "supervision";
            /** @enum {string} */
            from: "event" | "closing";
            days: components["schemas"]["Count"] | null;
        };
        LeaveBody: {
            reason: components["schemas"]["ReasonField"];
        };
        Liabilities: {
            items: {
                date: components["schemas"]["Date"];
                holdings: components["schemas"]["Count"];
                principal: components["schemas"]["MoneySchema"];
                interest: components["schemas"]["MoneySchema"];
            }[];
            principal: components["schemas"]["MoneySchema"];
            interest: components["schemas"]["MoneySchema"];
            savings: components["schemas"]["MoneySchema"];
        };
        Limit: {
            /** @enum {string} */
            kind: "deposit" | "stake" | "loss";
            /** @enum {string} */
            period: "day" | "week" | "month";
            amount: components["schemas"]["MoneySchema"] | null;
            used: components["schemas"]["MoneySchema"];
            left: components["schemas"]["MoneySchema"] | null;
            startsAgainOn: components["schemas"]["Date"];
            startsAgainAt: components["schemas"]["Iso"];
            next: {
                amount: components["schemas"]["MoneySchema"] | null;
                at: components["schemas"]["Iso"];
            } | null;
        };
        Limits: {
            wallet: components["schemas"]["Wallet"];
            limits: components["schemas"]["Limit"][];
            exclusion: {
                until: components["schemas"]["Iso"] | null;
            } | null;
            realityCheckMinutes: (15 | 30 | 60) | null;
        };
        Listing: {
            [key: string]: string;
        };
        ListingField: {
            binance?: string;
            okx?: string;
            coinbase?: string;
            kraken?: string;
        };
        LossLimits: {
            second: components["schemas"]["MoneySchema"];
            product: components["schemas"]["MoneySchema"];
            day: components["schemas"]["MoneySchema"];
        };
        Mark: {
            id: string;
            /** @enum {string} */
            kind: "card" | "identity" | "device";
            mark: string;
            member: components["schemas"]["Person"];
            /** @enum {string} */
            state: "own" | "shared" | "refused" | "released";
            firstAt: components["schemas"]["Iso"];
            lastAt: components["schemas"]["Iso"];
            holders: {
                member: components["schemas"]["Person"];
                /** @enum {string} */
                state: "own" | "shared" | "refused" | "released";
                open: string | null;
            }[];
        };
        MarkRelease: {
            id: string;
            member: components["schemas"]["Person"];
            /** @enum {string} */
            kind: "card" | "identity" | "device";
            mark: string;
            reason: string;
            /** @enum {string} */
            status: "proposed" | "approved" | "rejected" | "withdrawn";
            maker: components["schemas"]["Person"];
            checker: components["schemas"]["Person"] | null;
            note: string | null;
            createdAt: components["schemas"]["Iso"];
            decidedAt: components["schemas"]["Iso"] | null;
        };
        MarkReleaseBody: {
            memberId: string;
            /** @enum {string} */
            kind: "card" | "identity" | "device";
            mark: string;
            reason: components["schemas"]["ReasonField"];
        };
        MarkReleases: {
            items: components["schemas"]["MarkRelease"][];
            nextCursor: string | null;
        };
        Marks: {
            items: components["schemas"]["Mark"][];
            nextCursor: string | null;
        };
        MemberDetail: {
            id: string;
            username: string;
            phone: string;
            available: components["schemas"]["MoneySchema"];
            restrictions: ("frozen" | "trading" | "withdrawal")[];
            /** @default null */
            ending: ("closing" | "closed") | null;
            createdAt: components["schemas"]["Iso"];
            nickname: string;
            realName: string | null;
            email: string | null;
            country: string | null;
            inviteCode: string;
            invitedBy: string | null;
            roles: string[];
            language: components["schemas"]["MemberLanguage"];
            money: {
                total: components["schemas"]["MoneySchema"];
                available: components["schemas"]["MoneySchema"];
                held: components["schemas"]["MoneySchema"];
                invested: components["schemas"]["MoneySchema"];
                openStake: components["schemas"]["MoneySchema"];
            };
            orders: components["schemas"]["Count"];
            /** @enum {string} */
            verification: "none" | "pending" | "verified" | "rejected";
            card: {
                bank: string;
                holder: string;
                number: string;
            } | null;
            deposits: {
                id: components["schemas"]["Id"];
                reference: string;
                amount: components["schemas"]["MoneySchema"];
                status: string;
                createdAt: components["schemas"]["Iso"];
                /** @enum {string} */
                kind: "practice" | "bank" | "usdt" | "online";
            }[];
            withdrawals: {
                id: components["schemas"]["Id"];
                reference: string;
                amount: components["schemas"]["MoneySchema"];
                status: string;
                createdAt: components["schemas"]["Iso"];
                /** @enum {string} */
                payout: "none" | "sent" | "arrived" | "returning" | "returned";
            }[];
            openOrders: {
                id: components["schemas"]["Id"];
                product: string;
                /** @enum {string} */
                direction: "up" | "down";
                stake: components["schemas"]["MoneySchema"];
                closesAt: components["schemas"]["Iso"];
            }[];
            notes: components["schemas"]["MemberNote"][];
            history: components["schemas"]["Restriction"][];
            sessions: {
                id: components["schemas"]["Id"];
                device: string;
                address: string | null;
                createdAt: components["schemas"]["Iso"];
                lastSeenAt: components["schemas"]["Iso"];
                expiresAt: components["schemas"]["Iso"];
            }[];
            transfers: components["schemas"]["Transfer"][];
        };
        MemberLanguage: ("zh-Hans" | "zh-Hant" | "en") | null;
        MemberLine: {
            id: string;
            username: string;
            phone: string;
            available: components["schemas"]["MoneySchema"];
            restrictions: ("frozen" | "trading" | "withdrawal")[];
            /** @default null */
            ending: ("closing" | "closed") | null;
            createdAt: components["schemas"]["Iso"];
        };
        MemberNote: {
            id: string;
            text: string;
            operator: string;
            at: components["schemas"]["Iso"];
        };
        MemberNoteBody: {
            text: string;
        };
        Members: {
            items: components["schemas"]["MemberLine"][];
            nextCursor: string | null;
        };
        MomentField: string;
        MoneySchema: string;
        NewPasswordField: string;
        NoFields: Record<string, unknown> | null;
        NoteField: string;
        Nothing: null;
        NoticeBody: {
            base: number;
            /** @enum {string} */
            category: "system" | "activity" | "trading" | "maintenance";
            pinned: boolean;
            important: boolean;
            texts: {
                "zh-Hans": {
                    title: string;
                    summary: string;
                    body: string;
                };
                "zh-Hant": {
                    title: string;
                    summary: string;
                    body: string;
                };
                en: {
                    title: string;
                    summary: string;
                    body: string;
                };
            };
            publishedFrom?: components["schemas"]["MomentField"];
            publishedUntil?: components["schemas"]["MomentField"];
            startsAt?: components["schemas"]["MomentField"];
            endsAt?: components["schemas"]["MomentField"];
            areas: ("trade" | "deposit" | "withdrawal" | "invest" | "support")[];
        };
        NoticeVersions: {
            items: components["schemas"]["OperatorNotice"][];
        };
        Operator: {
            id: string;
            username: string;
            roles: string[];
            permissions: string[];
            secured: boolean;
            calendarsEnding: {
                product: string;
                until: string;
            }[];
            site: {
                name: string;
                /** @enum {string} */
                mode: "practice" | "live";
                currency: {
                    code: string;
                    symbol: string;
                    decimals: number;
                };
                timeZone: string;
                serverTime: components["schemas"]["Iso"];
            };
        };
        OperatorAlarm: {
            id: string;
            /** @enum {string} */
            kind: "feedSilent" | "ordersVoid" | "settlementStuck" | "checkFailed" | "moneyHalted" | "witnessRefused" | "signingAway" | "resultImprobable" | "dayLate" | "backupOld" | "backupFailed" | "diskLow";
            subject: string;
            detail: {
                [key: string]: string | number;
            };
            /** @enum {string} */
            state: "new" | "seen" | "over";
            openedAt: components["schemas"]["Iso"];
            seenAt: components["schemas"]["Iso"];
            times: components["schemas"]["Count"];
            closedAt: components["schemas"]["Iso"] | null;
            owner: components["schemas"]["Person"] | null;
            takenAt: components["schemas"]["Iso"] | null;
            acknowledgedBy: components["schemas"]["Person"] | null;
            acknowledgedAt: components["schemas"]["Iso"] | null;
            note: string | null;
        };
        OperatorAlarms: {
            items: components["schemas"]["OperatorAlarm"][];
            nextCursor: string | null;
        };
        OperatorApproveDepositBody: {
            version: number;
            credited: string;
            creditedAgain?: string;
            /** @enum {string} */
            reason?: "AMOUNT_DIFFERS" | "FEE_TAKEN" | "WRONG_NETWORK" | "OTHER";
            note?: components["schemas"]["NoteField"];
        };
        OperatorBanner: {
            id: components["schemas"]["Id"];
            version: components["schemas"]["Count"];
            /** @enum {string} */
            state: "draft" | "scheduled" | "shown" | "over" | "withdrawn";
            texts: {
                "zh-Hans": {
                    title: string;
                    text: string;
                };
                "zh-Hant": {
                    title: string;
                    text: string;
                };
                en: {
                    title: string;
                    text: string;
                };
            };
            target: string;
            position: components["schemas"]["Count"];
            shownFrom: components["schemas"]["Iso"] | null;
            shownUntil: components["schemas"]["Iso"] | null;
            reason: string | null;
            operator: {
                id: string;
                username: string;
            } | null;
            at: components["schemas"]["Iso"];
        };
        OperatorBanners: {
            items: components["schemas"]["OperatorBanner"][];
            nextCursor: string | null;
        };
        OperatorBody: {
            version: number;
        };
        OperatorCodeBody: {
            code: components["schemas"]["ConsoleCodeField"];
        };
        OperatorComplaint: {
            id: string;
            /** @enum {string} */
            topic: "order" | "deposit" | "withdrawal" | "account" | "service" | "other";
            text: string;
            about: {
                /** @enum {string} */
                kind: "order" | "deposit" | "withdrawal";
                id: components["schemas"]["Id"];
                name: string;
            } | null;
            /** @enum {string} */
            state: "received" | "taken" | "asked" | "answered" | "withdrawn";
            decision: ("upheld" | "partly" | "rejected") | null;
            openedAt: components["schemas"]["Iso"];
            dueOn: components["schemas"]["Date"];
            dueAt: components["schemas"]["Iso"];
            daysLeft: number | null;
            endedAt: components["schemas"]["Iso"] | null;
            member: components["schemas"]["Person"];
            operator: components["schemas"]["Person"] | null;
            recordedBy: components["schemas"]["Person"] | null;
            messageId: string | null;
            steps: {
                seq: components["schemas"]["Count"];
                /** @enum {string} */
                kind: "received" | "taken" | "asked" | "replied" | "answered" | "withdrawn";
                text: string | null;
                decision: ("upheld" | "partly" | "rejected") | null;
                at: components["schemas"]["Iso"];
                operator: string | null;
            }[];
        };
        OperatorComplaints: {
            items: components["schemas"]["OperatorComplaint"][];
            nextCursor: string | null;
        };
        OperatorDays: {
            items: {
                date: components["schemas"]["Date"];
                /** @enum {string} */
                state: "open" | "complete" | "signed" | "closed";
                signatures: {
                    operator: components["schemas"]["Person"];
                    at: components["schemas"]["Iso"];
                }[];
                deposits: components["schemas"]["MoneySchema"];
                withdrawals: components["schemas"]["MoneySchema"];
                kept: components["schemas"]["MoneySchema"];
            }[];
            nextCursor: string | null;
        };
        OperatorDeposit: {
            id: components["schemas"]["Id"];
            reference: string;
            channel: string;
            /** @enum {string} */
            kind: "practice" | "bank" | "usdt" | "online";
            network: ("trc20" | "erc20") | null;
            names: {
                "zh-Hans": string;
                "zh-Hant": string;
                en: string;
            };
            wallet: components["schemas"]["Wallet"];
            amount: components["schemas"]["MoneySchema"];
            asset: string;
            assetAmount: string;
            rate: components["schemas"]["Rate"];
            rateUntil: components["schemas"]["Iso"];
            expiresAt: components["schemas"]["Iso"];
            credited: components["schemas"]["MoneySchema"] | null;
            instructions: {
                bank?: string;
                holder?: string;
                number?: string;
                branch?: string;
                address?: string;
                url?: string;
            };
            txid: string | null;
            payer: string | null;
            hasProof: boolean;
            reason: ("PAYMENT_NOT_FOUND" | "AMOUNT_DIFFERS" | "PAYER_DIFFERS" | "PROOF_UNREADABLE" | "DUPLICATE" | "WRONG_NETWORK" | "RISK_CHECK" | "OTHER" | "FEE_TAKEN" | "CARD_WRONG" | "NAME_DIFFERS" | "ACCOUNT_LIMITED" | "BANK_REFUSED" | "BY_MEMBER" | "EXPIRED") | null;
            createdAt: components["schemas"]["Iso"];
            paidAt: components["schemas"]["Iso"] | null;
            decidedAt: components["schemas"]["Iso"] | null;
            arrivalMinutes: components["schemas"]["Count"];
            steps: {
                state: string;
                at: components["schemas"]["Iso"];
                reason: string | null;
                note: string | null;
                by: {
                    id: string;
                    username: string;
                } | null;
            }[];
            version: components["schemas"]["Count"];
            member: {
                id: string;
                username: string;
                language: components["schemas"]["MemberLanguage"];
            };
            note: string | null;
            block: {
                /** @enum {string} */
                why: "frozen" | "forbidden" | "paused" | "shared";
                until: components["schemas"]["Iso"] | null;
            } | null;
            takenBy: {
                id: string;
                username: string;
            } | null;
            firstBy: {
                id: string;
                username: string;
            } | null;
            secondBy: {
                id: string;
                username: string;
            } | null;
            /** @enum {string} */
            status: "recharging" | "pending" | "reviewing" | "seconding" | "approved" | "rejected" | "cancelled";
            chain: {
                found: boolean;
                recipient: string | null;
                recipientFits: boolean;
                amount: string | null;
                amountFits: boolean;
                confirmations: components["schemas"]["Count"] | null;
                needed: components["schemas"]["Count"];
                checkedAt: components["schemas"]["Iso"];
            } | null;
            proof: components["schemas"]["Id"] | null;
            creditTerms: {
                least: components["schemas"]["MoneySchema"];
                most: components["schemas"]["MoneySchema"];
                farRate: components["schemas"]["Rate"];
                secondFrom: components["schemas"]["MoneySchema"];
                lacksProof: boolean;
            };
        };
        OperatorDeposits: {
            items: components["schemas"]["OperatorDeposit"][];
            nextCursor: string | null;
        };
        OperatorHolding: {
            id: components["schemas"]["Id"];
            reference: string;
            projectId: components["schemas"]["Id"];
            names: {
                "zh-Hans": string;
                "zh-Hant": string;
                en: string;
            };
            wallet: components["schemas"]["Wallet"];
            /** @enum {string} */
            status: "running" | "matured" | "redeemed";
            principal: components["schemas"]["MoneySchema"];
            annualRate: components["schemas"]["Rate"];
            termDays: components["schemas"]["Count"];
            /** @enum {string} */
            interest: "daily" | "maturity";
            early: {
                lockDays: components["schemas"]["Count"];
                annualRate: components["schemas"]["Rate"];
            } | null;
            /** @enum {string} */
            risk: "low" | "medium" | "high";
            startsOn: components["schemas"]["Date"];
            maturesOn: components["schemas"]["Date"];
            daysLeft: components["schemas"]["Count"];
            totalInterest: components["schemas"]["MoneySchema"];
            accrued: components["schemas"]["MoneySchema"];
            paid: components["schemas"]["MoneySchema"];
            endedAt: components["schemas"]["Iso"] | null;
            rollOver: boolean;
            rolledFrom: components["schemas"]["Id"] | null;
            rolledTo: components["schemas"]["Id"] | null;
            termsVersion: components["schemas"]["Count"];
            agreementVersion: components["schemas"]["Count"];
            createdAt: components["schemas"]["Iso"];
            member: components["schemas"]["Person"];
        };
        OperatorHoldings: {
            items: components["schemas"]["OperatorHolding"][];
            nextCursor: string | null;
        };
        OperatorInvest: {
            projects: components["schemas"]["OperatorProject"][];
            savings: {
                balance: components["schemas"]["MoneySchema"];
                members: components["schemas"]["Count"];
                rates: {
                    from: components["schemas"]["Date"];
                    annualRate: components["schemas"]["Rate"];
                }[];
            };
        };
        OperatorInvitations: {
            items: {
                invitee: {
                    id: string;
                    username: string;
                };
                inviter: {
                    id: string;
                    username: string;
                };
                /** @enum {string} */
                state: "waiting" | "earned" | "paid" | "refused";
                reason: ("IDENTITY" | "CARD" | "DEVICE" | "NETWORK" | "THIRD" | "CHAIN" | "REPEATED") | null;
                amount: components["schemas"]["MoneySchema"];
                needed: components["schemas"]["MoneySchema"] | null;
                turnover: components["schemas"]["MoneySchema"];
                createdAt: components["schemas"]["Iso"];
                movedAt: components["schemas"]["Iso"];
            }[];
            nextCursor: string | null;
        };
        OperatorLoginBody: {
            username: string;
            pwd: string;
            code?: string;
            uuid?: string;
        };
        OperatorNotice: {
            id: components["schemas"]["Id"];
            version: components["schemas"]["Count"];
            /** @enum {string} */
            state: "draft" | "scheduled" | "shown" | "over" | "withdrawn";
            /** @enum {string} */
            category: "system" | "activity" | "trading" | "maintenance";
            pinned: boolean;
            important: boolean;
            texts: {
                "zh-Hans": {
                    title: string;
                    summary: string;
                    body: string;
                };
                "zh-Hant": {
                    title: string;
                    summary: string;
                    body: string;
                };
                en: {
                    title: string;
                    summary: string;
                    body: string;
                };
            };
            publishedFrom: components["schemas"]["Iso"] | null;
            publishedUntil: components["schemas"]["Iso"] | null;
            startsAt: components["schemas"]["Iso"] | null;
            endsAt: components["schemas"]["Iso"] | null;
            areas: ("trade" | "deposit" | "withdrawal" | "invest" | "support")[];
            reason: string | null;
            operator: {
                id: string;
                username: string;
            } | null;
            at: components["schemas"]["Iso"];
        };
        OperatorNotices: {
            items: components["schemas"]["OperatorNotice"][];
            nextCursor: string | null;
        };
        OperatorOrder: {
            id: components["schemas"]["Id"];
            no: string;
            member: components["schemas"]["Person"];
            product: string;
            /** @enum {string} */
            direction: "up" | "down";
            wallet: components["schemas"]["Wallet"];
            stake: components["schemas"]["MoneySchema"];
            fee: components["schemas"]["MoneySchema"];
            payoutRate: components["schemas"]["Rate"];
            payout: components["schemas"]["MoneySchema"];
            durationSec: number;
            acceptedAt: components["schemas"]["Iso"];
            entryAt: components["schemas"]["Iso"];
            closesAt: components["schemas"]["Iso"];
            entryPrice: components["schemas"]["Price"] | null;
            exitPrice: components["schemas"]["Price"] | null;
            /** @enum {string} */
            status: "open" | "won" | "lost" | "tied" | "voided";
            reason: ("NO_ENTRY_TICK" | "NOT_LOGGED" | "NO_EXIT_TICK" | "EXIT_NOT_OK" | "EXIT_BEFORE_ENTRY" | "FEED_CHANGED") | null;
            profit: components["schemas"]["MoneySchema"] | null;
            settledAt: components["schemas"]["Iso"] | null;
            signedAt: components["schemas"]["Iso"] | null;
            submittedAt: components["schemas"]["Iso"];
            acceptBy: components["schemas"]["Iso"] | null;
            termsVersion: number;
            entry: {
                seq: string;
                at: components["schemas"]["Iso"];
                price: components["schemas"]["Price"];
            } | null;
            exit: {
                seq: string;
                at: components["schemas"]["Iso"];
                price: components["schemas"]["Price"];
            } | null;
            credited: components["schemas"]["MoneySchema"] | null;
            prices: {
                at: components["schemas"]["Iso"];
                price: components["schemas"]["Price"];
                /** @enum {string} */
                status: "OK" | "STALE" | "DISAGREE" | "DEAD" | "CLOSED";
            }[] | null;
            transfers: {
                id: string;
                /** @enum {string} */
                type: "practiceGrant" | "practiceReset" | "orderStake" | "orderPayout" | "orderRefund" | "fee" | "recharge" | "manualAdd" | "withdraw" | "withdrawalReturned" | "manualDeduct" | "invitationReward" | "investment" | "redemption" | "interest" | "savingsIn" | "savingsOut" | "givenUp" | "orderClose";
                /** @enum {string} */
                debit: "funds" | "savings" | "invested" | "escrow" | "house" | "fees" | "grants" | "clearing";
                /** @enum {string} */
                credit: "funds" | "savings" | "invested" | "escrow" | "house" | "fees" | "grants" | "clearing";
                amount: components["schemas"]["MoneySchema"];
                at: components["schemas"]["Iso"];
            }[];
        };
        OperatorOrderLine: {
            id: components["schemas"]["Id"];
            no: string;
            member: components["schemas"]["Person"];
            product: string;
            /** @enum {string} */
            direction: "up" | "down";
            wallet: components["schemas"]["Wallet"];
            stake: components["schemas"]["MoneySchema"];
            fee: components["schemas"]["MoneySchema"];
            payoutRate: components["schemas"]["Rate"];
            payout: components["schemas"]["MoneySchema"];
            durationSec: number;
            acceptedAt: components["schemas"]["Iso"];
            entryAt: components["schemas"]["Iso"];
            closesAt: components["schemas"]["Iso"];
            entryPrice: components["schemas"]["Price"] | null;
            exitPrice: components["schemas"]["Price"] | null;
            /** @enum {string} */
            status: "open" | "won" | "lost" | "tied" | "voided";
            reason: ("NO_ENTRY_TICK" | "NOT_LOGGED" | "NO_EXIT_TICK" | "EXIT_NOT_OK" | "EXIT_BEFORE_ENTRY" | "FEED_CHANGED") | null;
            profit: components["schemas"]["MoneySchema"] | null;
            settledAt: components["schemas"]["Iso"] | null;
        };
        OperatorOrders: {
            items: components["schemas"]["OperatorOrderLine"][];
            nextCursor: string | null;
        };
        OperatorPasswordBody: {
            oldPwd: string;
            pwd: components["schemas"]["NewPasswordField"];
            confirmPwd: string;
            code?: components["schemas"]["ConsoleCodeField"];
        };
        OperatorPayoutBody: {
            version: number;
            /** @enum {string} */
            step: "sent" | "arrived" | "returning" | "returned" | "kept";
            payoutRef?: string;
            /** @enum {string} */
            reason?: "BANK_REFUSED" | "CARD_WRONG" | "NAME_DIFFERS" | "OTHER" | "PAYMENT_NOT_FOUND" | "AMOUNT_DIFFERS";
            note?: components["schemas"]["NoteField"];
        };
        OperatorProduct: {
            code: string;
            names: {
                "zh-Hans": string;
                "zh-Hant": string;
                en: string;
            };
            /** @enum {string} */
            category: "crypto" | "forex" | "metal" | "index" | "stock";
            active: boolean;
            decimals: components["schemas"]["Count"];
            version: components["schemas"]["Count"];
            sources: components["schemas"]["Listing"];
            calendar: components["schemas"]["Calendar"];
            holdsFrom: components["schemas"]["Iso"] | null;
            change: components["schemas"]["Id"] | null;
            /** @enum {string} */
            status: "trading" | "closed" | "forbidden";
            opensAt: components["schemas"]["Iso"] | null;
            tick: {
                at: components["schemas"]["Iso"];
                /** @enum {string} */
                status: "OK" | "STALE" | "DISAGREE" | "DEAD" | "CLOSED";
                /** @enum {string} */
                feed: "live" | "replay" | "simulated";
                sources: {
                    source: string;
                    verdict: string;
                }[];
            } | null;
            terms: {
                version: components["schemas"]["Count"];
                publishedAt: components["schemas"]["Iso"];
                open: components["schemas"]["Id"] | null;
                durations: components["schemas"]["Duration"][];
                presets: components["schemas"]["MoneySchema"][];
                feeRate: components["schemas"]["Rate"];
                entryDelaySec: components["schemas"]["Count"];
                lossLimits: components["schemas"]["LossLimits"] | null;
            } | null;
            running: {
                up: {
                    orders: components["schemas"]["Count"];
                    stake: components["schemas"]["MoneySchema"];
                    payout: components["schemas"]["MoneySchema"];
                };
                down: {
                    orders: components["schemas"]["Count"];
                    stake: components["schemas"]["MoneySchema"];
                    payout: components["schemas"]["MoneySchema"];
                };
            };
            exposure: components["schemas"]["MoneySchema"];
            today: {
                settled: components["schemas"]["Count"];
                void: components["schemas"]["Count"];
                stake: components["schemas"]["MoneySchema"];
                result: components["schemas"]["MoneySchema"];
            };
        };
        OperatorProducts: {
            items: components["schemas"]["OperatorProduct"][];
            stops: components["schemas"]["Stop"][];
            at: components["schemas"]["Iso"];
            since: components["schemas"]["Iso"];
            isWhole: boolean;
            /** @enum {string} */
            feed: "auto" | "live" | "replay" | "simulated";
        };
        OperatorProject: {
            id: components["schemas"]["Id"];
            version: components["schemas"]["Count"];
            terms: components["schemas"]["OperatorTerms"];
            sold: components["schemas"]["MoneySchema"];
            left: components["schemas"]["MoneySchema"];
            holdings: components["schemas"]["Count"];
            versions: {
                version: components["schemas"]["Count"];
                publishedAt: components["schemas"]["Iso"];
                terms: components["schemas"]["OperatorTerms"];
            }[];
        };
        OperatorReadBody: {
            upTo: string;
        };
        OperatorReceipt: {
            finding: components["schemas"]["SupportFinding"];
            receipt: string | null;
        };
        OperatorRejectDepositBody: {
            version: number;
            /** @enum {string} */
            reason: "PAYMENT_NOT_FOUND" | "AMOUNT_DIFFERS" | "PAYER_DIFFERS" | "PROOF_UNREADABLE" | "DUPLICATE" | "WRONG_NETWORK" | "RISK_CHECK" | "OTHER";
            note?: components["schemas"]["NoteField"];
        };
        OperatorRejectWithdrawalBody: {
            version: number;
            /** @enum {string} */
            reason: "CARD_WRONG" | "NAME_DIFFERS" | "ACCOUNT_LIMITED" | "RISK_CHECK" | "DUPLICATE" | "OTHER";
            note?: components["schemas"]["NoteField"];
        };
        OperatorSession: {
            id: components["schemas"]["Id"];
            current: boolean;
            device: string;
            address: string | null;
            createdAt: components["schemas"]["Iso"];
            lastSeenAt: components["schemas"]["Iso"];
            expiresAt: components["schemas"]["Iso"];
        };
        OperatorSessions: {
            items: components["schemas"]["OperatorSession"][];
        };
        OperatorTerms: {
            names: {
                "zh-Hans": string;
                "zh-Hant": string;
                en: string;
            };
            /** @enum {string} */
            risk: "low" | "medium" | "high";
            termDays: components["schemas"]["Count"];
            annualRate: components["schemas"]["Rate"];
            min: components["schemas"]["MoneySchema"];
            max: components["schemas"]["MoneySchema"];
            size: components["schemas"]["MoneySchema"];
            /** @enum {string} */
            interest: "daily" | "maturity";
            early: {
                lockDays: components["schemas"]["Count"];
                annualRate: components["schemas"]["Rate"];
            } | null;
            opensAt: components["schemas"]["Iso"] | null;
            closesAt: components["schemas"]["Iso"] | null;
            active: boolean;
        };
        OperatorTextVersions: {
            items: {
                version: components["schemas"]["Count"];
                publishedAt: components["schemas"]["Iso"];
                shipped: string | null;
                texts: components["schemas"]["TextsByLanguage"];
                maker: string | null;
                checker: string | null;
                accepted: components["schemas"]["Count"];
            }[];
            nextCursor: string | null;
        };
        OperatorTexts: {
            items: {
                version: components["schemas"]["Count"];
                publishedAt: components["schemas"]["Iso"];
                shipped: string | null;
                /** @enum {string} */
                slug: "agreement" | "privacy" | "rules" | "risk" | "about" | "fairness";
                isLegal: boolean;
                texts: components["schemas"]["TextsByLanguage"];
                open: components["schemas"]["Id"] | null;
                newer: {
                    shipped: string;
                    texts: components["schemas"]["TextsByLanguage"];
                } | null;
            }[];
        };
        OperatorToken: {
            token: string;
            /** @enum {string} */
            stage: "code" | "setup" | "full";
        };
        OperatorWithdrawal: {
            id: components["schemas"]["Id"];
            reference: string;
            wallet: components["schemas"]["Wallet"];
            amount: components["schemas"]["MoneySchema"];
            fee: components["schemas"]["MoneySchema"];
            credited: components["schemas"]["MoneySchema"];
            card: {
                bank: string;
                holder: string;
                number: string;
            };
            reason: ("PAYMENT_NOT_FOUND" | "AMOUNT_DIFFERS" | "PAYER_DIFFERS" | "PROOF_UNREADABLE" | "DUPLICATE" | "WRONG_NETWORK" | "RISK_CHECK" | "OTHER" | "FEE_TAKEN" | "CARD_WRONG" | "NAME_DIFFERS" | "ACCOUNT_LIMITED" | "BANK_REFUSED" | "BY_MEMBER" | "EXPIRED") | null;
            createdAt: components["schemas"]["Iso"];
            decidedAt: components["schemas"]["Iso"] | null;
            expectedAt: components["schemas"]["Iso"];
            /** @default null */
            lockedAt: components["schemas"]["Iso"] | null;
            steps: {
                state: string;
                at: components["schemas"]["Iso"];
                reason: string | null;
                note: string | null;
                by: {
                    id: string;
                    username: string;
                } | null;
            }[];
            version: components["schemas"]["Count"];
            member: {
                id: string;
                username: string;
                language: components["schemas"]["MemberLanguage"];
            };
            note: string | null;
            block: {
                /** @enum {string} */
                why: "frozen" | "forbidden" | "paused" | "shared";
                until: components["schemas"]["Iso"] | null;
            } | null;
            takenBy: {
                id: string;
                username: string;
            } | null;
            firstBy: {
                id: string;
                username: string;
            } | null;
            secondBy: {
                id: string;
                username: string;
            } | null;
            /** @enum {string} */
            status: "pending" | "reviewing" | "seconding" | "approved" | "rejected" | "cancelled";
            /** @enum {string} */
            payout: "none" | "sent" | "arrived" | "returning" | "returned";
            sentBy: {
                id: string;
                username: string;
            } | null;
            returnBy: {
                id: string;
                username: string;
            } | null;
            payoutRef: string | null;
            balance: {
                available: components["schemas"]["MoneySchema"];
                held: components["schemas"]["MoneySchema"];
                total: components["schemas"]["MoneySchema"];
                after: components["schemas"]["MoneySchema"];
            } | null;
            payee: {
                holder: string;
                number: string;
            } | null;
            payeeWithheld: "halted" | null;
        };
        OperatorWithdrawals: {
            items: components["schemas"]["OperatorWithdrawal"][];
            nextCursor: string | null;
        };
        Overview: {
            at: components["schemas"]["Iso"];
            wallet: components["schemas"]["Wallet"];
            days: {
                date: components["schemas"]["Date"];
                turnover: components["schemas"]["MoneySchema"];
                kept: components["schemas"]["MoneySchema"];
                fees: components["schemas"]["MoneySchema"];
                deposits: components["schemas"]["MoneySchema"];
                withdrawals: components["schemas"]["MoneySchema"];
                net: components["schemas"]["MoneySchema"];
                interest: components["schemas"]["MoneySchema"];
                rewards: components["schemas"]["MoneySchema"];
                manual: components["schemas"]["MoneySchema"];
                orders: components["schemas"]["Count"];
                voids: components["schemas"]["Count"];
                newMembers: components["schemas"]["Count"];
                activeMembers: components["schemas"]["Count"];
            }[];
            state: {
                priceAt: components["schemas"]["Iso"] | null;
                overdue: components["schemas"]["Count"];
                lateSince: components["schemas"]["Date"] | null;
                bookedUntil: components["schemas"]["Iso"] | null;
                failing: components["schemas"]["Count"];
                halted: boolean;
            };
        };
        OwnDataOfMember: {
            file: components["schemas"]["DataFile"] | null;
            closing: components["schemas"]["Closing"] | null;
            blockers: ("FROZEN" | "ORDERS" | "DEPOSITS" | "WITHDRAWALS" | "HOLDINGS" | "SAVINGS" | "MONEY")[];
            rest: {
                amount: components["schemas"]["MoneySchema"];
                smallest: components["schemas"]["MoneySchema"];
            } | null;
            rules: components["schemas"]["KeptRule"][];
            ended: {
                closedAt: components["schemas"]["Iso"];
                gaveUp: components["schemas"]["MoneySchema"] | null;
                erasedAt: components["schemas"]["Iso"] | null;
                forgottenAt: components["schemas"]["Iso"] | null;
            } | null;
        };
        PageBlock: {
            /** @constant */
            kind: "heading";
            level: 2 | 3;
            text: string;
        } | {
            /** @constant */
            kind: "paragraph";
            text: string;
        } | {
            /** @constant */
            kind: "list";
            ordered: boolean;
            items: string[];
        };
        Person: {
            id: string;
            username: string;
        };
        PracticeCodes: {
            shown: boolean;
            items: {
                member: components["schemas"]["Person"];
                /** @enum {string} */
                purpose: "withdrawPassword" | "loginPassword";
                code: string;
                sentAt: components["schemas"]["Iso"];
                expiresAt: components["schemas"]["Iso"];
            }[];
        };
        Price: string;
        ProductChange: {
            id: components["schemas"]["Id"];
            product: string;
            base: components["schemas"]["Count"];
            before: {
                names: {
                    "zh-Hans": string;
                    "zh-Hant": string;
                    en: string;
                };
                sources: components["schemas"]["Listing"];
                calendar: components["schemas"]["Calendar"];
                active: boolean;
            } | null;
            draft: {
                names: {
                    "zh-Hans": string;
                    "zh-Hant": string;
                    en: string;
                };
                sources: components["schemas"]["Listing"];
                calendar: components["schemas"]["Calendar"];
                active: boolean;
            };
            start: {
                /** @enum {string} */
                category: "crypto" | "forex" | "metal" | "index" | "stock";
                decimals: components["schemas"]["Count"];
                like: string;
                terms: components["schemas"]["ProductTerms"] | null;
                simulated: {
                    level: components["schemas"]["Count"];
                    volatility: components["schemas"]["Count"];
                } | null;
            } | null;
            reason: string;
            /** @enum {string} */
            status: "proposed" | "approved" | "rejected" | "withdrawn";
            maker: components["schemas"]["Person"];
            checker: components["schemas"]["Person"] | null;
            note: string | null;
            createdAt: components["schemas"]["Iso"];
            decidedAt: components["schemas"]["Iso"] | null;
        };
        ProductChangeBody: {
            product: string;
            base: number;
            draft: {
                names: {
                    "zh-Hans": string;
                    "zh-Hant": string;
                    en: string;
                };
                sources: components["schemas"]["ListingField"];
                calendar: {
                    timeZone: string;
                    weekly: {
                        [key: string]: {
                            start: string;
                            end: string;
                        }[];
                    };
                    /** @enum {string} */
                    follows?: "forex" | "us-metals" | "us-index-futures" | "us-stocks" | "frankfurt";
                    holidays: string[];
                    earlyCloses?: {
                        [key: string]: string;
                    };
                    tradesOn?: string[];
                    listedUntil?: string;
                } | null;
                active: boolean;
            };
            start?: {
                /** @enum {string} */
                category: "crypto" | "forex" | "metal" | "index" | "stock";
                decimals: number;
                like: components["schemas"]["ProductCodeField"];
                terms?: components["schemas"]["TermsField"];
                simulated: {
                    level: number;
                    volatility: number;
                } | null;
            };
            reason: components["schemas"]["ReasonField"];
        };
        ProductChanges: {
            items: components["schemas"]["ProductChange"][];
            nextCursor: string | null;
        };
        ProductCodeField: string;
        ProductTerms: {
            durations: components["schemas"]["Duration"][];
            presets: components["schemas"]["MoneySchema"][];
            feeRate: components["schemas"]["Rate"];
            entryDelaySec: components["schemas"]["Count"];
            lossLimits: components["schemas"]["LossLimits"] | null;
        };
        ProductTermsBody: {
            product: components["schemas"]["ProductCodeField"];
            base: number;
            terms: components["schemas"]["TermsField"];
            reason: components["schemas"]["ReasonField"];
        };
        ProductTermsChange: {
            id: components["schemas"]["Id"];
            product: {
                code: string;
                names: {
                    "zh-Hans": string;
                    "zh-Hant": string;
                    en: string;
                };
            };
            base: components["schemas"]["Count"];
            before: components["schemas"]["ProductTerms"];
            terms: components["schemas"]["ProductTerms"];
            reason: string;
            /** @enum {string} */
            status: "proposed" | "approved" | "rejected" | "withdrawn";
            maker: components["schemas"]["Person"];
            checker: components["schemas"]["Person"] | null;
            note: string | null;
            createdAt: components["schemas"]["Iso"];
            decidedAt: components["schemas"]["Iso"] | null;
        };
        ProductTermsChanges: {
            items: components["schemas"]["ProductTermsChange"][];
            nextCursor: string | null;
        };
        ProjectChangeBody: {
            projectId?: components["schemas"]["IdField"];
            base: number;
            terms: components["schemas"]["ProjectTermsBody"];
            reason: components["schemas"]["ReasonField"];
        };
        ProjectTermsBody: {
            names: {
                "zh-Hans": string;
                "zh-Hant": string;
                en: string;
            };
            /** @enum {string} */
            risk: "low" | "medium" | "high";
            termDays: number;
            annualRate: string;
            min: string;
            max: string;
            size: string;
            /** @enum {string} */
            interest: "daily" | "maturity";
            early: {
                lockDays: number;
                annualRate: string;
            } | null;
            opensAt?: components["schemas"]["MomentField"];
            closesAt?: components["schemas"]["MomentField"];
            active: boolean;
        };
        ProposalDecisionBody: {
            approve: boolean;
            reason?: string;
        };
        Puzzle: {
            challenge: components["schemas"]["PuzzleChallenge"];
            tries: number;
            lifeMs: number;
        };
        PuzzleChallenge: {
            parameters: {
                /** @constant */
                algorithm: "PBKDF2/SHA-256";
                cost: number;
                data: {
                    /** @enum {string} */
                    form: "login" | "register" | "name" | "visitor" | "picture" | "console" | "console-picture";
                    tries: number;
                };
                expiresAt: number;
                keyLength: number;
                keyPrefix: string;
                keySignature: string;
                nonce: string;
                salt: string;
            };
            signature: string;
        };
        Rate: string;
        RateChangeBody: {
            annualRate: string;
            from: string;
            reason: components["schemas"]["ReasonField"];
        };
        ReasonField: string;
        RecordComplaintBody: {
            memberId: string;
            /** @enum {string} */
            topic: "order" | "deposit" | "withdrawal" | "account" | "service" | "other";
            text: components["schemas"]["SupportText"];
            about?: {
                /** @enum {string} */
                kind: "order" | "deposit" | "withdrawal";
                id: components["schemas"]["IdField"];
            };
            messageId?: string;
        };
        RenewTotpBody: {
            code: components["schemas"]["ConsoleCodeField"];
        };
        ReportFigures: {
            clients: components["schemas"]["Count"];
            orders: components["schemas"]["Count"];
            complaints: components["schemas"]["Count"];
            voids: components["schemas"]["Count"];
        };
        Restriction: {
            id: string;
            /** @enum {string} */
            kind: "frozen" | "trading" | "withdrawal";
            restricted: boolean;
            reason: string;
            note: string | null;
            operator: string;
            at: components["schemas"]["Iso"];
        };
        Resumption: {
            id: components["schemas"]["Id"];
            stop: components["schemas"]["Stop"];
            reason: string;
            /** @enum {string} */
            status: "proposed" | "approved" | "rejected" | "withdrawn";
            maker: components["schemas"]["Person"];
            checker: components["schemas"]["Person"] | null;
            note: string | null;
            createdAt: components["schemas"]["Iso"];
            decidedAt: components["schemas"]["Iso"] | null;
        };
        ResumptionBody: {
            stopId: components["schemas"]["IdField"];
            reason: components["schemas"]["ReasonField"];
        };
        Resumptions: {
            items: components["schemas"]["Resumption"][];
            nextCursor: string | null;
        };
        Review: {
            id: string;
            language: components["schemas"]["MemberLanguage"];
            /** @enum {string} */
            status: "pending" | "verified" | "rejected";
            version: number;
            submittedAt: components["schemas"]["Iso"];
            takenBy: {
                username: string;
                isMe: boolean;
            } | null;
            decidedBy: {
                username: string;
                isMe: boolean;
            } | null;
            decidedAt: components["schemas"]["Iso"] | null;
            reason: ("PHOTO_UNREADABLE" | "PHOTO_INCOMPLETE" | "PHOTO_WRONG" | "NAME_DIFFERS" | "NUMBER_DIFFERS" | "PAPER_EXPIRED" | "PAPER_DOUBTED" | "NUMBER_USED" | "OTHER") | null;
            note: string | null;
            wrong: ("realName" | "idNumber" | "front" | "back")[];
            realName: string;
            idNumber: string;
            birthDate: string | null;
            member: {
                id: string;
                username: string;
                phone: string;
                country: string | null;
                registeredAt: components["schemas"]["Iso"];
                frozen: boolean;
                givenName: string | null;
                cardHolder: string | null;
                cardBank: string | null;
            };
            earlier: {
                id: string;
                /** @enum {string} */
                status: "pending" | "verified" | "rejected";
                submittedAt: components["schemas"]["Iso"];
                reason: ("PHOTO_UNREADABLE" | "PHOTO_INCOMPLETE" | "PHOTO_WRONG" | "NAME_DIFFERS" | "NUMBER_DIFFERS" | "PAPER_EXPIRED" | "PAPER_DOUBTED" | "NUMBER_USED" | "OTHER") | null;
            }[];
            duplicates: {
                id: string;
                username: string;
                /** @enum {string} */
                status: "pending" | "verified" | "rejected";
            }[];
        };
        ReviewActBody: {
            version: number;
        };
        ReviewItem: {
            id: string;
            username: string;
            language: components["schemas"]["MemberLanguage"];
            /** @enum {string} */
            status: "pending" | "verified" | "rejected";
            version: number;
            submittedAt: components["schemas"]["Iso"];
            takenBy: {
                username: string;
                isMe: boolean;
            } | null;
            earlier: number;
            duplicates: number;
        };
        ReviewRejectBody: {
            version: number;
            /** @enum {string} */
            reason: "PHOTO_UNREADABLE" | "PHOTO_INCOMPLETE" | "PHOTO_WRONG" | "NAME_DIFFERS" | "NUMBER_DIFFERS" | "PAPER_EXPIRED" | "PAPER_DOUBTED" | "NUMBER_USED" | "OTHER";
            wrong: ("realName" | "idNumber" | "front" | "back")[];
            note?: components["schemas"]["NoteField"];
        };
        Reviews: {
            items: components["schemas"]["ReviewItem"][];
            nextCursor: string | null;
            waiting: number;
        };
        RewardTermsBody: {
            amount: string;
            turnoverRate: string;
            dayMax: number;
        };
        RoleChange: {
            id: components["schemas"]["Id"];
            name: string;
            /** @enum {string} */
            what: "make" | "change" | "retire";
            base: components["schemas"]["Count"];
            before: {
                names: {
                    "zh-Hans": string;
                    "zh-Hant": string;
                    en: string;
                } | null;
                permissions: string[];
            } | null;
            names: {
                "zh-Hans": string;
                "zh-Hant": string;
                en: string;
            } | null;
            permissions: string[];
            reason: string;
            /** @enum {string} */
            status: "proposed" | "approved" | "rejected" | "withdrawn";
            maker: components["schemas"]["Person"];
            checker: components["schemas"]["Person"] | null;
            note: string | null;
            createdAt: components["schemas"]["Iso"];
            decidedAt: components["schemas"]["Iso"] | null;
        };
        RoleChangeBody: {
            name: string;
            /** @enum {string} */
            what: "make" | "change" | "retire";
            base: number;
            names?: {
                "zh-Hans": string;
                "zh-Hant": string;
                en: string;
            } | null;
            permissions: string[];
            reason: components["schemas"]["ReasonField"];
        };
        RoleChanges: {
            items: components["schemas"]["RoleChange"][];
            nextCursor: string | null;
        };
        Roles: {
            items: {
                name: string;
                names: {
                    "zh-Hans": string;
                    "zh-Hant": string;
                    en: string;
                } | null;
                permissions: string[];
                version: components["schemas"]["Count"];
                holders: {
                    id: string;
                    username: string;
                    usedAt: components["schemas"]["Iso"] | null;
                }[];
            }[];
        };
        Search: {
            items: {
                /** @enum {string} */
                kind: "member" | "order" | "deposit" | "withdrawal" | "complaint";
                id: string;
                name: string;
                /** @enum {string} */
                by: "username" | "id" | "inviteCode" | "fullName" | "phone" | "email" | "address" | "card" | "idNumber" | "number" | "reference" | "amount" | "hash" | "bankReference";
                member: string;
                state: string | null;
            }[];
        };
        SearchBody: {
            q: string;
        };
        ServiceHours: [
            number,
            number
        ][][];
        SignDayBody: {
            hash: string;
        };
        SiteChange: {
            id: components["schemas"]["Id"];
            /** @constant */
            part: "look";
            base: components["schemas"]["Count"];
            before: {
                logo: string | null;
                primary: string | null;
            };
            value: {
                logo: string | null;
                primary: string | null;
            };
            alone: boolean;
            reason: string;
            /** @enum {string} */
            status: "proposed" | "approved" | "rejected" | "withdrawn";
            maker: components["schemas"]["Person"];
            checker: components["schemas"]["Person"] | null;
            note: string | null;
            createdAt: components["schemas"]["Iso"];
            decidedAt: components["schemas"]["Iso"] | null;
        } | {
            id: components["schemas"]["Id"];
            /** @constant */
            part: "identity";
            base: components["schemas"]["Count"];
            before: {
                name: string;
                languages: ("zh-Hans" | "zh-Hant" | "en")[];
                contact: {
                    email: string;
                    phone: string;
                    address: string;
                };
                footer: {
                    "zh-Hans": string;
                    "zh-Hant": string;
                    en: string;
                };
            };
            value: {
                name: string;
                languages: ("zh-Hans" | "zh-Hant" | "en")[];
                contact: {
                    email: string;
                    phone: string;
                    address: string;
                };
                footer: {
                    "zh-Hans": string;
                    "zh-Hant": string;
                    en: string;
                };
            };
            alone: boolean;
            reason: string;
            /** @enum {string} */
            status: "proposed" | "approved" | "rejected" | "withdrawn";
            maker: components["schemas"]["Person"];
            checker: components["schemas"]["Person"] | null;
            note: string | null;
            createdAt: components["schemas"]["Iso"];
            decidedAt: components["schemas"]["Iso"] | null;
        } | {
            id: components["schemas"]["Id"];
            /** @constant */
            part: "access";
            base: components["schemas"]["Count"];
            before: {
                /** @enum {string} */
                registration: "open" | "invite" | "closed";
                identityRequired: boolean;
            };
            value: {
                /** @enum {string} */
                registration: "open" | "invite" | "closed";
                identityRequired: boolean;
            };
            alone: boolean;
            reason: string;
            /** @enum {string} */
            status: "proposed" | "approved" | "rejected" | "withdrawn";
            maker: components["schemas"]["Person"];
            checker: components["schemas"]["Person"] | null;
            note: string | null;
            createdAt: components["schemas"]["Iso"];
            decidedAt: components["schemas"]["Iso"] | null;
        } | {
            id: components["schemas"]["Id"];
            /** @constant */
            part: "maintenance";
            base: components["schemas"]["Count"];
            before: {
                windows: {
                    from: components["schemas"]["Iso"];
                    until: components["schemas"]["Iso"];
                }[];
            };
            value: {
                windows: {
                    from: components["schemas"]["Iso"];
                    until: components["schemas"]["Iso"];
                }[];
            };
            alone: boolean;
            reason: string;
            /** @enum {string} */
            status: "proposed" | "approved" | "rejected" | "withdrawn";
            maker: components["schemas"]["Person"];
            checker: components["schemas"]["Person"] | null;
            note: string | null;
            createdAt: components["schemas"]["Iso"];
            decidedAt: components["schemas"]["Iso"] | null;
        } | {
            id: components["schemas"]["Id"];
            /** @constant */
            part: "limits";
            base: components["schemas"]["Count"];
            before: {
                open: components["schemas"]["MoneySchema"] | null;
                day: components["schemas"]["MoneySchema"] | null;
            };
            value: {
                open: components["schemas"]["MoneySchema"] | null;
                day: components["schemas"]["MoneySchema"] | null;
            };
            alone: boolean;
            reason: string;
            /** @enum {string} */
            status: "proposed" | "approved" | "rejected" | "withdrawn";
            maker: components["schemas"]["Person"];
            checker: components["schemas"]["Person"] | null;
            note: string | null;
            createdAt: components["schemas"]["Iso"];
            decidedAt: components["schemas"]["Iso"] | null;
        } | {
            id: components["schemas"]["Id"];
            /** @constant */
            part: "basis";
            base: components["schemas"]["Count"];
            before: {
                currency: string;
                symbol: string;
                decimals: components["schemas"]["Count"];
                timeZone: string;
            };
            value: {
                currency: string;
                symbol: string;
                decimals: components["schemas"]["Count"];
                timeZone: string;
            };
            alone: boolean;
            reason: string;
            /** @enum {string} */
            status: "proposed" | "approved" | "rejected" | "withdrawn";
            maker: components["schemas"]["Person"];
            checker: components["schemas"]["Person"] | null;
            note: string | null;
            createdAt: components["schemas"]["Iso"];
            decidedAt: components["schemas"]["Iso"] | null;
        } | {
            id: components["schemas"]["Id"];
            /** @constant */
            part: "opening";
            base: components["schemas"]["Count"];
            before: {
                open: boolean;
            };
            value: {
                open: boolean;
            };
            alone: boolean;
            reason: string;
            /** @enum {string} */
            status: "proposed" | "approved" | "rejected" | "withdrawn";
            maker: components["schemas"]["Person"];
            checker: components["schemas"]["Person"] | null;
            note: string | null;
            createdAt: components["schemas"]["Iso"];
            decidedAt: components["schemas"]["Iso"] | null;
        };
        SiteChangeBody: {
            /** @constant */
            part: "look";
            base: number;
            value: {
                logo: string | null;
                primary: string | null;
            };
            reason: components["schemas"]["ReasonField"];
        } | {
            /** @constant */
            part: "identity";
            base: number;
            value: {
                name: string;
                languages: ("zh-Hans" | "zh-Hant" | "en")[];
                contact: {
                    email: string;
                    phone: string;
                    address: string;
                };
                footer: {
                    "zh-Hans": string;
                    "zh-Hant": string;
                    en: string;
                };
            };
            reason: components["schemas"]["ReasonField"];
        } | {
            /** @constant */
            part: "access";
            base: number;
            value: {
                /** @enum {string} */
                registration: "open" | "invite" | "closed";
                identityRequired: boolean;
            };
            reason: components["schemas"]["ReasonField"];
        } | {
            /** @constant */
            part: "maintenance";
            base: number;
            value: {
                windows: {
                    from: string;
                    until: string;
                }[];
            };
            reason: components["schemas"]["ReasonField"];
        } | {
            /** @constant */
            part: "limits";
            base: number;
            value: {
                open: string | null;
                day: string | null;
            };
            reason: components["schemas"]["ReasonField"];
        } | {
            /** @constant */
            part: "basis";
            base: number;
            value: {
                currency: string;
                symbol: string;
                decimals: number;
                timeZone: string;
            };
            reason: components["schemas"]["ReasonField"];
        } | {
            /** @constant */
            part: "opening";
            base: number;
            value: {
                /** @constant */
                open: true;
            };
            reason: components["schemas"]["ReasonField"];
        };
        SiteChanges: {
            items: components["schemas"]["SiteChange"][];
            nextCursor: string | null;
        };
        SiteLogo: {
            id: string;
            width: components["schemas"]["Count"];
            height: components["schemas"]["Count"];
        };
        SiteLogoBody: {
            /** Format: binary */
            logo: string;
        };
        SiteSettings: {
            look: {
                version: components["schemas"]["Count"];
                value: {
                    logo: string | null;
                    primary: string | null;
                };
                open: components["schemas"]["Id"] | null;
            };
            identity: {
                version: components["schemas"]["Count"];
                value: {
                    name: string;
                    languages: ("zh-Hans" | "zh-Hant" | "en")[];
                    contact: {
                        email: string;
                        phone: string;
                        address: string;
                    };
                    footer: {
                        "zh-Hans": string;
                        "zh-Hant": string;
                        en: string;
                    };
                };
                open: components["schemas"]["Id"] | null;
            };
            access: {
                version: components["schemas"]["Count"];
                value: {
                    /** @enum {string} */
                    registration: "open" | "invite" | "closed";
                    identityRequired: boolean;
                };
                open: components["schemas"]["Id"] | null;
            };
            maintenance: {
                version: components["schemas"]["Count"];
                value: {
                    windows: {
                        from: components["schemas"]["Iso"];
                        until: components["schemas"]["Iso"];
                    }[];
                };
                open: components["schemas"]["Id"] | null;
            };
            limits: {
                version: components["schemas"]["Count"];
                value: {
                    open: components["schemas"]["MoneySchema"] | null;
                    day: components["schemas"]["MoneySchema"] | null;
                };
                open: components["schemas"]["Id"] | null;
            };
            basis: {
                version: components["schemas"]["Count"];
                value: {
                    currency: string;
                    symbol: string;
                    decimals: components["schemas"]["Count"];
                    timeZone: string;
                };
                open: components["schemas"]["Id"] | null;
            };
            opening: {
                version: components["schemas"]["Count"];
                value: {
                    open: boolean;
                };
                open: components["schemas"]["Id"] | null;
            };
            basisFree: boolean;
            checklist: {
                channels: components["schemas"]["Count"];
                products: components["schemas"]["Count"];
                operators: components["schemas"]["Count"];
            };
        };
        SiteState: {
            at: components["schemas"]["Iso"];
            due: {
                date: components["schemas"]["Date"];
                holdings: components["schemas"]["Count"];
                principal: components["schemas"]["MoneySchema"];
                interest: components["schemas"]["MoneySchema"];
            }[];
            waiting: {
                /** @enum {string} */
                queue: "deposits" | "withdrawals" | "payouts";
                count: components["schemas"]["Count"];
                amount: components["schemas"]["MoneySchema"];
                since: components["schemas"]["Iso"] | null;
            }[];
            sources: {
                source: string;
                receivedAt: components["schemas"]["Iso"];
                products: components["schemas"]["Count"];
            }[];
            processes: {
                /** @enum {string} */
                role: "http" | "feed" | "worker" | "console";
                host: string;
                pid: number;
                version: string;
                startedAt: components["schemas"]["Iso"];
                seenAt: components["schemas"]["Iso"];
                diskFreeMb: components["schemas"]["Count"] | null;
                diskTotalMb: components["schemas"]["Count"] | null;
                jobs: {
                    name: string;
                    doneAt: components["schemas"]["Iso"] | null;
                    failures: components["schemas"]["Count"];
                }[];
            }[];
            backupAt: components["schemas"]["Iso"] | null;
            witnesses: {
                name: string;
                cosignedAt: components["schemas"]["Iso"] | null;
                refusal: string | null;
            }[];
        };
        SourceTrial: {
            id: components["schemas"]["Id"];
            /** @enum {string} */
            category: "crypto" | "forex" | "metal" | "index" | "stock";
            sources: components["schemas"]["Listing"];
            createdAt: components["schemas"]["Iso"];
            answers: {
                [key: string]: components["schemas"]["SourceTrialResult"];
            } | null;
        };
        SourceTrialBody: {
            /** @enum {string} */
            category: "crypto" | "forex" | "metal" | "index" | "stock";
            sources: components["schemas"]["ListingField"];
        };
        SourceTrialResult: {
            /** @enum {string} */
            outcome: "PRICED" | "QUIET" | "UNKNOWN" | "UNREACHABLE" | "NOT_HERE";
            price: string | null;
            ageMs: components["schemas"]["Count"] | null;
            decimals: components["schemas"]["Count"] | null;
            trades: components["schemas"]["Count"];
            seconds: components["schemas"]["Count"];
        };
        Staff: {
            items: {
                id: string;
                username: string;
                roles: string[];
                addresses: string[] | null;
                secured: boolean;
                joinedAt: components["schemas"]["Iso"];
                leftAt: components["schemas"]["Iso"] | null;
                actedAt: components["schemas"]["Iso"] | null;
                sessions: {
                    device: string;
                    address: string | null;
                    createdAt: components["schemas"]["Iso"];
                    lastSeenAt: components["schemas"]["Iso"];
                }[];
                uses: {
                    permission: string;
                    at: components["schemas"]["Iso"];
                }[];
            }[];
        };
        StaffChange: {
            id: components["schemas"]["Id"];
            operatorId: string | null;
            username: string;
            before: {
                roles: string[];
                addresses: string[] | null;
            };
            after: {
                roles: string[];
                addresses: string[] | null;
            };
            invitation: {
                /** @enum {string} */
                state: "waiting" | "linked" | "joined" | "ended";
                expiresAt: components["schemas"]["Iso"] | null;
            } | null;
            reason: string;
            /** @enum {string} */
            status: "proposed" | "approved" | "rejected" | "withdrawn";
            maker: components["schemas"]["Person"];
            checker: components["schemas"]["Person"] | null;
            note: string | null;
            createdAt: components["schemas"]["Iso"];
            decidedAt: components["schemas"]["Iso"] | null;
        };
        StaffChangeBody: {
            operatorId?: string;
            username?: string;
            roles: string[];
            addresses: string[];
            reason: components["schemas"]["ReasonField"];
        };
        StaffChanges: {
            items: components["schemas"]["StaffChange"][];
            nextCursor: string | null;
        };
        StatementAccount: {
            code: string;
            name: string;
            number: string;
            currency: string;
            decimals: components["schemas"]["Count"];
            channels: string[];
            paysOut: boolean;
            columns: {
                date: string;
                amount?: string;
                debit?: string;
                credit?: string;
                currency?: string;
                reference?: string;
                name?: string;
                note?: string;
                balance?: string;
                /** @enum {string} */
                dates?: "dmy" | "mdy";
            } | null;
            matched: {
                count: components["schemas"]["Count"];
                amount: string;
            };
            explained: {
                count: components["schemas"]["Count"];
                amount: string;
            };
            open: {
                count: components["schemas"]["Count"];
                amount: string;
            };
            lastOn: components["schemas"]["Date"] | null;
            closing: components["schemas"]["MoneySchema"] | null;
        };
        StatementAccountBody: {
            name: string;
            number?: string;
            currency: string;
            decimals: number;
            channels: string[];
            paysOut: boolean;
            columns: components["schemas"]["StatementColumns"] | null;
        };
        StatementAccounts: {
            items: components["schemas"]["StatementAccount"][];
            channels: {
                code: string;
                names: {
                    [key: string]: string;
                };
                currency: string;
                decimals: components["schemas"]["Count"];
            }[];
        };
        StatementColumns: {
            date: string;
            amount?: string;
            debit?: string;
            credit?: string;
            currency?: string;
            reference?: string;
            name?: string;
            note?: string;
            balance?: string;
            /** @enum {string} */
            dates?: "dmy" | "mdy";
        };
        StatementDay: {
            items: {
                account: string;
                name: string;
                currency: string;
                matched: {
                    count: components["schemas"]["Count"];
                    amount: string;
                };
                explained: {
                    count: components["schemas"]["Count"];
                    amount: string;
                };
                open: {
                    count: components["schemas"]["Count"];
                    amount: string;
                };
                unproved: {
                    count: components["schemas"]["Count"];
                    amount: string;
                };
            }[];
        };
        StatementEntries: {
            items: {
                id: components["schemas"]["Id"];
                account: string;
                currency: string;
                bookedOn: components["schemas"]["Date"];
                valuedOn: components["schemas"]["Date"] | null;
                amount: components["schemas"]["MoneySchema"];
                isReversal: boolean;
                bankRef: string;
                endToEndId: string;
                counterparty: string | null;
                text: string | null;
                /** @enum {string} */
                state: "open" | "different" | "matched" | "explained";
                match: {
                    id: components["schemas"]["Id"];
                    thing: {
                        /** @enum {string} */
                        kind: "deposit" | "withdrawal" | "return";
                        id: components["schemas"]["Id"];
                        reference: string;
                        member: components["schemas"]["Person"];
                        amount: components["schemas"]["MoneySchema"];
                        on: components["schemas"]["Date"];
                        status: string;
                    } | null;
                    code: ("bankFee" | "ownTransfer" | "interest" | "other") | null;
                    note: string | null;
                    by: components["schemas"]["Person"] | null;
                    at: components["schemas"]["Iso"];
                } | null;
            }[];
            nextCursor: string | null;
        };
        StatementEntry: {
            id: components["schemas"]["Id"];
            account: string;
            currency: string;
            bookedOn: components["schemas"]["Date"];
            valuedOn: components["schemas"]["Date"] | null;
            amount: components["schemas"]["MoneySchema"];
            isReversal: boolean;
            bankRef: string;
            endToEndId: string;
            counterparty: string | null;
            text: string | null;
            /** @enum {string} */
            state: "open" | "different" | "matched" | "explained";
            match: {
                id: components["schemas"]["Id"];
                thing: {
                    /** @enum {string} */
                    kind: "deposit" | "withdrawal" | "return";
                    id: components["schemas"]["Id"];
                    reference: string;
                    member: components["schemas"]["Person"];
                    amount: components["schemas"]["MoneySchema"];
                    on: components["schemas"]["Date"];
                    status: string;
                } | null;
                code: ("bankFee" | "ownTransfer" | "interest" | "other") | null;
                note: string | null;
                by: components["schemas"]["Person"] | null;
                at: components["schemas"]["Iso"];
            } | null;
            suggestions: {
                thing: {
                    /** @enum {string} */
                    kind: "deposit" | "withdrawal" | "return";
                    id: components["schemas"]["Id"];
                    reference: string;
                    member: components["schemas"]["Person"];
                    amount: components["schemas"]["MoneySchema"];
                    on: components["schemas"]["Date"];
                    status: string;
                };
                /** @enum {string} */
                by: "reference" | "name" | "amount";
                days: components["schemas"]["Count"];
            }[];
        };
        StatementExplainBody: {
            /** @enum {string} */
            code: "bankFee" | "ownTransfer" | "interest" | "other";
            note?: string;
        };
        StatementFileBody: {
            account: string;
            /** Format: binary */
            file: string;
        };
        StatementFiles: {
            items: {
                id: components["schemas"]["Id"];
                account: string;
                sha256: components["schemas"]["Hash"];
                bytes: components["schemas"]["Count"];
                importedBy: components["schemas"]["Person"];
                importedAt: components["schemas"]["Iso"];
                erasedAt: components["schemas"]["Iso"] | null;
                statements: {
                    number: string;
                    opening: components["schemas"]["MoneySchema"] | null;
                    closing: components["schemas"]["MoneySchema"] | null;
                    firstOn: components["schemas"]["Date"] | null;
                    lastOn: components["schemas"]["Date"] | null;
                    entries: components["schemas"]["Count"];
                    gap: components["schemas"]["MoneySchema"] | null;
                }[];
            }[];
            nextCursor: string | null;
        };
        StatementImported: {
            file: {
                id: components["schemas"]["Id"];
                account: string;
                sha256: components["schemas"]["Hash"];
                bytes: components["schemas"]["Count"];
                importedBy: components["schemas"]["Person"];
                importedAt: components["schemas"]["Iso"];
                erasedAt: components["schemas"]["Iso"] | null;
                statements: {
                    number: string;
                    opening: components["schemas"]["MoneySchema"] | null;
                    closing: components["schemas"]["MoneySchema"] | null;
                    firstOn: components["schemas"]["Date"] | null;
                    lastOn: components["schemas"]["Date"] | null;
                    entries: components["schemas"]["Count"];
                    gap: components["schemas"]["MoneySchema"] | null;
                }[];
            };
            matched: components["schemas"]["Count"];
        };
        StatementMatchBody: {
            /** @enum {string} */
            kind: "deposit" | "withdrawal" | "return";
            thing: components["schemas"]["IdField"];
        };
        StatementThings: {
            items: {
                /** @enum {string} */
                kind: "deposit" | "withdrawal" | "return";
                id: components["schemas"]["Id"];
                reference: string;
                member: components["schemas"]["Person"];
                amount: components["schemas"]["MoneySchema"];
                on: components["schemas"]["Date"];
                status: string;
                account: string | null;
                currency: string;
            }[];
            nextCursor: string | null;
        };
        Stop: {
            id: components["schemas"]["Id"];
            scope: string;
            /** @enum {string} */
            reason: "UNUSUAL_PRICES" | "SOURCE_TROUBLE" | "MAINTENANCE" | "PRODUCT_RISK" | "LEGAL_DUTY" | "OTHER";
            note: string | null;
            by: components["schemas"]["Person"];
            stoppedAt: components["schemas"]["Iso"];
            open: components["schemas"]["Id"] | null;
            ended: {
                at: components["schemas"]["Iso"];
                maker: components["schemas"]["Person"];
                checker: components["schemas"]["Person"];
            } | null;
        };
        StopBody: {
            scope: string;
            /** @enum {string} */
            reason: "UNUSUAL_PRICES" | "SOURCE_TROUBLE" | "MAINTENANCE" | "PRODUCT_RISK" | "LEGAL_DUTY" | "OTHER";
            note?: components["schemas"]["NoteField"];
        };
        SupportFinding: {
            /** @enum {string} */
            verdict: "valid" | "provisional" | "invalid" | "unavailable";
            status: ("won" | "lost" | "tied" | "voided") | null;
            reason: ("NO_ENTRY_TICK" | "NOT_LOGGED" | "NO_EXIT_TICK" | "EXIT_NOT_OK" | "EXIT_BEFORE_ENTRY" | "FEED_CHANGED") | null;
            entry: {
                at: components["schemas"]["Iso"];
                price: components["schemas"]["Price"];
            } | null;
            exit: {
                at: components["schemas"]["Iso"];
                price: components["schemas"]["Price"];
            } | null;
            profit: components["schemas"]["MoneySchema"] | null;
            ticks: components["schemas"]["Count"];
            checkpoints: components["schemas"]["Count"];
            failed: {
                step: string;
                problem: string;
            } | null;
        };
        SupportOperators: {
            id: string;
            username: string;
        }[];
        SupportOrder: {
            id: components["schemas"]["Id"];
            no: string;
            product: string;
            /** @enum {string} */
            direction: "up" | "down";
            wallet: components["schemas"]["Wallet"];
            stake: components["schemas"]["MoneySchema"];
            /** @enum {string} */
            status: "open" | "won" | "lost" | "tied" | "voided";
            profit: components["schemas"]["MoneySchema"] | null;
        };
        SupportText: string;
        Terms: {
            channels: {
                code: string;
                version: components["schemas"]["Count"];
                asset: string;
                open: components["schemas"]["Id"] | null;
                terms: {
                    /** @enum {string} */
                    kind: "practice" | "bank" | "usdt" | "online";
                    network: ("trc20" | "erc20") | null;
                    names: {
                        "zh-Hans": string;
                        "zh-Hant": string;
                        en: string;
                    };
                    rate: components["schemas"]["Rate"];
                    min: components["schemas"]["MoneySchema"];
                    max: components["schemas"]["MoneySchema"];
                    details: {
                        [key: string]: string;
                    };
                    arrivalMinutes: components["schemas"]["Count"];
                    proofRequired: boolean;
                    active: boolean;
                    position: components["schemas"]["Count"];
                    confirmations: components["schemas"]["Count"];
                    secondFrom: components["schemas"]["MoneySchema"];
                    farRate: components["schemas"]["Rate"];
                    boundRate: components["schemas"]["Rate"];
                };
            }[];
            withdrawals: {
                version: components["schemas"]["Count"];
                open: components["schemas"]["Id"] | null;
                terms: {
                    min: components["schemas"]["MoneySchema"];
                    max: components["schemas"]["MoneySchema"];
                    dailyMax: components["schemas"]["MoneySchema"];
                    feeRate: components["schemas"]["Rate"];
                    feeMin: components["schemas"]["MoneySchema"];
                    feeMax: components["schemas"]["MoneySchema"];
                    cardRequired: boolean;
                    identityRequired: boolean;
                    arrivalHours: components["schemas"]["Count"];
                };
            };
            rewards: {
                version: components["schemas"]["Count"];
                open: components["schemas"]["Id"] | null;
                terms: {
                    amount: components["schemas"]["MoneySchema"];
                    turnoverRate: components["schemas"]["Rate"];
                    dayMax: components["schemas"]["Count"];
                };
            };
        };
        TermsChange: {
            id: components["schemas"]["Id"];
            base: components["schemas"]["Count"];
            reason: string;
            /** @enum {string} */
            status: "proposed" | "approved" | "rejected" | "withdrawn";
            maker: components["schemas"]["Person"];
            checker: components["schemas"]["Person"] | null;
            note: string | null;
            createdAt: components["schemas"]["Iso"];
            decidedAt: components["schemas"]["Iso"] | null;
            /** @constant */
            subject: "channel";
            code: string;
            before: {
                /** @enum {string} */
                kind: "practice" | "bank" | "usdt" | "online";
                network: ("trc20" | "erc20") | null;
                names: {
                    "zh-Hans": string;
                    "zh-Hant": string;
                    en: string;
                };
                rate: components["schemas"]["Rate"];
                min: components["schemas"]["MoneySchema"];
                max: components["schemas"]["MoneySchema"];
                details: {
                    [key: string]: string;
                };
                arrivalMinutes: components["schemas"]["Count"];
                proofRequired: boolean;
                active: boolean;
                position: components["schemas"]["Count"];
                confirmations: components["schemas"]["Count"];
                secondFrom: components["schemas"]["MoneySchema"];
                farRate: components["schemas"]["Rate"];
                boundRate: components["schemas"]["Rate"];
            } | null;
            terms: {
                /** @enum {string} */
                kind: "practice" | "bank" | "usdt" | "online";
                network: ("trc20" | "erc20") | null;
                names: {
                    "zh-Hans": string;
                    "zh-Hant": string;
                    en: string;
                };
                rate: components["schemas"]["Rate"];
                min: components["schemas"]["MoneySchema"];
                max: components["schemas"]["MoneySchema"];
                details: {
                    [key: string]: string;
                };
                arrivalMinutes: components["schemas"]["Count"];
                proofRequired: boolean;
                active: boolean;
                position: components["schemas"]["Count"];
                confirmations: components["schemas"]["Count"];
                secondFrom: components["schemas"]["MoneySchema"];
                farRate: components["schemas"]["Rate"];
                boundRate: components["schemas"]["Rate"];
            };
        } | {
            id: components["schemas"]["Id"];
            base: components["schemas"]["Count"];
            reason: string;
            /** @enum {string} */
            status: "proposed" | "approved" | "rejected" | "withdrawn";
            maker: components["schemas"]["Person"];
            checker: components["schemas"]["Person"] | null;
            note: string | null;
            createdAt: components["schemas"]["Iso"];
            decidedAt: components["schemas"]["Iso"] | null;
            /** @constant */
            subject: "withdrawals";
            before: {
                min: components["schemas"]["MoneySchema"];
                max: components["schemas"]["MoneySchema"];
                dailyMax: components["schemas"]["MoneySchema"];
                feeRate: components["schemas"]["Rate"];
                feeMin: components["schemas"]["MoneySchema"];
                feeMax: components["schemas"]["MoneySchema"];
                cardRequired: boolean;
                identityRequired: boolean;
                arrivalHours: components["schemas"]["Count"];
            };
            terms: {
                min: components["schemas"]["MoneySchema"];
                max: components["schemas"]["MoneySchema"];
                dailyMax: components["schemas"]["MoneySchema"];
                feeRate: components["schemas"]["Rate"];
                feeMin: components["schemas"]["MoneySchema"];
                feeMax: components["schemas"]["MoneySchema"];
                cardRequired: boolean;
                identityRequired: boolean;
                arrivalHours: components["schemas"]["Count"];
            };
        } | {
            id: components["schemas"]["Id"];
            base: components["schemas"]["Count"];
            reason: string;
            /** @enum {string} */
            status: "proposed" | "approved" | "rejected" | "withdrawn";
            maker: components["schemas"]["Person"];
            checker: components["schemas"]["Person"] | null;
            note: string | null;
            createdAt: components["schemas"]["Iso"];
            decidedAt: components["schemas"]["Iso"] | null;
            /** @constant */
            subject: "rewards";
            before: {
                amount: components["schemas"]["MoneySchema"];
                turnoverRate: components["schemas"]["Rate"];
                dayMax: components["schemas"]["Count"];
            };
            terms: {
                amount: components["schemas"]["MoneySchema"];
                turnoverRate: components["schemas"]["Rate"];
                dayMax: components["schemas"]["Count"];
            };
        };
        TermsChangeBody: {
            /** @constant */
            subject: "channel";
            code: string;
            base: number;
            /** @enum {string} */
            kind?: "bank" | "usdt";
            /** @enum {string} */
            network?: "trc20" | "erc20";
            terms: components["schemas"]["ChannelTermsBody"];
            reason: components["schemas"]["ReasonField"];
        } | {
            /** @constant */
            subject: "withdrawals";
            base: number;
            terms: components["schemas"]["WithdrawalTermsBody"];
            reason: components["schemas"]["ReasonField"];
        } | {
            /** @constant */
            subject: "rewards";
            base: number;
            terms: components["schemas"]["RewardTermsBody"];
            reason: components["schemas"]["ReasonField"];
        };
        TermsChanges: {
            items: components["schemas"]["TermsChange"][];
            nextCursor: string | null;
        };
        TermsField: {
            durations: {
                seconds: number;
                payoutRate: string;
                minStake: string;
                maxStake: string;
            }[];
            presets: string[];
            feeRate: string;
            entryDelaySec?: number;
            lossLimits?: {
                second: string;
                product: string;
                day: string;
            };
        };
        TextChange: {
            id: components["schemas"]["Id"];
            /** @enum {string} */
            slug: "agreement" | "privacy" | "rules" | "risk" | "about" | "fairness";
            base: components["schemas"]["Count"];
            before: components["schemas"]["TextsByLanguage"] | null;
            texts: components["schemas"]["TextsByLanguage"];
            reason: string;
            /** @enum {string} */
            status: "proposed" | "approved" | "rejected" | "withdrawn";
            maker: components["schemas"]["Person"];
            checker: components["schemas"]["Person"] | null;
            note: string | null;
            createdAt: components["schemas"]["Iso"];
            decidedAt: components["schemas"]["Iso"] | null;
        };
        TextChangeBody: {
            /** @enum {string} */
            slug: "agreement" | "privacy" | "rules" | "risk" | "about" | "fairness";
            base: number;
            texts: {
                "zh-Hans": {
                    title: string;
                    change: string;
                    body: string;
                };
                "zh-Hant": {
                    title: string;
                    change: string;
                    body: string;
                };
                en: {
                    title: string;
                    change: string;
                    body: string;
                };
            };
            reason: components["schemas"]["ReasonField"];
        };
        TextChanges: {
            items: components["schemas"]["TextChange"][];
            nextCursor: string | null;
        };
        TextOf: {
            title: string;
            change: string | null;
            body: components["schemas"]["PageBlock"][];
        };
        TextsByLanguage: {
            "zh-Hans": components["schemas"]["TextOf"];
            "zh-Hant": components["schemas"]["TextOf"];
            en: components["schemas"]["TextOf"];
        };
        TotpDone: {
            token: string;
            /** @enum {string} */
            stage: "code" | "setup" | "full";
            recoveryCodes: string[];
        };
        Transfer: {
            id: string;
            /** @enum {string} */
            type: "practiceGrant" | "practiceReset" | "orderStake" | "orderPayout" | "orderRefund" | "fee" | "recharge" | "manualAdd" | "withdraw" | "withdrawalReturned" | "manualDeduct" | "invitationReward" | "investment" | "redemption" | "interest" | "savingsIn" | "savingsOut" | "givenUp";
            amount: components["schemas"]["MoneySchema"];
            balanceAfter: components["schemas"]["MoneySchema"];
            wallet: components["schemas"]["Wallet"];
            at: components["schemas"]["Iso"];
            refType: string;
            refId: string;
            reason: ("CORRECTION" | "PAYMENT_FOUND" | "GOODWILL" | "PROMOTION" | "OTHER" | "BOOKED_TWICE" | "PAYMENT_RECALLED") | null;
        };
        TrialBalance: {
            at: components["schemas"]["Iso"];
            wallets: {
                wallet: components["schemas"]["Wallet"];
                lines: {
                    /** @enum {string} */
                    line: "funds" | "savings" | "invested" | "escrow" | "clearing" | "grants" | "fees" | "house" | "interest" | "rewards" | "manual" | "givenUp";
                    debit: components["schemas"]["MoneySchema"];
                    credit: components["schemas"]["MoneySchema"];
                    balance: components["schemas"]["MoneySchema"];
                    entries: components["schemas"]["Count"];
                }[];
                debit: components["schemas"]["MoneySchema"];
                credit: components["schemas"]["MoneySchema"];
            }[];
        };
        /** @enum {string} */
        Wallet: "practice" | "cash";
        WithdrawNoticeBody: {
            base: number;
            reason: string;
        };
        WithdrawProposalBody: Record<string, unknown> | null;
        WithdrawalTermsBody: {
            min: string;
            max: string;
            dailyMax: string;
            feeRate: string;
            feeMin: string;
            feeMax: string;
            cardRequired: boolean;
            identityRequired: boolean;
            arrivalHours: number;
        };
        /** @description A call that was not carried out. `error` says why, `msg` the same in the language of the request. */
        Refusal: {
            /** @enum {unknown} */
            code: 400 | 401 | 403 | 404 | 409 | 429 | 500;
            msg: string;
            error: string;
            /** @description The wrong fields, each with the key of its fault. */
            fields?: {
                [key: string]: string;
            };
            /** @description Values for the placeholders in the text of `error`. */
            params?: {
                [key: string]: string | number;
            };
            retryAfterSec?: number;
        };
    };
    responses: {
        /** @description What came is no request of HTTP as the site reads it */
        Malformed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The body is too large */
        TooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The address, or all together, called too much */
        OverBudget: {
            headers: {
                /** @description Seconds to wait */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readConsolePuzzle: {
        parameters: {
            query: {
                form: "login" | "register" | "name" | "visitor" | "picture" | "console" | "console-picture";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Puzzle"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readConsoleCaptcha: {
        parameters: {
            query?: {
                level?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Captcha"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    logInOperator: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OperatorLoginBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorToken"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "ACCOUNT_LOCKED" | "BODY_INVALID" | "BODY_TOO_LARGE" | "CAPTCHA_EXPIRED" | "CAPTCHA_HARDER" | "CAPTCHA_REQUIRED" | "CAPTCHA_WRONG" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "LOGIN_FAILED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PASSWORD_LENGTH" | "PASSWORD_REQUIRED" | "PUZZLE_REQUIRED" | "RATE_LIMITED" | "USERNAME_ILLEGAL" | "USERNAME_REQUIRED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    joinStaff: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JoinBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorToken"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CODE_REQUIRED" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "INVITATION_CODE_WRONG" | "INVITATION_INVALID" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PASSWORD_COMMON" | "PASSWORD_LENGTH" | "PASSWORD_REQUIRED" | "PUZZLE_REQUIRED" | "RATE_LIMITED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    enterOperatorCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OperatorCodeBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorToken"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CODE_REQUIRED" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "OPERATOR_CODE_LOCKED" | "OPERATOR_CODE_WRONG" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    confirmOperatorTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OperatorCodeBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["TotpDone"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CODE_REQUIRED" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "OPERATOR_CODE_LOCKED" | "OPERATOR_CODE_WRONG" | "OPERATOR_LOGIN_UNFINISHED" | "OPERATOR_SECOND_FACTOR_EXISTS" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    beginOperatorTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NoFields"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["ConsoleTotpSecretView"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "OPERATOR_LOGIN_UNFINISHED" | "OPERATOR_SECOND_FACTOR_EXISTS" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    postponeOperatorTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NoFields"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorToken"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "OPERATOR_LOGIN_UNFINISHED" | "OPERATOR_SECOND_FACTOR_REQUIRED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    renewOperatorTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenewTotpBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["ConsoleTotpSecretView"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CODE_REQUIRED" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "OPERATOR_CODE_LOCKED" | "OPERATOR_CODE_WRONG" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    changeOperatorPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OperatorPasswordBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Nothing"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "ACCOUNT_LOCKED" | "BODY_INVALID" | "BODY_TOO_LARGE" | "CODE_REQUIRED" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "NEW_PASSWORDS_DIFFER" | "OLD_PASSWORD_WRONG" | "OPERATOR_CODE_LOCKED" | "OPERATOR_CODE_WRONG" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PASSWORD_COMMON" | "PASSWORD_HAS_ACCOUNT" | "PASSWORD_LENGTH" | "PASSWORD_REPEAT_REQUIRED" | "PASSWORD_REQUIRED" | "PASSWORD_SIMPLE" | "PASSWORD_UNCHANGED" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    logOutOperator: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NoFields"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Nothing"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readOperator: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Operator"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "OPERATOR_LOGIN_UNFINISHED" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listOperatorSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorSessions"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "OPERATOR_LOGIN_UNFINISHED" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    endOperatorSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Nothing"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID" | "SESSION_NOT_FOUND";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    listOperatorDeposits: {
        parameters: {
            query?: {
                status?: string;
                kind?: string;
                mine?: "1";
                q?: string;
                sort?: "createdAt" | "-createdAt" | "amount" | "-amount";
                from?: string;
                to?: string;
                cursor?: string;
                limit?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorDeposits"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readOperatorDeposit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["IdField"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorDeposit"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "DEPOSIT_NOT_FOUND" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readOperatorDepositProof: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["IdField"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": string;
                    "application/json": components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "DEPOSIT_NOT_FOUND" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    };
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    takeDeposit: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                id: components["schemas"]["IdField"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OperatorBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorDeposit"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "DEPOSIT_NOT_FOUND" | "DEPOSIT_STATE_CHANGED" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "ITEM_OWN" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    releaseDeposit: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                id: components["schemas"]["IdField"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OperatorBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorDeposit"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "DEPOSIT_NOT_FOUND" | "DEPOSIT_STATE_CHANGED" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "ITEM_OWN" | "ITEM_TAKEN" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    approveDeposit: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                id: components["schemas"]["IdField"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OperatorApproveDepositBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorDeposit"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "AMOUNT_INVALID" | "AMOUNT_REQUIRED" | "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "CREDIT_BEYOND_BOUNDS" | "CREDIT_NOT_CONFIRMED" | "DEPOSIT_NOT_FOUND" | "DEPOSIT_STATE_CHANGED" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "ITEM_OWN" | "ITEM_TAKEN" | "NOTE_REQUIRED" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "REASON_REQUIRED" | "SECOND_OPERATOR_NEEDED" | "SESSION_INVALID" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    rejectDeposit: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                id: components["schemas"]["IdField"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OperatorRejectDepositBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorDeposit"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "DEPOSIT_NOT_FOUND" | "DEPOSIT_STATE_CHANGED" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "ITEM_OWN" | "ITEM_TAKEN" | "NOTE_REQUIRED" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "REASON_REQUIRED" | "SESSION_INVALID" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    listOperatorWithdrawals: {
        parameters: {
            query?: {
                status?: string;
                payout?: string;
                mine?: "1";
                q?: string;
                sort?: "createdAt" | "-createdAt" | "amount" | "-amount";
                from?: string;
                to?: string;
                cursor?: string;
                limit?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorWithdrawals"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readOperatorWithdrawal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["IdField"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorWithdrawal"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID" | "WITHDRAWAL_NOT_FOUND";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    takeWithdrawal: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                id: components["schemas"]["IdField"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OperatorBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorWithdrawal"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "ITEM_OWN" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID" | "WITHDRAWAL_NOT_FOUND" | "WITHDRAWAL_STATE_CHANGED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    releaseWithdrawal: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                id: components["schemas"]["IdField"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OperatorBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorWithdrawal"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "ITEM_OWN" | "ITEM_TAKEN" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID" | "WITHDRAWAL_NOT_FOUND" | "WITHDRAWAL_STATE_CHANGED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    approveWithdrawal: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                id: components["schemas"]["IdField"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OperatorBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorWithdrawal"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CARD_SHARED" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "ITEM_OWN" | "ITEM_TAKEN" | "MEMBER_FORBIDDEN" | "MEMBER_FROZEN" | "MEMBER_PAUSED" | "MONEY_HALTED" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SECOND_OPERATOR_NEEDED" | "SESSION_INVALID" | "WITHDRAWAL_NOT_FOUND" | "WITHDRAWAL_STATE_CHANGED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    rejectWithdrawal: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                id: components["schemas"]["IdField"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OperatorRejectWithdrawalBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorWithdrawal"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "ITEM_OWN" | "ITEM_TAKEN" | "NOTE_REQUIRED" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "REASON_REQUIRED" | "SESSION_INVALID" | "TEXT_TURNED" | "WITHDRAWAL_NOT_FOUND" | "WITHDRAWAL_STATE_CHANGED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    recordPayout: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                id: components["schemas"]["IdField"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OperatorPayoutBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorWithdrawal"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CARD_SHARED" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "ITEM_OWN" | "MEMBER_FORBIDDEN" | "MEMBER_FROZEN" | "MEMBER_PAUSED" | "MONEY_HALTED" | "NOTE_REQUIRED" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PAYOUT_REF_INVALID" | "PAYOUT_REF_REQUIRED" | "PAYOUT_REF_USED" | "RATE_LIMITED" | "REASON_REQUIRED" | "RETURN_BY_ANOTHER" | "SECOND_OPERATOR_NEEDED" | "SESSION_INVALID" | "TEXT_TURNED" | "WITHDRAWAL_NOT_FOUND" | "WITHDRAWAL_STATE_CHANGED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    listReviews: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: string;
                status?: "pending" | "verified" | "rejected";
                taken?: "free" | "mine" | "others";
                username?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Reviews"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readReview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Review"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID" | "VERIFICATION_NOT_FOUND";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readFrontPhoto: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": string;
                    "application/json": components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PHOTO_NOT_FOUND" | "RATE_LIMITED" | "SESSION_INVALID" | "VERIFICATION_NOT_FOUND";
                    };
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readBackPhoto: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": string;
                    "application/json": components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PHOTO_NOT_FOUND" | "RATE_LIMITED" | "SESSION_INVALID" | "VERIFICATION_NOT_FOUND";
                    };
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    takeReview: {
        parameters: {
            query?: never;
            header?: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReviewActBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Review"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REUSED" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID" | "VERIFICATION_CHANGED" | "VERIFICATION_DONE" | "VERIFICATION_NOT_FOUND" | "VERIFICATION_NOT_TAKEN" | "VERIFICATION_OWN" | "VERIFICATION_TAKEN";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    releaseReview: {
        parameters: {
            query?: never;
            header?: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReviewActBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Review"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REUSED" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID" | "VERIFICATION_CHANGED" | "VERIFICATION_DONE" | "VERIFICATION_NOT_FOUND" | "VERIFICATION_NOT_TAKEN" | "VERIFICATION_OWN" | "VERIFICATION_TAKEN";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    verifyIdentity: {
        parameters: {
            query?: never;
            header?: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReviewActBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Review"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REUSED" | "ID_NUMBER_USED" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID" | "VERIFICATION_CHANGED" | "VERIFICATION_DONE" | "VERIFICATION_NOT_FOUND" | "VERIFICATION_NOT_TAKEN" | "VERIFICATION_OWN" | "VERIFICATION_TAKEN";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    rejectVerification: {
        parameters: {
            query?: never;
            header?: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReviewRejectBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Review"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REUSED" | "NOTE_REQUIRED" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "REJECTION_REASON_REQUIRED" | "SESSION_INVALID" | "TEXT_TURNED" | "VERIFICATION_CHANGED" | "VERIFICATION_DONE" | "VERIFICATION_NOT_FOUND" | "VERIFICATION_NOT_TAKEN" | "VERIFICATION_OWN" | "VERIFICATION_TAKEN" | "WRONG_PART_REQUIRED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    listMembers: {
        parameters: {
            query?: {
                sort?: "createdAt" | "-createdAt";
                cursor?: string;
                limit?: string;
                q?: string;
                restriction?: "frozen" | "trading" | "withdrawal" | "closing" | "closed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Members"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readMemberDetail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["MemberDetail"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "MEMBER_NOT_FOUND" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    freezeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FreezeBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Nothing"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "ITEM_OWN" | "MEMBER_NOT_FOUND" | "NOTE_REQUIRED" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "REASON_REQUIRED" | "RESTRICTION_UNCHANGED" | "SESSION_INVALID" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    forbidMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForbidBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Nothing"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "ITEM_OWN" | "MEMBER_NOT_FOUND" | "NOTE_REQUIRED" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "REASON_REQUIRED" | "RESTRICTION_UNCHANGED" | "SESSION_INVALID" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    endMemberSessions: {
        parameters: {
            query?: {
                session?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Ended"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "MEMBER_NOT_FOUND" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID" | "SESSION_NOT_FOUND";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    writeMemberNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemberNoteBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Nothing"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "ITEM_OWN" | "MEMBER_NOT_FOUND" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    listOperatorOrders: {
        parameters: {
            query?: {
                q?: string;
                status?: string;
                reason?: string;
                product?: string;
                direction?: "up" | "down";
                wallet?: "practice" | "cash";
                stakeFrom?: string;
                stakeTo?: string;
                from?: string;
                to?: string;
                sort?: "acceptedAt" | "-acceptedAt";
                cursor?: string;
                limit?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorOrders"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "ORDERS_TOO_FAR" | "ORDERS_UNAVAILABLE" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readOperatorOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["IdField"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorOrder"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "ORDERS_UNAVAILABLE" | "ORDER_NOT_FOUND" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readOperatorReceipt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["IdField"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorReceipt"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "ORDERS_UNAVAILABLE" | "ORDER_NOT_FOUND" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    searchAll: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SearchBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Search"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "OPERATOR_LOGIN_UNFINISHED" | "ORDERS_UNAVAILABLE" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readLimitsOfMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Limits"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "MEMBER_NOT_FOUND" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readOwnDataOfMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OwnDataOfMember"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "MEMBER_NOT_FOUND" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readTrialBalance: {
        parameters: {
            query?: {
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["TrialBalance"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listBookTransfers: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: string;
                from?: string;
                to?: string;
                number?: string;
                line?: "funds" | "savings" | "invested" | "escrow" | "clearing" | "grants" | "fees" | "house" | "interest" | "rewards" | "manual" | "givenUp";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["BookTransfers"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "ORDERS_UNAVAILABLE" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listBookChecks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["BookChecks"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listOperatorDays: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorDays"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readOperatorDay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                date: components["schemas"]["DateField"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["DayReport"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "DAY_NOT_FOUND" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    signOperatorDay: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                date: components["schemas"]["DateField"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignDayBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["DayReport"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "DAY_CHANGED" | "DAY_CLOSED" | "DAY_NOT_FOUND" | "DAY_OPEN" | "DAY_SIGNED" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    listOperatorAlarms: {
        parameters: {
            query?: {
                state?: string;
                kind?: string;
                from?: string;
                to?: string;
                cursor?: string;
                limit?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorAlarms"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readOperatorAlarm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorAlarm"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "ALARM_NOT_FOUND" | "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    actOnAlarm: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlarmActBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorAlarm"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "ALARM_ACKNOWLEDGED" | "ALARM_NOT_FOUND" | "ALARM_TAKEN" | "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "NOTE_REQUIRED" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    listAlarmMessages: {
        parameters: {
            query?: {
                alarm?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["AlarmMessages"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    testAlarms: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NoFields"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["AlarmMessages"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "ALARM_CHANNELS_NONE" | "ALARM_TEST_SOON" | "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    listStatementAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["StatementAccounts"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    saveStatementAccount: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StatementAccountBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["StatementAccount"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID" | "STATEMENT_CHANNELS" | "STATEMENT_COLUMNS" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    listStatementFiles: {
        parameters: {
            query?: {
                account?: string;
                cursor?: string;
                limit?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["StatementFiles"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    importStatements: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["StatementFileBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["StatementImported"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IMAGE_TOO_LARGE" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID" | "STATEMENT_ACCOUNT" | "STATEMENT_ACCOUNT_NOT_FOUND" | "STATEMENT_AMOUNT" | "STATEMENT_BALANCE" | "STATEMENT_COLUMNS" | "STATEMENT_CURRENCY" | "STATEMENT_DATE" | "STATEMENT_EMPTY" | "STATEMENT_FILE_REQUIRED" | "STATEMENT_INVALID" | "STATEMENT_KNOWN" | "STATEMENT_MISSING" | "STATEMENT_OVERLAPS" | "STATEMENT_STEP" | "STATEMENT_TOO_LARGE" | "STATEMENT_UNREADABLE" | "STATEMENT_VERSION" | "UPLOAD_INCOMPLETE";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readStatementFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["IdField"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                    "application/json": components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "NOT_FOUND" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    };
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listStatementEntries: {
        parameters: {
            query?: {
                account?: string;
                state?: string;
                thing?: components["schemas"]["IdField"];
                q?: string;
                from?: components["schemas"]["DateField"];
                to?: components["schemas"]["DateField"];
                cursor?: string;
                limit?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["StatementEntries"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readStatementEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["IdField"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["StatementEntry"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID" | "STATEMENT_ENTRY_NOT_FOUND";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    matchStatementEntry: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                id: components["schemas"]["IdField"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StatementMatchBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["StatementEntry"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID" | "STATEMENT_ENTRY_NOT_FOUND" | "STATEMENT_MATCHED" | "STATEMENT_UNEQUAL";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    explainStatementEntry: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                id: components["schemas"]["IdField"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StatementExplainBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["StatementEntry"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "NOTE_REQUIRED" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID" | "STATEMENT_ENTRY_NOT_FOUND" | "STATEMENT_MATCHED" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    undoStatementMatch: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                id: components["schemas"]["IdField"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NoFields"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["StatementEntry"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID" | "STATEMENT_ENTRY_NOT_FOUND" | "STATEMENT_OPEN";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    listUnprovedThings: {
        parameters: {
            query?: {
                account?: string;
                from?: components["schemas"]["DateField"];
                to?: components["schemas"]["DateField"];
                cursor?: string;
                limit?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["StatementThings"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readStatementDay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                date: components["schemas"]["DateField"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["StatementDay"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readOverview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Overview"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readSiteState: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["SiteState"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listAdjustments: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: string;
                status?: string;
                member?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Adjustments"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    proposeAdjustment: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdjustmentBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Adjustment"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "AMOUNT_INVALID" | "AMOUNT_REQUIRED" | "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "ITEM_OWN" | "MEMBER_NOT_FOUND" | "NOTE_REQUIRED" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "REASON_REQUIRED" | "SESSION_INVALID" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readAdjustment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Adjustment"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "ADJUSTMENT_NOT_FOUND" | "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    decideAdjustment: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProposalDecisionBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Adjustment"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "ADJUSTMENT_NOT_FOUND" | "ADJUSTMENT_STATE_CHANGED" | "AVAILABLE_INSUFFICIENT" | "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "ITEM_OWN" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "REASON_REQUIRED" | "SECOND_OPERATOR_NEEDED" | "SESSION_INVALID" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    withdrawAdjustment: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WithdrawProposalBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Adjustment"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "ADJUSTMENT_NOT_FOUND" | "ADJUSTMENT_STATE_CHANGED" | "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "ITEM_OWN" | "MAKER_ONLY" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    listProjects: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorInvest"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listInvestChanges: {
        parameters: {
            query?: {
                status?: string;
                kind?: "project" | "savingsRate";
                cursor?: string;
                limit?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["InvestChanges"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readInvestChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["IdField"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["InvestChange"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID" | "TERMS_CHANGE_NOT_FOUND";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    decideInvestChange: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                id: components["schemas"]["IdField"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProposalDecisionBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["InvestChange"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "ITEM_OWN" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "REASON_REQUIRED" | "SECOND_OPERATOR_NEEDED" | "SESSION_INVALID" | "TERMS_CHANGE_DECIDED" | "TERMS_CHANGE_NOT_FOUND" | "TERMS_CHANGE_OLD" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    withdrawInvestChange: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                id: components["schemas"]["IdField"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WithdrawProposalBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["InvestChange"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "ITEM_OWN" | "MAKER_ONLY" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID" | "TERMS_CHANGE_DECIDED" | "TERMS_CHANGE_NOT_FOUND";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    listHoldings: {
        parameters: {
            query?: {
                status?: string;
                projectId?: components["schemas"]["IdField"];
                member?: string;
                cursor?: string;
                limit?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorHoldings"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listEndsOfDay: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["EndOfDayReports"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readLiabilities: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Liabilities"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    proposeProject: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProjectChangeBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["InvestChange"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "AMOUNT_INVALID" | "AMOUNT_REQUIRED" | "AMOUNT_TOO_PRECISE" | "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PROJECT_NOT_FOUND" | "RATE_LIMITED" | "REASON_REQUIRED" | "SESSION_INVALID" | "TERMS_CHANGE_OLD" | "TERMS_CHANGE_OPEN" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    proposeRate: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RateChangeBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["InvestChange"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "REASON_REQUIRED" | "SESSION_INVALID" | "TERMS_CHANGE_OPEN" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readTerms: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Terms"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listTermsChanges: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: string;
                status?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["TermsChanges"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    proposeTermsChange: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TermsChangeBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["TermsChange"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "AMOUNT_INVALID" | "AMOUNT_REQUIRED" | "BODY_INVALID" | "BODY_TOO_LARGE" | "CHANNEL_ADDRESS_CASE" | "CHANNEL_ADDRESS_INVALID" | "CHANNEL_ADDRESS_NOBODY" | "CHANNEL_ADDRESS_TOKEN" | "CHANNEL_DETAIL_REQUIRED" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "REASON_REQUIRED" | "SESSION_INVALID" | "TERMS_CHANGE_OLD" | "TERMS_CHANGE_OPEN" | "TERMS_UNCHANGED" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readTermsChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["TermsChange"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID" | "TERMS_CHANGE_NOT_FOUND";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    decideTermsChange: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProposalDecisionBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["TermsChange"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "ITEM_OWN" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "REASON_REQUIRED" | "SECOND_OPERATOR_NEEDED" | "SESSION_INVALID" | "TERMS_CHANGE_DECIDED" | "TERMS_CHANGE_NOT_FOUND" | "TERMS_CHANGE_OLD" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    withdrawTermsChange: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WithdrawProposalBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["TermsChange"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "ITEM_OWN" | "MAKER_ONLY" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID" | "TERMS_CHANGE_DECIDED" | "TERMS_CHANGE_NOT_FOUND";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    listTexts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorTexts"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listTextVersions: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: string;
            };
            header?: never;
            path: {
                slug: "agreement" | "privacy" | "rules" | "risk" | "about" | "fairness";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorTextVersions"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listTextChanges: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: string;
                status?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["TextChanges"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    proposeText: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TextChangeBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["TextChange"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "REASON_REQUIRED" | "SESSION_INVALID" | "TERMS_CHANGE_OLD" | "TERMS_CHANGE_OPEN" | "TERMS_UNCHANGED" | "TEXT_FORM_INVALID" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readTextChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["TextChange"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID" | "TERMS_CHANGE_NOT_FOUND";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    decideTextChange: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProposalDecisionBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["TextChange"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "ITEM_OWN" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "REASON_REQUIRED" | "SECOND_OPERATOR_NEEDED" | "SESSION_INVALID" | "TERMS_CHANGE_DECIDED" | "TERMS_CHANGE_NOT_FOUND" | "TERMS_CHANGE_OLD" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    withdrawTextChange: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WithdrawProposalBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["TextChange"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "ITEM_OWN" | "MAKER_ONLY" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID" | "TERMS_CHANGE_DECIDED" | "TERMS_CHANGE_NOT_FOUND";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    listFactorReleases: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: string;
                status?: string;
                member?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["FactorReleases"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    proposeFactorRelease: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FactorReleaseBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["FactorRelease"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "ITEM_OWN" | "MEMBER_NOT_FOUND" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "REASON_REQUIRED" | "RELEASE_NO_FACTOR" | "RELEASE_OPEN" | "SESSION_INVALID" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readFactorRelease: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["FactorRelease"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "RELEASE_NOT_FOUND" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    decideFactorRelease: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProposalDecisionBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["FactorRelease"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "ITEM_OWN" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "REASON_REQUIRED" | "RELEASE_NOT_FOUND" | "RELEASE_NO_FACTOR" | "RELEASE_STATE_CHANGED" | "SECOND_OPERATOR_NEEDED" | "SESSION_INVALID" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    withdrawFactorRelease: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WithdrawProposalBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["FactorRelease"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "ITEM_OWN" | "MAKER_ONLY" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "RELEASE_NOT_FOUND" | "RELEASE_STATE_CHANGED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    stopFactorRelease: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FactorReleaseStopBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["FactorRelease"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "ITEM_OWN" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "REASON_REQUIRED" | "RELEASE_NOT_FOUND" | "RELEASE_STATE_CHANGED" | "SESSION_INVALID" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    listMarks: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: string;
                kind?: string;
                member?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Marks"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listMarkReleases: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: string;
                status?: string;
                member?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["MarkReleases"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    proposeMarkRelease: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MarkReleaseBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["MarkRelease"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "ITEM_OWN" | "MARK_NOT_HELD" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "REASON_REQUIRED" | "RELEASE_OPEN" | "SESSION_INVALID" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readMarkRelease: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["MarkRelease"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "RELEASE_NOT_FOUND" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    decideMarkRelease: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProposalDecisionBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["MarkRelease"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "ITEM_OWN" | "MARK_IN_USE" | "MARK_NOT_HELD" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "REASON_REQUIRED" | "RELEASE_NOT_FOUND" | "RELEASE_STATE_CHANGED" | "SECOND_OPERATOR_NEEDED" | "SESSION_INVALID" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    withdrawMarkRelease: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WithdrawProposalBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["MarkRelease"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "ITEM_OWN" | "MAKER_ONLY" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "RELEASE_NOT_FOUND" | "RELEASE_STATE_CHANGED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    listOperatorProducts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorProducts"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listOperatorStops: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: string;
                product?: components["schemas"]["ProductCodeField"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["ConsoleProductsStopsView"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PRODUCT_NOT_FOUND" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    stopOrders: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StopBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Stop"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "NOTE_REQUIRED" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PRODUCT_NOT_FOUND" | "RATE_LIMITED" | "SESSION_INVALID" | "STOP_OPEN" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readExposure: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Exposure"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listResumptions: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: string;
                status?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Resumptions"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    proposeResumption: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResumptionBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Resumption"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "REASON_REQUIRED" | "RESUMPTION_OPEN" | "SESSION_INVALID" | "STOP_ENDED" | "STOP_NOT_FOUND" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readResumption: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Resumption"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "RESUMPTION_NOT_FOUND" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    decideResumption: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProposalDecisionBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Resumption"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "ITEM_OWN" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "REASON_REQUIRED" | "RESUMPTION_DECIDED" | "RESUMPTION_NOT_FOUND" | "SECOND_OPERATOR_NEEDED" | "SESSION_INVALID" | "STOP_ENDED" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    withdrawResumption: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WithdrawProposalBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Resumption"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "ITEM_OWN" | "MAKER_ONLY" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "RESUMPTION_DECIDED" | "RESUMPTION_NOT_FOUND" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    listProductTermsChanges: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: string;
                status?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["ProductTermsChanges"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    proposeProductTerms: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductTermsBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["ProductTermsChange"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "AMOUNT_INVALID" | "AMOUNT_REQUIRED" | "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PRODUCT_NOT_FOUND" | "RATE_LIMITED" | "REASON_REQUIRED" | "SESSION_INVALID" | "SITE_LIMITS_FULL" | "TERMS_BOUNDS" | "TERMS_CHANGE_OLD" | "TERMS_CHANGE_OPEN" | "TERMS_UNCHANGED" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readProductTermsChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["ProductTermsChange"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID" | "TERMS_CHANGE_NOT_FOUND";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    decideProductTermsChange: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProposalDecisionBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["ProductTermsChange"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "ITEM_OWN" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "REASON_REQUIRED" | "SECOND_OPERATOR_NEEDED" | "SESSION_INVALID" | "SITE_LIMITS_FULL" | "TERMS_CHANGE_DECIDED" | "TERMS_CHANGE_NOT_FOUND" | "TERMS_CHANGE_OLD" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    withdrawProductTermsChange: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WithdrawProposalBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["ProductTermsChange"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "ITEM_OWN" | "MAKER_ONLY" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID" | "TERMS_CHANGE_DECIDED" | "TERMS_CHANGE_NOT_FOUND";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readSiteSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["SiteSettings"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listSiteChanges: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: string;
                status?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["SiteChanges"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    proposeSiteChange: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SiteChangeBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["SiteChange"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "AMOUNT_INVALID" | "AMOUNT_REQUIRED" | "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "EMAIL_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "REASON_REQUIRED" | "SESSION_INVALID" | "SITE_CHANGE_OLD" | "SITE_COLOUR_DARK" | "SITE_COLOUR_LABEL" | "SITE_COLOUR_LIGHT" | "SITE_FIXED" | "SITE_LIMITS_ORDER" | "SITE_LIMITS_SHARED" | "SITE_LOGO_UNKNOWN" | "SITE_WINDOW_LONG" | "SITE_WINDOW_NOTICE" | "SITE_WINDOW_ORDER" | "TERMS_CHANGE_OPEN" | "TERMS_UNCHANGED" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readSiteChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["SiteChange"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID" | "TERMS_CHANGE_NOT_FOUND";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    decideSiteChange: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProposalDecisionBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["SiteChange"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "ITEM_OWN" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "REASON_REQUIRED" | "SECOND_OPERATOR_NEEDED" | "SESSION_INVALID" | "SITE_CHANGE_OLD" | "SITE_FIXED" | "SITE_LIMITS_SHARED" | "SITE_WINDOW_LONG" | "SITE_WINDOW_NOTICE" | "SITE_WINDOW_ORDER" | "TERMS_CHANGE_DECIDED" | "TERMS_CHANGE_NOT_FOUND" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    withdrawSiteChange: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WithdrawProposalBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["SiteChange"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "ITEM_OWN" | "MAKER_ONLY" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID" | "TERMS_CHANGE_DECIDED" | "TERMS_CHANGE_NOT_FOUND";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    listProductChanges: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: string;
                status?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["ProductChanges"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    proposeProductChange: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductChangeBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["ProductChange"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "AMOUNT_INVALID" | "AMOUNT_REQUIRED" | "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PRODUCT_BOUNDS" | "PRODUCT_CHANGE_OLD" | "PRODUCT_CHANGE_OPEN" | "PRODUCT_EXISTS" | "PRODUCT_NOT_FOUND" | "PRODUCT_SOURCES_FEW" | "PRODUCT_SOURCES_UNTRIED" | "PRODUCT_UNCHANGED" | "RATE_LIMITED" | "REASON_REQUIRED" | "SESSION_INVALID" | "SITE_LIMITS_FULL" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readProductChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["ProductChange"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PRODUCT_CHANGE_NOT_FOUND" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    decideProductChange: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProposalDecisionBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["ProductChange"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "ITEM_OWN" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PRODUCT_CHANGE_DECIDED" | "PRODUCT_CHANGE_NOT_FOUND" | "PRODUCT_CHANGE_OLD" | "RATE_LIMITED" | "REASON_REQUIRED" | "SECOND_OPERATOR_NEEDED" | "SESSION_INVALID" | "SITE_LIMITS_FULL" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    withdrawProductChange: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WithdrawProposalBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["ProductChange"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "ITEM_OWN" | "MAKER_ONLY" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PRODUCT_CHANGE_DECIDED" | "PRODUCT_CHANGE_NOT_FOUND" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    trySources: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SourceTrialBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["SourceTrial"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PRODUCT_BOUNDS" | "RATE_LIMITED" | "SESSION_INVALID" | "SOURCE_TRIALS_MANY" | "SOURCE_TRIAL_OPEN";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readSourceTrial: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["SourceTrial"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID" | "SOURCE_TRIAL_NOT_FOUND";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listStaffChanges: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: string;
                status?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["StaffChanges"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    proposeStaffChange: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StaffChangeBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["StaffChange"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "ADDRESS_RANGE_INVALID" | "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "ITEM_OWN" | "LAST_OWNER" | "MORE_THAN_HELD" | "OPERATOR_LOGIN_UNFINISHED" | "OPERATOR_NAME_TAKEN" | "OPERATOR_NOT_FOUND" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "REASON_REQUIRED" | "ROLE_UNKNOWN" | "SESSION_INVALID" | "STAFF_CHANGE_OPEN" | "STAFF_UNCHANGED" | "TEXT_TURNED" | "USERNAME_ILLEGAL";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readStaffChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["StaffChange"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID" | "STAFF_CHANGE_NOT_FOUND";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    decideStaffChange: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProposalDecisionBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["StaffChange"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "ITEM_OWN" | "LAST_OWNER" | "MORE_THAN_HELD" | "OPERATOR_LOGIN_UNFINISHED" | "OPERATOR_NAME_TAKEN" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "REASON_REQUIRED" | "ROLE_UNKNOWN" | "SECOND_OPERATOR_NEEDED" | "SESSION_INVALID" | "STAFF_CHANGE_DECIDED" | "STAFF_CHANGE_NOT_FOUND" | "STAFF_CHANGE_OLD" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    withdrawStaffChange: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WithdrawProposalBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["StaffChange"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "ITEM_OWN" | "MAKER_ONLY" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID" | "STAFF_CHANGE_DECIDED" | "STAFF_CHANGE_NOT_FOUND";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    makeInvitationLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NoFields"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["InvitationLink"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "INVITATION_OVER" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readInvitationCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NoFields"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["InvitationCode"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "INVITATION_OVER" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    endInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NoFields"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Nothing"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "INVITATION_OVER" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    listStaff: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Staff"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    endSessionsOfOperator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["EndedSessions"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "OPERATOR_NOT_FOUND" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    letOperatorLeave: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LeaveBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Nothing"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "LAST_OWNER" | "MORE_THAN_HELD" | "OPERATOR_LOGIN_UNFINISHED" | "OPERATOR_NOT_FOUND" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "REASON_REQUIRED" | "SESSION_INVALID" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    leaveStaff: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LeaveBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Nothing"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "LAST_OWNER" | "OPERATOR_LOGIN_UNFINISHED" | "OPERATOR_NOT_FOUND" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "REASON_REQUIRED" | "SESSION_INVALID" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    listRoleChanges: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: string;
                status?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["RoleChanges"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    proposeRoleChange: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RoleChangeBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["RoleChange"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "MORE_THAN_HELD" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "REASON_REQUIRED" | "ROLE_HELD" | "ROLE_UNKNOWN" | "SESSION_INVALID" | "STAFF_CHANGE_OLD" | "STAFF_CHANGE_OPEN" | "STAFF_UNCHANGED" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readRoleChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["RoleChange"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID" | "STAFF_CHANGE_NOT_FOUND";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    decideRoleChange: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProposalDecisionBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["RoleChange"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "ITEM_OWN" | "MORE_THAN_HELD" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "REASON_REQUIRED" | "ROLE_HELD" | "SECOND_OPERATOR_NEEDED" | "SESSION_INVALID" | "STAFF_CHANGE_DECIDED" | "STAFF_CHANGE_NOT_FOUND" | "STAFF_CHANGE_OLD" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    withdrawRoleChange: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WithdrawProposalBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["RoleChange"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "ITEM_OWN" | "MAKER_ONLY" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID" | "STAFF_CHANGE_DECIDED" | "STAFF_CHANGE_NOT_FOUND";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    listRoles: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Roles"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    uploadLogo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["SiteLogoBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["SiteLogo"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IMAGE_HEIC" | "IMAGE_INVALID" | "IMAGE_REQUIRED" | "IMAGE_TOO_DETAILED" | "IMAGE_TOO_LARGE" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID" | "SITE_LOGO_SIZE" | "UPLOAD_INCOMPLETE" | "UPLOAD_LIMIT_REACHED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readOwnLogo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": string;
                    "application/json": components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "NOT_FOUND" | "RATE_LIMITED";
                    };
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readUploadedLogo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": string;
                    "application/json": components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "NOT_FOUND" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED";
                    };
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listInvitations: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: string;
                status?: string;
                member?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorInvitations"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listConversations: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: string;
                queue?: "unassigned" | "mine" | "all" | "closed";
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Conversations"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listConversationMessages: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["ConversationMessages"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "CONVERSATION_NOT_FOUND" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    answerConversation: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnswerBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Nothing"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "CONVERSATION_CHANGED" | "CONVERSATION_NOT_FOUND" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "ITEM_OWN" | "ITEM_TAKEN" | "MESSAGE_INVALID" | "MESSAGE_REQUIRED" | "MESSAGE_TOO_LONG" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    listSupportOperators: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["SupportOperators"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    markConversationRead: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OperatorReadBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Nothing"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "CONVERSATION_NOT_FOUND" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "ITEM_OWN" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    assignConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssignBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Nothing"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "CONVERSATION_CHANGED" | "CONVERSATION_NOT_FOUND" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "ITEM_OWN" | "ITEM_TAKEN" | "OPERATOR_LOGIN_UNFINISHED" | "OPERATOR_NOT_SUPPORT" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    takeConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConversationActBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Nothing"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "CONVERSATION_CHANGED" | "CONVERSATION_NOT_FOUND" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "ITEM_OWN" | "ITEM_TAKEN" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    closeConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConversationActBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Nothing"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "CONVERSATION_CHANGED" | "CONVERSATION_NOT_FOUND" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "ITEM_OWN" | "ITEM_TAKEN" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    reopenConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConversationActBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Nothing"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "CONVERSATION_CHANGED" | "CONVERSATION_NOT_FOUND" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "ITEM_OWN" | "ITEM_TAKEN" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readConversationPicture: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                file: components["schemas"]["IdField"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": string;
                    "application/json": components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "CONVERSATION_NOT_FOUND" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PHOTO_NOT_FOUND" | "RATE_LIMITED" | "SESSION_INVALID";
                    };
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listCannedAnswers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["CannedList"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    saveCannedAnswer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["IdField"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CannedBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Nothing"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "CONVERSATION_CHANGED" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "MESSAGE_INVALID" | "MESSAGE_REQUIRED" | "MESSAGE_TOO_LONG" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readSupportHours: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Hours"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    changeSupportHours: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HoursBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Hours"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "CONVERSATION_CHANGED" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SERVICE_HOURS_INVALID" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    listMembersComplaints: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: string;
                queue?: "open" | "late" | "ended" | "all";
                topic?: "order" | "deposit" | "withdrawal" | "account" | "service" | "other";
                member?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorComplaints"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    recordComplaint: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecordComplaintBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorComplaint"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "DEPOSIT_NOT_FOUND" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "MEMBER_ERASED" | "MEMBER_NOT_FOUND" | "MESSAGE_INVALID" | "MESSAGE_NOT_FOUND" | "MESSAGE_REQUIRED" | "MESSAGE_TOO_LONG" | "OPERATOR_LOGIN_UNFINISHED" | "ORDERS_UNAVAILABLE" | "ORDER_NOT_FOUND" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID" | "TEXT_TURNED" | "WITHDRAWAL_NOT_FOUND";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readComplaint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorComplaint"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "COMPLAINT_NOT_FOUND" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readComplaintFigures: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["ComplaintFigures"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    takeComplaint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NoFields"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorComplaint"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "COMPLAINT_ENDED" | "COMPLAINT_NOT_FOUND" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    askAboutComplaint: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AskComplaintBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorComplaint"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "COMPLAINT_ENDED" | "COMPLAINT_NOT_FOUND" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "ITEM_TAKEN" | "MESSAGE_INVALID" | "MESSAGE_REQUIRED" | "MESSAGE_TOO_LONG" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    answerComplaint: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnswerComplaintBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorComplaint"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "COMPLAINT_ENDED" | "COMPLAINT_NOT_FOUND" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "ITEM_TAKEN" | "MESSAGE_INVALID" | "MESSAGE_REQUIRED" | "MESSAGE_TOO_LONG" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readReportFigures: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["ReportFigures"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "REPORT_TOO_OLD" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listOperatorNotices: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: string;
                category?: "system" | "activity" | "trading" | "maintenance";
                state?: string;
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorNotices"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    makeNotice: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NoticeBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorNotice"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "NOTICE_MARKUP_WRONG" | "NOTICE_TEXT_TOO_LONG" | "NOTICE_UNTIL_WRONG" | "NOTICE_WINDOW_REQUIRED" | "NOTICE_WINDOW_WRONG" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readOperatorNotice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["IdField"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorNotice"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "NOTICE_NOT_FOUND" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    changeNotice: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                id: components["schemas"]["IdField"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NoticeBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorNotice"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "NOTICE_CHANGED" | "NOTICE_MARKUP_WRONG" | "NOTICE_NOT_FOUND" | "NOTICE_TEXT_TOO_LONG" | "NOTICE_UNTIL_WRONG" | "NOTICE_WINDOW_REQUIRED" | "NOTICE_WINDOW_WRONG" | "NOTICE_WITHDRAWN" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    listNoticeVersions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["IdField"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["NoticeVersions"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "NOTICE_NOT_FOUND" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    withdrawNotice: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                id: components["schemas"]["IdField"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WithdrawNoticeBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorNotice"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "NOTICE_CHANGED" | "NOTICE_NOT_FOUND" | "NOTICE_WITHDRAWN" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "REASON_REQUIRED" | "SESSION_INVALID" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    listOperatorBanners: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: string;
                state?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorBanners"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    makeBanner: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BannerBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorBanner"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BANNER_TARGET_WRONG" | "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "NOTICE_TEXT_TOO_LONG" | "NOTICE_UNTIL_WRONG" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readOperatorBanner: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["IdField"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorBanner"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BANNER_NOT_FOUND" | "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    changeBanner: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                id: components["schemas"]["IdField"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BannerBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorBanner"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BANNER_NOT_FOUND" | "BANNER_TARGET_WRONG" | "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "NOTICE_CHANGED" | "NOTICE_TEXT_TOO_LONG" | "NOTICE_UNTIL_WRONG" | "NOTICE_WITHDRAWN" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    withdrawBanner: {
        parameters: {
            query?: never;
            header: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key": string;
            };
            path: {
                id: components["schemas"]["IdField"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WithdrawNoticeBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["OperatorBanner"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BANNER_NOT_FOUND" | "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "NOTICE_CHANGED" | "NOTICE_WITHDRAWN" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "REASON_REQUIRED" | "SESSION_INVALID" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    listPracticeCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["PracticeCodes"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FORBIDDEN" | "NOT_FOUND" | "OPERATOR_LOGIN_UNFINISHED" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readCounters: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Counters"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "OPERATOR_LOGIN_UNFINISHED" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listAudit: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: string;
                from?: string;
                to?: string;
                actor?: string;
                command?: string;
                subjectType?: string;
                subjectId?: string;
                sort?: "at" | "-at";
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["Audit"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    checkAudit: {
        parameters: {
            query?: {
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        msg: string;
                        data: components["schemas"]["AuditCheck"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "CONSOLE_AWAY" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    exportList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExportBody"];
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                    "application/json": components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONSOLE_AWAY" | "EXPORT_RUNNING" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "FORBIDDEN" | "OPERATOR_LOGIN_UNFINISHED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "REPORT_TOO_OLD" | "SESSION_INVALID";
                    };
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
}
