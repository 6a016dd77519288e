/* Generated from packages/sdk/openapi by `npm run sdk`. Do not change it by hand. */

export interface paths {
    "/api/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The frames of the live connection for a client whose network allows no WebSocket; waits for the next ones. */
        post: operations["fetchLive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/index/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every version of what the site says to members: its name, who may join, when it rests; newest first. */
        get: operations["listSiteVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/index/logo/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A logo of the site, named by the SHA-256 of its bytes. */
        get: operations["readLogo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/content/pages/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A text of the site in the version that is in force, or in a named one. */
        get: operations["readPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/content/pages/{slug}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The published versions of a text, newest first. */
        get: operations["listPageVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/agreements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the member agreed to, and what still waits for it. */
        get: operations["readAgreements"];
        put?: never;
        /** Agrees to a version of a text. */
        post: operations["agree"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Messages to the member, newest first. */
        get: operations["listMemberMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/messages/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Marks a message and all older ones as read. */
        post: operations["markMemberMessagesRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/content/notices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Announcements, pinned ones first. */
        get: operations["listNotices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/content/notices/now": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The announcements that are shown now, and how many are unread. */
        get: operations["readNoticesNow"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/content/notices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One announcement. */
        get: operations["readNotice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/content/notices/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Marks all announcements as read. */
        post: operations["readAllNotices"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/content/notices/{id}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Marks an announcement as read. */
        post: operations["markNoticeRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/content/maintenance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The maintenance that is announced or under way. */
        get: operations["readMaintenance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/content/banners": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The banners of the home screen. */
        get: operations["listBanners"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/index/getconf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What a client must know of the site before anyone logs in. */
        get: operations["readSiteConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/login/puzzle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A puzzle for a form of a stranger. */
        get: operations["readPuzzle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/captchaImage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A picture with a code, where the site asks for one. */
        get: operations["readCaptcha"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/login/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Logs in by name and password; a member with a second factor gets a challenge. */
        post: operations["logIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/index/registration-check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Whether a username is free and an invite code valid, before registration. */
        post: operations["checkRegistration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/login/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Registers a member and logs in. */
        post: operations["register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/login/factor/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What a passkey signs as the second step of a login. */
        post: operations["readLoginFactorOptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/login/factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The second step of a login. */
        post: operations["logInWithFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/login/password/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends a code to the phone of an account. The answer is the same when there is none. */
        post: operations["askForPasswordCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/login/password/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sets a login password with a code, and ends all sessions of the member. */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/index/userInfo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Name, picture, roles and permissions of the member, and the public id of the session. */
        get: operations["readUserInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the member said of themselves, masked, and how their screen looks. */
        get: operations["readProfile"];
        /** Writes the fields that are sent; the rest of the profile stays. */
        put: operations["saveProfile"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ends the session that calls. */
        post: operations["logOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The sessions of the member, newest first. */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /** Ends all other sessions of the member. */
        delete: operations["endOtherSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Ends another session of the member. */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/market/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All products with their newest prices. */
        get: operations["listProducts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/market/products/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One product with its terms and newest price. */
        get: operations["readProduct"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/market/products/{code}/candles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Candles of an interval, oldest first. */
        get: operations["listCandles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/market/products/{code}/ticks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Ticks by their numbers. */
        get: operations["listTicks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/market/products/{code}/terms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All published terms of a product, as documents. */
        get: operations["listTerms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/market/products/{code}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** When a product trades, in these days. */
        get: operations["readSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/market/products/{code}/stops": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** When operators stopped new orders of a product, and why. */
        get: operations["listStops"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/market/products/{code}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What a product was, version by version: its names, where its prices come from, when it trades, and whether it is offered. */
        get: operations["listVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/market/checkpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Signed heads of the price chains, and all public keys. */
        get: operations["listCheckpoints"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/log/checkpoint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The newest signed head of the order log. */
        get: operations["readLogCheckpoint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/log/witnesses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who cosigns the heads of the order log, and the newest head of each. */
        get: operations["listLogWitnesses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/log/policy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The keys of the site and its witnesses as a policy file (C2SP tlog-policy). */
        get: operations["readLogPolicy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/log/openings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What entries of the order log are, once they are opened. */
        get: operations["listLogOpenings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/log/tile/*": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getApiLogTile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/log/time-stamps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Heads of the order log that an authority time-stamped. */
        get: operations["listLogTimeStamps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/market/products/{code}/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What each source said of some ticks. */
        get: operations["listTickSources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/market/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How old the last price of each source is. */
        get: operations["listPriceSources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/market/simulator-seeds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Seeds of simulated prices that are used no more. */
        get: operations["listSimulatorSeeds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/market/fairness": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The results of all orders in figures. */
        get: operations["readFairness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/market/fairness/voids": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How many orders were void, by product and hour, and how many of them would have won. */
        get: operations["readFairnessVoids"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/market/fairness/months": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What each month gave back of what was staked, and how many accounts lost. */
        get: operations["listFairnessMonths"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/market/fairness/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The accounts behind the figures of a month, without names. */
        get: operations["listFairnessAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/market/fairness/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The orders behind the figures of a date, without names. */
        get: operations["listFairnessOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/index/member": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What is invested, and what two business dates earned. */
        get: operations["readMember"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/money": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The member's money. */
        get: operations["readMoney"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/wallet/balance-line": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The total at the end of each business date. */
        get: operations["readBalanceLine"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/wallet/practice/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Gives the practice wallet its first amount again. */
        post: operations["resetPractice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/wallet/earnings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the member earned on one business date. */
        get: operations["readEarnings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/wallet/transfers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The statement, newest first, as JSON or as a file: CSV, or PDF with the oldest line first. */
        get: operations["listTransfers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/wallet/deposit-channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The ways to pay in. */
        get: operations["listDepositChannels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/wallet/deposits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The member's deposits, newest first, with their sums. */
        get: operations["listDeposits"];
        put?: never;
        /** Begins a deposit. */
        post: operations["makeDeposit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/wallet/deposits/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One deposit. */
        get: operations["readDeposit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/wallet/deposits/{id}/paid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Says that a deposit was paid, with its proof. */
        post: operations["tellDepositPaid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/wallet/deposits/{id}/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The picture that proves a payment. */
        get: operations["readDepositProof"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/wallet/deposits/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancels a deposit that was not paid. */
        post: operations["cancelDeposit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/wallet/withdrawal-terms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The rules of a withdrawal, and what the member may withdraw now. */
        get: operations["readWithdrawalTerms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/wallet/withdrawals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The member's withdrawals, newest first, with their sums. */
        get: operations["listWithdrawals"];
        put?: never;
        /** Asks for a withdrawal to the member's bank card. */
        post: operations["makeWithdrawal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/wallet/withdrawals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One withdrawal. */
        get: operations["readWithdrawal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/wallet/withdrawals/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancels a withdrawal that nobody has taken. */
        post: operations["cancelWithdrawal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/wallet/withdrawals/{id}/lock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Locks a withdrawal that nobody has taken, so that it cannot be cancelled any more. */
        post: operations["lockWithdrawal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/wallet/withdrawal-waits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How long withdrawals have taken. */
        get: operations["readWithdrawalWaits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/invite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The member's invitation code, and what its rewards need. */
        get: operations["readInvite"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invest/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The projects that are shown. */
        get: operations["listProjects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invest/projects/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One project. */
        get: operations["readProject"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invest/projects/{id}/quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What an amount would earn in a project. */
        get: operations["readQuote"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invest/agreements/{code}/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The text of a project's agreement. */
        get: operations["readAgreement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invest/holdings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The member's holdings, newest first; with `key` the one that was bought with this Idempotency-Key. */
        get: operations["listHoldings"];
        put?: never;
        /** Invests an amount in a project. */
        post: operations["buyHolding"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invest/holdings/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One holding with its interest. */
        get: operations["readHolding"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invest/holdings/{id}/redemption": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What a redemption now would credit. */
        get: operations["readRedemption"];
        put?: never;
        /** Redeems a holding early. */
        post: operations["redeemHolding"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invest/holdings/{id}/rollover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Says whether a holding goes on at its end. */
        post: operations["rollOver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invest/savings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The member's savings, their rate and interest. */
        get: operations["readSavings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invest/savings/transfers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The statement of savings, newest first. */
        get: operations["listSavingsTransfers"];
        put?: never;
        /** Moves money into savings or out of them. */
        post: operations["moveSavings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invest/savings/auto": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Says whether what is idle is saved at the end of the day. */
        put: operations["setAutoSave"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invest/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What is invested and saved, and what it earned. */
        get: operations["readInvestSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/practice-payment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The page of a practice site on which nothing is paid. */
        get: operations["showPracticePayment"];
        put?: never;
        /** Pretends that a payment was made or failed, and leads back to the deposit. */
        post: operations["payPractice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/support/service": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** When customer service answers, and how. */
        get: operations["readService"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/support/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The member's conversation, newest message first. */
        get: operations["listMessages"];
        put?: never;
        /** Writes a message to customer service. */
        post: operations["sendMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/support/messages/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Marks the answers up to one as read. */
        post: operations["markMessagesRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/support/pictures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends a picture to customer service. */
        post: operations["sendPicture"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/support/pictures/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A picture of the conversation. */
        get: operations["readPicture"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/support/complaints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The member's complaints with their steps, newest first. */
        get: operations["listComplaints"];
        put?: never;
        /** Makes a complaint: it has a number, and is answered within fifteen business days. */
        post: operations["openComplaint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/support/complaints/{id}/replies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Adds words to a complaint that is open. */
        post: operations["replyToComplaint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/support/complaints/{id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Takes a complaint back. */
        post: operations["withdrawComplaint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/support/visitor/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The conversation of a visitor. */
        get: operations["listVisitorMessages"];
        put?: never;
        /** Writes to customer service as a visitor. */
        post: operations["sendVisitorMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/support/visitor/messages/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Marks the answers to a visitor as read. */
        post: operations["markVisitorMessagesRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/support/visitor/join": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Takes a visitor's conversation along into the account. */
        post: operations["joinVisitor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/market/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The member's price alerts and reminders. */
        get: operations["listAlerts"];
        put?: never;
        /** Asks to be told when a price is reached. */
        post: operations["makeAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/market/alerts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Takes a price alert back. */
        delete: operations["removeAlert"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/market/reminders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Asks to be told when a market opens. */
        post: operations["makeReminder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/market/reminders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Takes a reminder back. */
        delete: operations["removeReminder"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/first-run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How far a newcomer came with the guide to the first practice order. */
        get: operations["readFirstRun"];
        /** Keeps the step of the guide for all devices of the member. */
        put: operations["keepFirstRun"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/security": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What changed in the account, and who logged in. */
        get: operations["readSecurity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/security/seen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The member has seen the alerts up to this event. */
        post: operations["markSecuritySeen"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Changes the login password, and ends the other sessions. */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/withdraw-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Changes the withdraw password. */
        post: operations["changeWithdrawPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends a code to the phone of the member. */
        post: operations["askForCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/code/practice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The code itself, on a practice site that sends nothing. */
        get: operations["readPracticeCode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/withdraw-password/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sets a withdraw password with a code and the login password. */
        post: operations["resetWithdrawPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the member decided for themselves: limits, self-exclusion and the reality check. */
        get: operations["readOwnLimits"];
        /** Changes own limits: a tighter one holds at once, a looser one a day later. */
        put: operations["changeOwnLimits"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The file of everything about the member: whether one is there or being made. */
        get: operations["readOwnData"];
        put?: never;
        /** Asks for everything about the member as a file. It is made in the background, and the member is told. */
        post: operations["askForData"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/data/{id}/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An address of the file that works for some minutes. An earlier one ends. */
        post: operations["linkToData"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/data/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The file behind a link: a ZIP of JSON, CSV and pictures. */
        get: operations["downloadData"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/closing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Asks to close the account, when nothing is owed either way, or the rest of a balance is given up. It is closed some days later. */
        post: operations["askToClose"];
        /** Takes the wish to close the account back. */
        delete: operations["stopClosing"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/push": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The notifications that this device has chosen, and the key to subscribe with. */
        get: operations["readPush"];
        /** Sends notifications to this device. */
        put: operations["choosePush"];
        post?: never;
        /** Ends the notifications of this device. */
        delete: operations["leavePush"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/factors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Which second factors the member has. */
        get: operations["readFactors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/factors/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Turns the authenticator on with a first code. */
        put: operations["turnOnTotp"];
        /** Begins to set up an authenticator: its secret counts once a code of it was sent. */
        post: operations["beginTotp"];
        /** Turns the authenticator off. */
        delete: operations["turnOffTotp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/factors/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What a new passkey signs. */
        post: operations["askForPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/factors/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Adds a passkey. */
        post: operations["addPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/factors/passkeys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Removes a passkey. */
        delete: operations["removePasskey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/factors/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes recovery codes anew; the old ones are worth nothing then. */
        post: operations["makeRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/confirmation/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What a passkey signs to confirm that it is the member. */
        post: operations["askForConfirmation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The member confirms that it is them, for the calls of the next minutes. */
        post: operations["confirmMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/bank-card": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The bound card, masked; null while none is bound. */
        get: operations["readBankCard"];
        put?: never;
        /** Binds the one card that money is paid out to. */
        post: operations["bindBankCard"];
        /** Removes the bound card. */
        delete: operations["removeBankCard"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How the newest submission of identity documents stands. */
        get: operations["readVerification"];
        put?: never;
        /** Submits the identity documents of the member for review. */
        post: operations["submitVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/avatar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Changes the picture of the member. */
        post: operations["changeAvatar"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/avatar/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The picture of the member. */
        get: operations["readAvatar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trade/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The member's orders, newest first; with `key` the one that was sent with this Idempotency-Key. */
        get: operations["listOrders"];
        put?: never;
        /** Places a timed order. The answer carries the signed acceptance. */
        post: operations["placeOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trade/orders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One order, with its signed acceptance. */
        get: operations["readOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trade/orders/{id}/receipt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The signed receipt of an order: everything that its outcome follows from. */
        get: operations["readReceipt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trade/orders/{id}/log-proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The proof that the order log has the order. */
        get: operations["readLogProof"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trade/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Counts and results of the settled orders of a range. */
        get: operations["readSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/market/products/{code}/room": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The largest stake that the limits of a product leave right now, by duration and direction. */
        get: operations["readRoom"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/payments/{channel}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A signed notice of a payment service: 200 when it is kept, 401 for a bad signature, 400 for another form. */
        post: operations["sendPaymentNotice"];
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
        Acceptance: {
            orderHash: components["schemas"]["Hash"];
            termsHash: components["schemas"]["Hash"];
            note: string;
        };
        Agreement: {
            /** @enum {string} */
            code: "project" | "savings";
            version: components["schemas"]["Count"];
            title: {
                "zh-Hans": string;
                "zh-Hant": string;
                en: string;
            };
            text: {
                "zh-Hans": string;
                "zh-Hant": string;
                en: string;
            };
            publishedAt: components["schemas"]["Iso"];
        };
        AgreementBody: {
            /** @enum {string} */
            slug: "agreement" | "privacy" | "risk";
            version: number;
        };
        Agreements: {
            items: {
                /** @enum {string} */
                slug: "agreement" | "privacy" | "risk";
                version: components["schemas"]["Count"];
                accepted: {
                    version: components["schemas"]["Count"];
                    at: components["schemas"]["Iso"];
                } | null;
                isDue: boolean;
            }[];
        };
        Alert: {
            id: components["schemas"]["Id"];
            product: string;
            /** @enum {string} */
            side: "above" | "below";
            price: components["schemas"]["Price"];
            /** @enum {string} */
            feed: "live" | "replay" | "simulated";
            createdAt: components["schemas"]["Iso"];
            expiresAt: components["schemas"]["Iso"];
            /** @enum {string} */
            state: "waiting" | "fired" | "expired";
            fired: {
                seq: components["schemas"]["Count"];
                at: components["schemas"]["Iso"];
                price: components["schemas"]["Price"];
            } | null;
        };
        AlertBody: {
            product: components["schemas"]["ProductCodeField"];
            /** @enum {string} */
            side: "above" | "below";
            price: string;
        };
        Alerts: {
            alerts: components["schemas"]["Alert"][];
            reminders: components["schemas"]["Reminder"][];
            max: components["schemas"]["Count"];
        };
        AskToCloseBody: {
            giveUp?: string;
        };
        AssertionOptions: {
            challenge: string;
            rpId: string;
            timeout: number;
            /** @constant */
            userVerification: "required";
            allowCredentials: {
                id: string;
                /** @constant */
                type: "public-key";
                transports: ("ble" | "cable" | "hybrid" | "internal" | "nfc" | "smart-card" | "usb")[];
            }[];
        };
        AssertionOptionsView: {
            options: components["schemas"]["AssertionOptions"];
        };
        Avatar: {
            avatar: string;
        };
        AvatarBody: {
            avatar: components["schemas"]["ImageField"];
        };
        BalanceLine: {
            wallet: components["schemas"]["Wallet"];
            items: {
                date: components["schemas"]["Date"];
                total: components["schemas"]["MoneySchema"];
            }[];
        };
        BankCard: {
            holder: string;
            number: string;
            bank: string;
            branch: string | null;
            boundAt: components["schemas"]["Iso"];
        };
        BankCardBody: {
            holder?: string;
            number: string;
            bank: string;
            branch?: string;
            withdrawPwd: string;
        };
        BankCardRemovalBody: {
            withdrawPwd: string;
        };
        Banners: {
            items: {
                id: components["schemas"]["Id"];
                title: string;
                text: string;
                target: string;
            }[];
        };
        BuyBody: {
            projectId: components["schemas"]["IdField"];
            amount: string;
            termsVersion?: number;
            agreementVersion?: number;
            rollOver?: boolean;
            withdrawPwd?: string;
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
        Candle: {
            t: components["schemas"]["Iso"];
            o: components["schemas"]["Price"];
            h: components["schemas"]["Price"];
            l: components["schemas"]["Price"];
            c: components["schemas"]["Price"];
            v: string | null;
            src?: string;
        };
        Candles: components["schemas"]["Candle"][];
        Captcha: {
            uuid: string;
            img: string;
            captchaEnabled: boolean;
        };
        Checkpoint: {
            product: string;
            /** @enum {string} */
            kind: "hour" | "minute";
            slot: components["schemas"]["Iso"];
            seq: components["schemas"]["Count"];
            at: components["schemas"]["Iso"];
            hash: components["schemas"]["Hash"];
            previous: components["schemas"]["Hash"];
            note: string;
        };
        Checkpoints: {
            items: components["schemas"]["Checkpoint"][];
            nextCursor: string | null;
            keys: components["schemas"]["ProofKey"][];
        };
        Closing: {
            askedAt: components["schemas"]["Iso"];
            dueAt: components["schemas"]["Iso"];
            giveUp: components["schemas"]["MoneySchema"] | null;
        };
        Code: {
            to: string;
            resendAfterSec: number;
            expiresInSec: number;
            practice: boolean;
        };
        CodeBody: {
            /** @enum {string} */
            purpose: "withdrawPassword";
            /** @enum {string} */
            channel: "sms";
        };
        Complaint: {
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
            steps: components["schemas"]["ComplaintStep"][];
        };
        ComplaintBody: {
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
        ComplaintReplyBody: {
            text: components["schemas"]["SupportText"];
        };
        ComplaintStep: {
            seq: components["schemas"]["Count"];
            /** @enum {string} */
            kind: "received" | "taken" | "asked" | "replied" | "answered" | "withdrawn";
            text: string | null;
            decision: ("upheld" | "partly" | "rejected") | null;
            at: components["schemas"]["Iso"];
        };
        Complaints: {
            items: components["schemas"]["Complaint"][];
            nextCursor: string | null;
        };
        ConfirmationBody: {
            code?: string;
            passkey?: components["schemas"]["PasskeyAssertion"];
            pwd?: string;
        };
        Count: number;
        CreationOptions: {
            challenge: string;
            rp: {
                id: string;
                name: string;
            };
            user: {
                id: string;
                name: string;
                displayName: string;
            };
            pubKeyCredParams: {
                /** @constant */
                type: "public-key";
                alg: number;
            }[];
            timeout: number;
            excludeCredentials: {
                id: string;
                /** @constant */
                type: "public-key";
                transports: ("ble" | "cable" | "hybrid" | "internal" | "nfc" | "smart-card" | "usb")[];
            }[];
            authenticatorSelection: {
                /** @constant */
                residentKey: "preferred";
                /** @constant */
                userVerification: "required";
            };
            /** @constant */
            attestation: "none";
        };
        CreationOptionsView: {
            options: components["schemas"]["CreationOptions"];
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
        DataLink: {
            path: string;
            until: components["schemas"]["Iso"];
        };
        Date: string;
        DateField: string;
        Deposit: {
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
            /** @enum {string} */
            status: "recharging" | "pending" | "reviewing" | "approved" | "rejected" | "cancelled";
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
            }[];
        };
        DepositBody: {
            channel: string;
            amount: string;
            currency: string;
            /** @enum {string} */
            network?: "trc20" | "erc20";
        };
        DepositChannel: {
            code: string;
            /** @enum {string} */
            kind: "practice" | "bank" | "usdt" | "online";
            network: ("trc20" | "erc20") | null;
            names: {
                "zh-Hans": string;
                "zh-Hant": string;
                en: string;
            };
            asset: string;
            assetDecimals: components["schemas"]["Count"];
            rate: components["schemas"]["Rate"];
            min: components["schemas"]["MoneySchema"];
            max: components["schemas"]["MoneySchema"];
            presets: components["schemas"]["MoneySchema"][];
            arrivalMinutes: components["schemas"]["Count"];
            proofRequired: boolean;
        };
        DepositChannels: {
            practice: boolean;
            items: components["schemas"]["DepositChannel"][];
        };
        DepositPaidBody: {
            txid?: string;
            payer?: string;
            proof?: components["schemas"]["ImageField"];
        };
        Deposits: {
            items: components["schemas"]["Deposit"][];
            nextCursor: string | null;
            credited: components["schemas"]["MoneySchema"];
            count: components["schemas"]["Count"];
            more: boolean;
        };
        DeviceKeyField: string;
        Duration: {
            seconds: components["schemas"]["Count"];
            payoutRate: components["schemas"]["Rate"];
            minStake: components["schemas"]["MoneySchema"];
            maxStake: components["schemas"]["MoneySchema"];
        };
        Earnings: {
            date: components["schemas"]["Date"];
            total: components["schemas"]["MoneySchema"];
            expected: components["schemas"]["MoneySchema"];
            interest: {
                /** @enum {string} */
                kind: "holding" | "savings";
                id: components["schemas"]["Id"] | null;
                names: {
                    "zh-Hans": string;
                    "zh-Hant": string;
                    en: string;
                } | null;
                count: components["schemas"]["Count"];
                amount: components["schemas"]["MoneySchema"];
                /** @enum {string} */
                state: "booked" | "accrued" | "expected";
            }[];
            orders: {
                id: components["schemas"]["Id"];
                product: string;
                amount: components["schemas"]["MoneySchema"];
                settledAt: components["schemas"]["Iso"];
            }[];
            nextCursor: string | null;
        };
        Factors: {
            totpSince: components["schemas"]["Iso"] | null;
            passkeys: {
                id: string;
                name: string;
                addedAt: components["schemas"]["Iso"];
                lastUsedAt: components["schemas"]["Iso"] | null;
                host: string;
            }[];
            recoveryLeft: number;
        };
        FactorsTotpSecretView: {
            secret: string;
            uri: string;
        };
        Fairness: {
            wallet: components["schemas"]["Wallet"];
            from: components["schemas"]["Date"];
            to: components["schemas"]["Date"];
            countedAt: components["schemas"]["Iso"];
            totals: {
                orders: components["schemas"]["Count"];
                won: components["schemas"]["Count"];
                lost: components["schemas"]["Count"];
                tied: components["schemas"]["Count"];
                voided: components["schemas"]["Count"];
                voidReasons: {
                    [key: string]: components["schemas"]["Count"];
                };
                winRate: components["schemas"]["Rate"] | null;
            };
            items: components["schemas"]["FairnessFigure"][];
        };
        FairnessAccount: {
            ref: string;
            won: components["schemas"]["Count"];
            lost: components["schemas"]["Count"];
            tied: components["schemas"]["Count"];
            staked: components["schemas"]["MoneySchema"];
            paid: components["schemas"]["MoneySchema"];
        };
        FairnessAccounts: {
            items: components["schemas"]["FairnessAccount"][];
            nextCursor: string | null;
        };
        FairnessFigure: {
            product: string;
            durationSec: components["schemas"]["Count"];
            orders: components["schemas"]["Count"];
            won: components["schemas"]["Count"];
            lost: components["schemas"]["Count"];
            tied: components["schemas"]["Count"];
            voided: components["schemas"]["Count"];
            voidReasons: {
                [key: string]: components["schemas"]["Count"];
            };
            winRate: components["schemas"]["Rate"] | null;
            breakEvenRate: components["schemas"]["Rate"] | null;
        };
        FairnessMonth: {
            month: string;
            won: components["schemas"]["Count"];
            lost: components["schemas"]["Count"];
            tied: components["schemas"]["Count"];
            accounts: components["schemas"]["Count"];
            losing: components["schemas"]["Count"] | null;
            losingRate: components["schemas"]["Rate"] | null;
            staked: components["schemas"]["MoneySchema"] | null;
            paid: components["schemas"]["MoneySchema"] | null;
            returnRate: components["schemas"]["Rate"] | null;
            countedAt: components["schemas"]["Iso"];
        };
        FairnessMonths: {
            wallet: components["schemas"]["Wallet"];
            items: components["schemas"]["FairnessMonth"][];
        };
        FairnessOrder: {
            ref: string;
            product: string;
            durationSec: components["schemas"]["Count"];
            /** @enum {string} */
            direction: "up" | "down";
            entrySeq: components["schemas"]["Count"] | null;
            exitSeq: components["schemas"]["Count"] | null;
            entryPrice: components["schemas"]["Price"] | null;
            exitPrice: components["schemas"]["Price"] | null;
            /** @enum {string} */
            outcome: "won" | "lost" | "tied" | "voided";
            reason: ("NO_ENTRY_TICK" | "NOT_LOGGED" | "NO_EXIT_TICK" | "EXIT_NOT_OK" | "EXIT_BEFORE_ENTRY" | "FEED_CHANGED") | null;
            closesAt: components["schemas"]["Iso"];
            feed: ("live" | "replay" | "simulated") | null;
            index: components["schemas"]["Count"] | null;
            settledIndex: components["schemas"]["Count"] | null;
        };
        FairnessOrders: {
            items: components["schemas"]["FairnessOrder"][];
            nextCursor: string | null;
            final: boolean;
        };
        FairnessVoidFigure: {
            product: string;
            orders: components["schemas"]["Count"];
            voided: components["schemas"]["Count"];
            known: components["schemas"]["Count"];
            wouldHaveWon: components["schemas"]["Count"];
        };
        FairnessVoidHour: {
            hour: components["schemas"]["Iso"];
            product: string;
            orders: components["schemas"]["Count"];
            voided: components["schemas"]["Count"];
            known: components["schemas"]["Count"];
            wouldHaveWon: components["schemas"]["Count"];
        };
        FairnessVoids: {
            wallet: components["schemas"]["Wallet"];
            from: components["schemas"]["Iso"];
            countedAt: components["schemas"]["Iso"];
            products: components["schemas"]["FairnessVoidFigure"][];
            hours: components["schemas"]["FairnessVoidHour"][];
        };
        FetchLive: {
            box: string;
            first: components["schemas"]["Count"];
            frames: string[];
            ended: components["schemas"]["Count"] | null;
        };
        FetchLiveBody: {
            box: string | null;
            after: components["schemas"]["Count"];
            say: string[];
        };
        FirstRun: {
            offered: boolean;
            /** @enum {string} */
            step: "product" | "terms" | "order";
            product: string | null;
            order: string | null;
        };
        FirstRunBody: {
            /** @enum {string} */
            step?: "product" | "terms" | "order";
            product?: string;
            left?: boolean;
        };
        Hash: string;
        Holding: {
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
        };
        HoldingDetail: {
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
            accruals: {
                date: components["schemas"]["Date"];
                amount: components["schemas"]["MoneySchema"];
            }[];
            schedule: {
                date: components["schemas"]["Date"];
                interest: components["schemas"]["MoneySchema"];
                principal: components["schemas"]["MoneySchema"];
                paid: boolean;
            }[];
            redeemableFrom: components["schemas"]["Date"] | null;
        };
        Holdings: {
            items: components["schemas"]["Holding"][];
            nextCursor: string | null;
            principal: components["schemas"]["MoneySchema"];
            interest: components["schemas"]["MoneySchema"];
            count: components["schemas"]["Count"];
            more: boolean;
        };
        /** Format: uuid */
        Id: string;
        /** Format: uuid */
        IdField: string;
        IdentitySessionsView: {
            items: components["schemas"]["Session"][];
            nextCursor: string | null;
        };
        /** Format: binary */
        ImageField: string;
        InvestSummary: {
            wallet: components["schemas"]["Wallet"];
            invested: components["schemas"]["MoneySchema"];
            running: components["schemas"]["Count"];
            savings: components["schemas"]["MoneySchema"];
            accumulated: components["schemas"]["MoneySchema"];
            yesterday: components["schemas"]["MoneySchema"];
            todayEstimate: components["schemas"]["MoneySchema"];
            earnings: {
                date: components["schemas"]["Date"];
                projects: components["schemas"]["MoneySchema"];
                savings: components["schemas"]["MoneySchema"];
            }[];
            repayments: {
                date: components["schemas"]["Date"];
                interest: components["schemas"]["MoneySchema"];
                principal: components["schemas"]["MoneySchema"];
                holdings: components["schemas"]["Count"];
            }[];
        };
        Invite: {
            code: string;
            path: string;
            reward: components["schemas"]["MoneySchema"];
            invited: components["schemas"]["Count"];
            rewarded: components["schemas"]["Count"];
            earned: components["schemas"]["MoneySchema"];
            turnoverRate: components["schemas"]["Rate"];
            dayMax: components["schemas"]["Count"];
            invitations: {
                name: string;
                /** @enum {string} */
                step: "deposit" | "turnover" | "earned" | "paid" | "none";
                reward: components["schemas"]["MoneySchema"];
                turnoverRate: components["schemas"]["Rate"];
                at: components["schemas"]["Iso"];
            }[];
        };
        Iso: string;
        KeptRule: {
            /** @enum {string} */
            what: "logins" | "supportPictures" | "rejectedPhotos" | "dataFile" | "statements" | "profile" | "conversations" | "complaints" | "identity" | "protection" | "money" | "moneyNotes" | "operatorLog" | "proofs" | "register";
            /** @enum {string} */
            because: "security" | "service" | "contract" | "moneyLaundering" | "protection" | "books" | "oversight" | "proofs" | "supervision";
            /** @enum {string} */
            from: "event" | "closing";
            days: components["schemas"]["Count"] | null;
        };
        Licence: {
            entity: string;
            number: string;
            regulator: string;
            countries: string[];
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
        LimitsBody: {
            limits?: {
                /** @enum {string} */
                kind: "deposit" | "stake" | "loss";
                /** @enum {string} */
                period: "day" | "week" | "month";
                amount: string | null;
            }[];
            /** @enum {string} */
            exclusion?: "day" | "week" | "month" | "halfYear" | "forever";
            realityCheckMinutes?: (15 | 30 | 60) | null;
        };
        Listing: {
            [key: string]: string;
        };
        LogOpenings: {
            size: components["schemas"]["Count"];
            items: ({
                index: components["schemas"]["Count"];
                /** @constant */
                kind: "order";
                public: components["schemas"]["PublicOrder"];
                seal: components["schemas"]["Hash"];
            } | {
                index: components["schemas"]["Count"];
                /** @constant */
                kind: "settlement";
                public: components["schemas"]["PublicSettlement"];
                seal: components["schemas"]["Hash"];
            } | {
                index: components["schemas"]["Count"];
                /** @constant */
                kind: "terms";
                product: string;
                version: components["schemas"]["Count"];
                hash: components["schemas"]["Hash"];
            } | {
                index: components["schemas"]["Count"];
                /** @constant */
                kind: "sealed";
            } | {
                index: components["schemas"]["Count"];
                /** @constant */
                kind: "older";
            })[];
        };
        LogProof: {
            nonce: string | null;
            size: components["schemas"]["Count"];
            root: components["schemas"]["Hash"];
            index: components["schemas"]["Count"] | null;
            proof: components["schemas"]["Hash"][];
        };
        LogTimeStamps: {
            items: {
                hour: components["schemas"]["Iso"];
                size: components["schemas"]["Count"];
                checkpoint: string;
                authority: string;
                stampedAt: components["schemas"]["Iso"];
                token: string;
            }[];
        };
        LogWitnesses: {
            items: {
                name: string;
                key: string;
                checkpoint: string | null;
                size: components["schemas"]["Count"] | null;
                cosignedAt: components["schemas"]["Iso"] | null;
            }[];
        };
        Login: {
            id: string;
            /** @enum {string} */
            factor: "none" | "totp" | "passkey" | "recovery";
            device: string;
            address: string;
            at: components["schemas"]["Iso"];
        };
        LoginBody: {
            username: string;
            pwd: string;
            device?: string;
            deviceKey?: components["schemas"]["DeviceKeyField"];
            code?: string;
            uuid?: string;
        };
        LogoutBody: Record<string, unknown>;
        LossLimits: {
            second: components["schemas"]["MoneySchema"];
            product: components["schemas"]["MoneySchema"];
            day: components["schemas"]["MoneySchema"];
        };
        Maintenance: {
            items: {
                startsAt: components["schemas"]["Iso"];
                endsAt: components["schemas"]["Iso"];
                areas: ("trade" | "deposit" | "withdrawal" | "invest" | "support")[];
                id: components["schemas"]["Id"];
                title: string;
            }[];
        };
        MarketSessionsView: {
            from: components["schemas"]["Iso"];
            to: components["schemas"]["Iso"];
            sessions: {
                startsAt: components["schemas"]["Iso"];
                endsAt: components["schemas"]["Iso"];
            }[];
        };
        MarketStopsView: {
            /** @enum {string} */
            scope: "product" | "category" | "all";
            /** @enum {string} */
            reason: "UNUSUAL_PRICES" | "SOURCE_TROUBLE" | "MAINTENANCE" | "PRODUCT_RISK" | "LEGAL_DUTY" | "OTHER";
            from: components["schemas"]["Iso"];
            until: components["schemas"]["Iso"] | null;
        }[];
        Member: {
            userInfo: {
                invest_count: components["schemas"]["MoneySchema"];
                yesterday_count: components["schemas"]["MoneySchema"];
                today_count: components["schemas"]["MoneySchema"];
            };
        };
        Message: {
            id: string;
            /** @enum {string} */
            kind: "deposit" | "withdrawal" | "identity" | "restriction" | "security" | "support" | "limit" | "complaint";
            state: string;
            subject: string;
            amount: components["schemas"]["MoneySchema"] | null;
            reason: string | null;
            at: components["schemas"]["Iso"];
            unread: boolean;
        };
        Messages: {
            items: components["schemas"]["Message"][];
            nextCursor: string | null;
            unread: components["schemas"]["Count"];
        };
        MessagesRead: {
            unread: components["schemas"]["Count"];
        };
        MessagesReadBody: {
            upTo: string;
        };
        MomentField: string;
        MoneySchema: string;
        MoneyView: {
            usermoney: components["schemas"]["MoneySchema"];
            available: components["schemas"]["MoneySchema"];
            held: components["schemas"]["MoneySchema"];
            invested: components["schemas"]["MoneySchema"];
            savings: components["schemas"]["MoneySchema"];
            openStake: components["schemas"]["MoneySchema"];
            wallet: components["schemas"]["Wallet"];
            currency: string;
        };
        NewPasswordField: string;
        NoFields: Record<string, unknown> | null;
        Notice: {
            id: components["schemas"]["Id"];
            /** @enum {string} */
            category: "system" | "activity" | "trading" | "maintenance";
            pinned: boolean;
            important: boolean;
            title: string;
            summary: string;
            publishedAt: components["schemas"]["Iso"];
            maintenance: {
                startsAt: components["schemas"]["Iso"];
                endsAt: components["schemas"]["Iso"];
                areas: ("trade" | "deposit" | "withdrawal" | "invest" | "support")[];
            } | null;
            unread: boolean;
            /** @enum {string} */
            language: "zh-Hans" | "zh-Hant" | "en";
            version: components["schemas"]["Count"];
            updatedAt: components["schemas"]["Iso"];
            body: components["schemas"]["PageBlock"][];
        };
        NoticeLine: {
            id: components["schemas"]["Id"];
            /** @enum {string} */
            category: "system" | "activity" | "trading" | "maintenance";
            pinned: boolean;
            important: boolean;
            title: string;
            summary: string;
            publishedAt: components["schemas"]["Iso"];
            maintenance: {
                startsAt: components["schemas"]["Iso"];
                endsAt: components["schemas"]["Iso"];
                areas: ("trade" | "deposit" | "withdrawal" | "invest" | "support")[];
            } | null;
            unread: boolean;
        };
        Notices: {
            items: components["schemas"]["NoticeLine"][];
            nextCursor: string | null;
            unread: components["schemas"]["Count"];
        };
        NoticesNow: {
            unread: components["schemas"]["Count"];
            messages: components["schemas"]["Count"];
            important: components["schemas"]["Id"][];
            bar: {
                id: components["schemas"]["Id"];
                /** @enum {string} */
                category: "system" | "activity" | "trading" | "maintenance";
                title: string;
                unread: boolean;
            }[];
        };
        NoticesRead: {
            unread: components["schemas"]["Count"];
        };
        Order: {
            id: components["schemas"]["Id"];
            no: string;
            product: string;
            /** @enum {string} */
            direction: "up" | "down";
            wallet: components["schemas"]["Wallet"];
            currency: string;
            stake: components["schemas"]["MoneySchema"];
            fee: components["schemas"]["MoneySchema"];
            payoutRate: components["schemas"]["Rate"];
            payout: components["schemas"]["MoneySchema"];
            durationSec: components["schemas"]["Count"];
            submittedAt: components["schemas"]["Iso"];
            acceptedAt: components["schemas"]["Iso"];
            entryAt: components["schemas"]["Iso"];
            entryPrice: components["schemas"]["Price"] | null;
            closesAt: components["schemas"]["Iso"];
            exitPrice: components["schemas"]["Price"] | null;
            exitAt: components["schemas"]["Iso"] | null;
            settledAt: components["schemas"]["Iso"] | null;
            /** @enum {string} */
            status: "open" | "won" | "lost" | "tied" | "voided";
            reason: ("NO_ENTRY_TICK" | "NOT_LOGGED" | "NO_EXIT_TICK" | "EXIT_NOT_OK" | "EXIT_BEFORE_ENTRY" | "FEED_CHANGED") | null;
            profit: components["schemas"]["MoneySchema"] | null;
            termsVersion: components["schemas"]["Count"];
            termsHash: components["schemas"]["Hash"];
            requestHash?: components["schemas"]["Hash"] | null;
            signedAt: components["schemas"]["Iso"] | null;
            acceptBy: components["schemas"]["Iso"] | null;
            logNonce: string | null;
            secondsLeft: components["schemas"]["Count"];
            acceptance?: components["schemas"]["Acceptance"];
        };
        OrderBody: {
            product: components["schemas"]["ProductCodeField"];
            /** @enum {string} */
            direction: "up" | "down";
            durationSec: number;
            stake: string;
            /** @enum {string} */
            wallet?: "practice" | "cash";
            termsVersion?: number;
            termsHash?: string;
            request?: components["schemas"]["OrderRequest"];
        };
        OrderRequest: {
            signedAt: string;
            acceptBy: string;
            signature: string;
        };
        Orders: {
            items: components["schemas"]["Order"][];
            nextCursor: string | null;
        };
        OwnData: {
            file: components["schemas"]["DataFile"] | null;
            nextFileAt: components["schemas"]["Iso"] | null;
            closing: components["schemas"]["Closing"] | null;
            blockers: ("FROZEN" | "ORDERS" | "DEPOSITS" | "WITHDRAWALS" | "HOLDINGS" | "SAVINGS" | "MONEY")[];
            rest: {
                amount: components["schemas"]["MoneySchema"];
                smallest: components["schemas"]["MoneySchema"];
            } | null;
            closingDays: components["schemas"]["Count"];
            rules: components["schemas"]["KeptRule"][];
        };
        Page: {
            title: string;
            change: string | null;
            body: components["schemas"]["PageBlock"][];
            slug: string;
            /** @enum {string} */
            language: "zh-Hans" | "zh-Hant" | "en";
            version: components["schemas"]["Count"];
            latest: components["schemas"]["Count"];
            updatedAt: components["schemas"]["Iso"];
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
        PageVersions: {
            items: {
                version: components["schemas"]["Count"];
                title: string;
                change: string | null;
                updatedAt: components["schemas"]["Iso"];
            }[];
            nextCursor: string | null;
        };
        PasskeyAssertion: {
            id: string;
            rawId: string;
            /** @constant */
            type: "public-key";
            response: {
                clientDataJSON: string;
                authenticatorData: string;
                signature: string;
            };
        };
        PasskeyBody: {
            name: string;
            passkey: components["schemas"]["PasskeyCreation"];
        };
        PasskeyCreation: {
            id: string;
            rawId: string;
            /** @constant */
            type: "public-key";
            response: {
                clientDataJSON: string;
                attestationObject: string;
                transports?: string[];
            };
        };
        PasswordBody: {
            oldPwd: string;
            pwd: components["schemas"]["NewPasswordField"];
            confirmPwd: string;
        };
        PasswordCode: {
            resendAfterSec: number;
            expiresInSec: number;
        };
        PasswordCodeBody: {
            account: string;
            code?: string;
            uuid?: string;
        };
        PasswordReset: {
            username: string;
        };
        PasswordResetBody: {
            account: string;
            code: components["schemas"]["SecurityCodeField"];
            pwd: components["schemas"]["NewPasswordField"];
            confirmPwd: string;
            idTail?: string;
        };
        PhoneField: string;
        PracticeCode: {
            code: string | null;
        };
        PracticeResetBody: Record<string, unknown>;
        Price: string;
        PriceSources: {
            product: string;
            /** @enum {string} */
            feed: "live" | "replay" | "simulated";
            round: components["schemas"]["Count"] | null;
            sources: {
                source: string;
                /** @enum {string} */
                state: "up" | "silent" | "missing" | "closed";
                pricedAt: components["schemas"]["Iso"] | null;
            }[];
        }[];
        Product: {
            code: string;
            names: {
                "zh-Hans": string;
                "zh-Hant": string;
                en: string;
            };
            /** @enum {string} */
            category: "crypto" | "forex" | "metal" | "index" | "stock";
            decimals: components["schemas"]["Count"];
            /** @enum {string} */
            status: "trading" | "closed" | "forbidden";
            opensAt: components["schemas"]["Iso"] | null;
            stop?: {
                /** @enum {string} */
                reason: "UNUSUAL_PRICES" | "SOURCE_TROUBLE" | "MAINTENANCE" | "PRODUCT_RISK" | "LEGAL_DUTY" | "OTHER";
                since: components["schemas"]["Iso"];
            };
            /** @enum {string} */
            feed: "live" | "replay" | "simulated";
            last: {
                seq: components["schemas"]["Count"];
                at: components["schemas"]["Iso"];
                price: components["schemas"]["Price"];
                /** @enum {string} */
                status?: "OK" | "STALE" | "DISAGREE" | "DEAD" | "CLOSED";
            } | null;
            change24h: components["schemas"]["Rate"] | null;
            durations: components["schemas"]["Duration"][];
            presets: components["schemas"]["MoneySchema"][];
            feeRate: components["schemas"]["Rate"];
            termsVersion: components["schemas"]["Count"];
            termsHash: components["schemas"]["Hash"];
            acceptWithinMs: components["schemas"]["Count"];
            entryDelaySec: components["schemas"]["Count"];
            lossLimits?: components["schemas"]["LossLimits"];
            sessions: string;
            sparkline?: components["schemas"]["Price"][];
        };
        ProductCodeField: string;
        ProductVersions: {
            version: components["schemas"]["Count"];
            names: {
                "zh-Hans": string;
                "zh-Hant": string;
                en: string;
            };
            sources: components["schemas"]["Listing"];
            calendar: components["schemas"]["Calendar"];
            active: boolean;
            holdsFrom: components["schemas"]["Iso"];
            publishedAt: components["schemas"]["Iso"];
        }[];
        Products: components["schemas"]["Product"][];
        Profile: {
            userName: string;
            avatar: string;
            nickname: string;
            phone: string;
            email: string | null;
            realName: string | null;
            idNumber: string | null;
            country: string | null;
            inviteCode: string;
            /** @enum {string} */
            verification: "none" | "pending" | "verified" | "rejected";
            language: ("zh-Hans" | "zh-Hant" | "en") | null;
            riseColour: ("red" | "green" | "blue") | null;
            /** @enum {string} */
            theme: "dark" | "light" | "system";
            care: boolean;
            looksAt: components["schemas"]["Iso"] | null;
            timeZone: string | null;
            createdAt: components["schemas"]["Iso"];
        };
        ProfileBody: {
            nickname?: string;
            email?: string | null;
            language?: ("zh-Hans" | "zh-Hant" | "en") | null;
            riseColour?: ("red" | "green" | "blue") | null;
            /** @enum {string} */
            theme?: "dark" | "light" | "system";
            care?: boolean;
            timeZone?: string | null;
        };
        Project: {
            id: components["schemas"]["Id"];
            names: {
                "zh-Hans": string;
                "zh-Hant": string;
                en: string;
            };
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
            /** @enum {string} */
            risk: "low" | "medium" | "high";
            opensAt: components["schemas"]["Iso"] | null;
            closesAt: components["schemas"]["Iso"] | null;
            /** @enum {string} */
            status: "upcoming" | "open" | "soldOut" | "closed";
            left: components["schemas"]["MoneySchema"];
            held: components["schemas"]["MoneySchema"];
            investable: components["schemas"]["MoneySchema"];
            termsVersion: components["schemas"]["Count"];
            agreementVersion: components["schemas"]["Count"];
            passwordFrom: components["schemas"]["MoneySchema"] | null;
        };
        Projects: {
            practice: boolean;
            items: components["schemas"]["Project"][];
        };
        ProofKey: {
            id: string;
            name: string;
            vkey: string;
            createdAt: components["schemas"]["Iso"];
            retiredAt: components["schemas"]["Iso"] | null;
            introduction: string | null;
        };
        PublicOrder: {
            acceptedAt: components["schemas"]["Iso"];
            closesAt: components["schemas"]["Iso"];
            /** @enum {string} */
            direction: "up" | "down";
            durationSec: components["schemas"]["Count"];
            entryAt: components["schemas"]["Iso"];
            /** @constant */
            format: "candor-public-order-v1";
            product: string;
            ref: components["schemas"]["Hash"];
            termsHash: components["schemas"]["Hash"];
            termsVersion: components["schemas"]["Count"];
            wallet: components["schemas"]["Wallet"];
        };
        PublicSettlement: {
            entry: {
                at: components["schemas"]["Iso"];
                price: components["schemas"]["Price"];
                seq: components["schemas"]["Count"];
            } | null;
            exit: {
                at: components["schemas"]["Iso"];
                price: components["schemas"]["Price"];
                seq: components["schemas"]["Count"];
            } | null;
            /** @constant */
            format: "candor-public-settlement-v1";
            reason: ("NO_ENTRY_TICK" | "NOT_LOGGED" | "NO_EXIT_TICK" | "EXIT_NOT_OK" | "EXIT_BEFORE_ENTRY" | "FEED_CHANGED") | null;
            ref: components["schemas"]["Hash"];
            settledAt: components["schemas"]["Iso"];
            /** @enum {string} */
            status: "won" | "lost" | "tied" | "voided";
        };
        PublishedTerms: {
            version: components["schemas"]["Count"];
            hash: components["schemas"]["Hash"];
            publishedAt: components["schemas"]["Iso"];
            document: string;
        }[];
        Push: {
            key: string;
            chosen: {
                endpoint: string;
                kinds: ("settlement" | "deposit" | "withdrawal" | "identity" | "security" | "support" | "alert" | "notice")[];
                amounts: boolean;
            } | null;
        };
        PushBody: {
            endpoint: string;
            keys: {
                p256dh: string;
                auth: string;
            };
            kinds: ("settlement" | "deposit" | "withdrawal" | "identity" | "security" | "support" | "alert" | "notice")[];
            amounts: boolean;
            /** @enum {string} */
            language: "zh-Hans" | "zh-Hant" | "en";
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
        Quote: {
            projectId: components["schemas"]["Id"];
            amount: components["schemas"]["MoneySchema"];
            annualRate: components["schemas"]["Rate"];
            termDays: components["schemas"]["Count"];
            dailyInterest: components["schemas"]["MoneySchema"];
            totalInterest: components["schemas"]["MoneySchema"];
            total: components["schemas"]["MoneySchema"];
            startsOn: components["schemas"]["Date"];
            maturesOn: components["schemas"]["Date"];
            redeemableFrom: components["schemas"]["Date"] | null;
            calendar: {
                date: components["schemas"]["Date"];
                interest: components["schemas"]["MoneySchema"];
                principal: components["schemas"]["MoneySchema"];
            }[];
            available: components["schemas"]["MoneySchema"];
            termsVersion: components["schemas"]["Count"];
            agreementVersion: components["schemas"]["Count"];
            passwordRequired: boolean;
            problem: {
                error: string;
                params: {
                    [key: string]: string | number;
                };
            } | null;
        };
        Rate: string;
        ReceiptAnswer: {
            /** @description The exact text of the file: the canonical JSON of this document, and a line feed. */
            receipt: string;
        };
        RecoveryCodes: {
            recoveryCodes: string[] | null;
        };
        Redemption: {
            holdingId: components["schemas"]["Id"];
            daysHeld: components["schemas"]["Count"];
            annualRate: components["schemas"]["Rate"];
            principal: components["schemas"]["MoneySchema"];
            interest: components["schemas"]["MoneySchema"];
            paid: components["schemas"]["MoneySchema"];
            lost: components["schemas"]["MoneySchema"];
            credited: components["schemas"]["MoneySchema"];
            problem: {
                error: string;
                params: {
                    [key: string]: string | number;
                };
            } | null;
        };
        RedemptionBody: {
            credited?: string;
        };
        RegisterBody: {
            username: components["schemas"]["UsernameField"];
            pwd: components["schemas"]["NewPasswordField"];
            confirmPwd: string;
            withdrawPwd: components["schemas"]["WithdrawPasswordField"];
            confirmWithdrawPwd: string;
            phone: components["schemas"]["PhoneField"];
            realName?: string;
            idNumber?: string;
            inviteCode?: string;
            country?: string;
            device?: string;
            deviceKey?: components["schemas"]["DeviceKeyField"];
            code?: string;
            uuid?: string;
        };
        RegistrationCheck: {
            /** @enum {string} */
            username: "free" | "taken" | "reserved";
            inviteCode: ("valid" | "unknown") | null;
        };
        RegistrationCheckBody: {
            username: components["schemas"]["UsernameField"];
            inviteCode?: string;
        };
        Reminder: {
            id: components["schemas"]["Id"];
            product: string;
            opensAt: components["schemas"]["Iso"];
            createdAt: components["schemas"]["Iso"];
            toldAt: components["schemas"]["Iso"] | null;
        };
        ReminderBody: {
            product: components["schemas"]["ProductCodeField"];
        };
        Removed: {
            removed: boolean;
        };
        RollOverBody: {
            on: boolean;
        };
        Room: {
            items: {
                seconds: components["schemas"]["Count"];
                up: components["schemas"]["MoneySchema"];
                down: components["schemas"]["MoneySchema"];
            }[];
        };
        Savings: {
            wallet: components["schemas"]["Wallet"];
            balance: components["schemas"]["MoneySchema"];
            available: components["schemas"]["MoneySchema"];
            annualRate: components["schemas"]["Rate"];
            rates: {
                from: components["schemas"]["Date"];
                annualRate: components["schemas"]["Rate"];
            }[];
            yesterday: components["schemas"]["MoneySchema"];
            total: components["schemas"]["MoneySchema"];
            todayEstimate: components["schemas"]["MoneySchema"];
            days: {
                date: components["schemas"]["Date"];
                balance: components["schemas"]["MoneySchema"];
                annualRate: components["schemas"]["Rate"];
                interest: components["schemas"]["MoneySchema"];
            }[];
            auto: {
                on: boolean;
                keep: components["schemas"]["MoneySchema"];
            };
            agreementVersion: components["schemas"]["Count"];
        };
        SavingsAutoBody: {
            on: boolean;
            keep?: string;
        };
        SavingsTransferBody: {
            /** @enum {string} */
            direction: "in" | "out";
            amount: string;
        };
        SavingsTransfers: {
            items: {
                id: components["schemas"]["Id"];
                /** @enum {string} */
                direction: "in" | "out";
                /** @enum {string} */
                origin: "member" | "auto";
                amount: components["schemas"]["MoneySchema"];
                at: components["schemas"]["Iso"];
            }[];
            nextCursor: string | null;
        };
        SecondStepBody: {
            challenge: string;
            code?: string;
            passkey?: components["schemas"]["PasskeyAssertion"];
            device?: string;
            deviceKey?: components["schemas"]["DeviceKeyField"];
        };
        SecondStepOptionsBody: {
            challenge: string;
        };
        Security: {
            events: components["schemas"]["SecurityEvent"][];
            logins: components["schemas"]["Login"][];
            withdrawTries: {
                left: number;
                lockedSec: number;
            };
            withdrawalsPausedUntil: components["schemas"]["Iso"] | null;
        };
        SecurityCodeField: string;
        SecurityEvent: {
            id: string;
            /** @enum {string} */
            kind: "password" | "withdrawPassword" | "withdrawPasswordReset" | "loginPasswordReset" | "newDevice" | "loginLocked" | "factorLocked" | "withdrawLocked" | "totpOn" | "totpOff" | "passkeyAdded" | "passkeyRemoved" | "recoveryMade" | "recoveryUsed" | "releaseAsked" | "releaseStopped" | "released" | "cardReleased" | "identityReleased" | "deviceReleased" | "dataAsked" | "dataReady" | "closingAsked" | "closingStopped";
            device: string;
            address: string;
            at: components["schemas"]["Iso"];
            isNew: boolean;
        };
        SecuritySeenBody: {
            eventId: string;
        };
        Service: {
            isOpen: boolean;
            isAnswering: boolean;
            answerMinutes: components["schemas"]["Count"] | null;
            changesAt: components["schemas"]["Iso"] | null;
            hours: components["schemas"]["ServiceHours"];
            timeZone: string;
        };
        ServiceHours: [
            number,
            number
        ][][];
        Session: {
            id: components["schemas"]["Id"];
            current: boolean;
            device: string;
            address: string | null;
            createdAt: components["schemas"]["Iso"];
            lastSeenAt: components["schemas"]["Iso"];
            expiresAt: components["schemas"]["Iso"];
        };
        SessionsEnded: {
            ended: number;
        };
        SimulatorSeeds: {
            day: string;
            seed: components["schemas"]["Hash"];
            commitment: components["schemas"]["Hash"];
        }[];
        SiteConfig: {
            domain: string | null;
            web_logo: string;
            name: string;
            /** @enum {string} */
            mode: "practice" | "live";
            currency: {
                code: string;
                symbol: string;
                decimals: number;
            };
            languages: ("zh-Hans" | "zh-Hant" | "en")[];
            service_url: string | null;
            download_url: string | null;
            /** @default [] */
            webview_hosts: string[];
            /** @default null */
            map_tiles_url: string | null;
            hosts: string[];
            captcha: {
                enabled: boolean;
            };
            registration: {
                open: boolean;
                inviteRequired: boolean;
                identityRequired: boolean;
            };
            /** @default null */
            colour: {
                primary: string;
                pressed: string;
                label: string;
            } | null;
            /**
             * @default {
             *       "email": "",
             *       "phone": "",
             *       "address": ""
             *     }
             */
            contact: {
                email: string;
                phone: string;
                address: string;
            };
            /**
             * @default {
             *       "zh-Hans": "",
             *       "zh-Hant": "",
             *       "en": ""
             *     }
             */
            footer: {
                [key: string]: string;
            };
            /** @default [] */
            maintenance: {
                from: components["schemas"]["Iso"];
                until: components["schemas"]["Iso"];
            }[];
            timeZone: string;
            serverTime: components["schemas"]["Iso"];
            version: string;
            licence?: components["schemas"]["Licence"];
        };
        SiteHistory: {
            items: ({
                /** @constant */
                part: "identity";
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
                at: components["schemas"]["Iso"];
            } | {
                /** @constant */
                part: "access";
                version: components["schemas"]["Count"];
                value: {
                    /** @enum {string} */
                    registration: "open" | "invite" | "closed";
                    identityRequired: boolean;
                };
                at: components["schemas"]["Iso"];
            } | {
                /** @constant */
                part: "maintenance";
                version: components["schemas"]["Count"];
                value: {
                    windows: {
                        from: components["schemas"]["Iso"];
                        until: components["schemas"]["Iso"];
                    }[];
                };
                at: components["schemas"]["Iso"];
            } | {
                /** @constant */
                part: "limits";
                version: components["schemas"]["Count"];
                value: {
                    open: components["schemas"]["MoneySchema"] | null;
                    day: components["schemas"]["MoneySchema"] | null;
                };
                at: components["schemas"]["Iso"];
            })[];
        };
        Summary: {
            wallet: components["schemas"]["Wallet"];
            count: components["schemas"]["Count"];
            won: components["schemas"]["Count"];
            lost: components["schemas"]["Count"];
            tied: components["schemas"]["Count"];
            voided: components["schemas"]["Count"];
            staked: components["schemas"]["MoneySchema"];
            profit: components["schemas"]["MoneySchema"];
            days: {
                date: components["schemas"]["Date"];
                count: components["schemas"]["Count"];
                profit: components["schemas"]["MoneySchema"];
            }[];
        };
        Support: {
            items: components["schemas"]["SupportMessage"][];
            nextCursor: string | null;
            unread: components["schemas"]["Count"];
            deskRead: string;
        };
        SupportBody: {
            text: components["schemas"]["SupportText"];
            orderId?: components["schemas"]["IdField"];
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
        SupportMessage: {
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
        };
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
        SupportPictureBody: {
            picture: components["schemas"]["ImageField"];
        };
        SupportRead: {
            unread: components["schemas"]["Count"];
        };
        SupportReadBody: {
            upTo: string;
        };
        SupportText: string;
        Tick: {
            product: string;
            seq: components["schemas"]["Count"];
            at: components["schemas"]["Iso"];
            price: components["schemas"]["Price"];
            /** @enum {string} */
            status: "OK" | "STALE" | "DISAGREE" | "DEAD" | "CLOSED";
            /** @enum {string} */
            feed: "live" | "replay" | "simulated";
            epoch: components["schemas"]["Count"];
            sourcesDigest: components["schemas"]["Hash"];
            prevHash: components["schemas"]["Hash"];
            hash: components["schemas"]["Hash"];
            log: {
                size: components["schemas"]["Count"];
                root: components["schemas"]["Hash"];
            } | null;
        };
        TickSources: {
            seq: components["schemas"]["Count"];
            sourcesDigest: components["schemas"]["Hash"];
            sources: {
                source: string;
                price: components["schemas"]["Price"];
                tradeId?: string | null;
                tradedAt?: components["schemas"]["Iso"] | null;
                receivedAt: components["schemas"]["Iso"];
                /** @enum {string} */
                verdict: "used" | "stale" | "outlier" | "unused";
            }[];
        };
        Ticks: components["schemas"]["Tick"][];
        TicksSources: components["schemas"]["TickSources"][];
        Token: {
            token: string;
            device: string;
        };
        TotpBody: {
            code: string;
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
        Transfers: {
            items: components["schemas"]["Transfer"][];
            nextCursor: string | null;
        };
        UserInfo: {
            sessionkey: string;
            avatar: string;
            userName: string;
        };
        UserInfoEnvelope: {
            /** @constant */
            code: 200;
            msg: string;
            data: components["schemas"]["UserInfo"];
            roles: string[];
            permissions: string[];
        };
        UsernameField: string;
        Verification: {
            /** @enum {string} */
            status: "none" | "pending" | "verified" | "rejected";
            realName: string | null;
            idNumber: string | null;
            submittedAt: components["schemas"]["Iso"] | null;
            decidedAt: components["schemas"]["Iso"] | null;
            reason: ("PHOTO_UNREADABLE" | "PHOTO_INCOMPLETE" | "PHOTO_WRONG" | "NAME_DIFFERS" | "NUMBER_DIFFERS" | "PAPER_EXPIRED" | "PAPER_DOUBTED" | "NUMBER_USED" | "OTHER") | null;
            wrong: ("realName" | "idNumber" | "front" | "back")[];
        };
        VerificationBody: {
            realName?: string;
            idNumber?: string;
            front?: components["schemas"]["ImageField"];
            back?: components["schemas"]["ImageField"];
        };
        Visitor: {
            items: components["schemas"]["SupportMessage"][];
            nextCursor: string | null;
            unread: components["schemas"]["Count"];
            deskRead: string;
            isKnown: boolean;
        };
        VisitorBody: {
            text: components["schemas"]["SupportText"];
            code?: string;
            uuid?: string;
        };
        /** @enum {string} */
        Wallet: "practice" | "cash";
        WithdrawPasswordBody: {
            oldPwd: string;
            pwd: components["schemas"]["WithdrawPasswordField"];
            confirmPwd: string;
        };
        WithdrawPasswordField: string;
        WithdrawPasswordResetBody: {
            code: components["schemas"]["SecurityCodeField"];
            loginPwd: string;
            pwd: components["schemas"]["WithdrawPasswordField"];
            confirmPwd: string;
        };
        Withdrawal: {
            id: components["schemas"]["Id"];
            reference: string;
            wallet: components["schemas"]["Wallet"];
            /** @enum {string} */
            status: "pending" | "reviewing" | "approved" | "rejected" | "cancelled";
            /** @enum {string} */
            payout: "none" | "sent" | "arrived" | "returned";
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
            canCancel: boolean;
            /** @default null */
            lockedAt: components["schemas"]["Iso"] | null;
            steps: {
                state: string;
                at: components["schemas"]["Iso"];
                reason: string | null;
            }[];
        };
        WithdrawalBody: {
            amount: string;
            withdrawPwd: components["schemas"]["WithdrawPasswordField"];
        };
        WithdrawalTerms: {
            wallet: components["schemas"]["Wallet"];
            available: components["schemas"]["MoneySchema"];
            min: components["schemas"]["MoneySchema"];
            max: components["schemas"]["MoneySchema"];
            remainingToday: components["schemas"]["MoneySchema"];
            feeRate: components["schemas"]["Rate"];
            feeMin: components["schemas"]["MoneySchema"];
            feeMax: components["schemas"]["MoneySchema"];
            arrivalHours: components["schemas"]["Count"];
            card: {
                bank: string;
                holder: string;
                number: string;
            } | null;
            blockers: ("WITHDRAWAL_FORBIDDEN" | "ACCOUNT_FROZEN" | "IDENTITY_NOT_VERIFIED" | "BANK_CARD_REQUIRED" | "WITHDRAWAL_PAUSED")[];
            forbiddenReason: ("SECURITY_CHECK" | "PAYMENT_CHECK" | "PAPERS_NEEDED" | "LEGAL_DUTY" | "MEMBER_ASKED" | "OTHER") | null;
            pausedUntil: components["schemas"]["Iso"] | null;
            triesLeft: components["schemas"]["Count"];
        };
        WithdrawalWaits: {
            decided: components["schemas"]["Count"];
            medianMinutes: components["schemas"]["Count"] | null;
            longestMinutes: components["schemas"]["Count"] | null;
            waiting: components["schemas"]["Count"];
            longestWaitingMinutes: components["schemas"]["Count"] | null;
            updatedAt: components["schemas"]["Iso"];
        };
        Withdrawals: {
            items: components["schemas"]["Withdrawal"][];
            nextCursor: string | null;
            credited: components["schemas"]["MoneySchema"];
            count: components["schemas"]["Count"];
            more: boolean;
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
    fetchLive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FetchLiveBody"];
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
                        data: components["schemas"]["FetchLive"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    listSiteVersions: {
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
                        data: components["schemas"]["SiteHistory"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "RATE_LIMITED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readLogo: {
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
    readPage: {
        parameters: {
            query?: {
                version?: string;
            };
            header?: never;
            path: {
                slug: string;
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
                        data: components["schemas"]["Page"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "NOT_FOUND" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listPageVersions: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: string;
            };
            header?: never;
            path: {
                slug: string;
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
                        data: components["schemas"]["PageVersions"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "NOT_FOUND" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readAgreements: {
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
                        data: components["schemas"]["Agreements"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    agree: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgreementBody"];
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
                        data: components["schemas"]["Agreements"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "DEVICE_KEY_REQUIRED" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "NOT_FOUND" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED" | "TEXT_VERSION_OLD";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    listMemberMessages: {
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
                        data: components["schemas"]["Messages"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    markMemberMessagesRead: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessagesReadBody"];
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
                        data: components["schemas"]["MessagesRead"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    listNotices: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: string;
                category?: "system" | "activity" | "trading" | "maintenance";
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
                        data: components["schemas"]["Notices"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readNoticesNow: {
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
                        data: components["schemas"]["NoticesNow"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readNotice: {
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
                        data: components["schemas"]["Notice"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "NOTICE_NOT_FOUND" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readAllNotices: {
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
                        data: components["schemas"]["NoticesRead"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    markNoticeRead: {
        parameters: {
            query?: never;
            header?: never;
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
                        data: components["schemas"]["NoticesRead"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "NOTICE_NOT_FOUND" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readMaintenance: {
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
                        data: components["schemas"]["Maintenance"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "RATE_LIMITED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listBanners: {
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
                        data: components["schemas"]["Banners"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "RATE_LIMITED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readSiteConfig: {
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
                        data: components["schemas"]["SiteConfig"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "RATE_LIMITED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readPuzzle: {
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
    readCaptcha: {
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
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PUZZLE_REQUIRED" | "RATE_LIMITED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    logIn: {
        parameters: {
            query?: never;
            header?: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginBody"];
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
                        data: components["schemas"]["Token"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "ACCOUNT_FROZEN" | "ACCOUNT_FROZEN_BECAUSE" | "ACCOUNT_LOCKED" | "BODY_INVALID" | "BODY_TOO_LARGE" | "CAPTCHA_EXPIRED" | "CAPTCHA_HARDER" | "CAPTCHA_REQUIRED" | "CAPTCHA_WRONG" | "DEVICE_KEY_TAKEN" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REUSED" | "LOGIN_FAILED" | "LOGIN_NOT_AUTHORIZED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PASSWORD_LENGTH" | "PASSWORD_REQUIRED" | "PUZZLE_REQUIRED" | "RATE_LIMITED" | "SECOND_FACTOR_REQUIRED" | "USERNAME_ILLEGAL" | "USERNAME_LENGTH" | "USERNAME_REQUIRED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    checkRegistration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegistrationCheckBody"];
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
                        data: components["schemas"]["RegistrationCheck"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "INVITE_CODE_UNKNOWN" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PUZZLE_REQUIRED" | "RATE_LIMITED" | "REGISTRATION_CLOSED" | "USERNAME_ILLEGAL" | "USERNAME_LENGTH" | "USERNAME_REQUIRED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    register: {
        parameters: {
            query?: never;
            header?: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterBody"];
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
                        data: components["schemas"]["Token"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "ACCOUNT_FROZEN" | "ACCOUNT_FROZEN_BECAUSE" | "ACCOUNT_LOCKED" | "BODY_INVALID" | "BODY_TOO_LARGE" | "CAPTCHA_EXPIRED" | "CAPTCHA_HARDER" | "CAPTCHA_REQUIRED" | "CAPTCHA_WRONG" | "COUNTRY_NOT_ALLOWED" | "DEVICE_KEY_TAKEN" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REUSED" | "ID_NUMBER_CHECK" | "ID_NUMBER_INVALID" | "ID_NUMBER_OLD" | "INVITE_CODE_UNKNOWN" | "LOGIN_NOT_AUTHORIZED" | "NAME_INVALID" | "NAME_RESERVED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PASSWORDS_DIFFER" | "PASSWORD_COMMON" | "PASSWORD_HAS_ACCOUNT" | "PASSWORD_LENGTH" | "PASSWORD_REPEAT_REQUIRED" | "PASSWORD_REQUIRED" | "PASSWORD_SIMPLE" | "PHONE_EXISTS" | "PHONE_INVALID" | "PHONE_REQUIRED" | "PUZZLE_REQUIRED" | "RATE_LIMITED" | "REGISTRATION_CLOSED" | "REGISTRATION_DONE" | "REGISTRATION_FAILED" | "TEXT_TURNED" | "USERNAME_EXISTS" | "USERNAME_ILLEGAL" | "USERNAME_LENGTH" | "USERNAME_REQUIRED" | "WITHDRAW_PASSWORDS_DIFFER" | "WITHDRAW_PASSWORD_ILLEGAL" | "WITHDRAW_PASSWORD_REPEAT_REQUIRED" | "WITHDRAW_PASSWORD_REQUIRED" | "WITHDRAW_PASSWORD_SIMPLE";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readLoginFactorOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondStepOptionsBody"];
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
                        data: components["schemas"]["AssertionOptionsView"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "FACTOR_CHALLENGE_EXPIRED" | "FACTOR_NOT_FOUND" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PASSKEY_UNAVAILABLE" | "RATE_LIMITED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    logInWithFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondStepBody"];
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
                        data: components["schemas"]["Token"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "ACCOUNT_FROZEN" | "ACCOUNT_FROZEN_BECAUSE" | "BODY_INVALID" | "BODY_TOO_LARGE" | "DEVICE_KEY_TAKEN" | "FACTOR_CHALLENGE_EXPIRED" | "FACTOR_CODE_REQUIRED" | "FACTOR_CODE_WRONG" | "FACTOR_LOCKED" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "LOGIN_NOT_AUTHORIZED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PASSKEY_REFUSED" | "RATE_LIMITED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    askForPasswordCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordCodeBody"];
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
                        data: components["schemas"]["PasswordCode"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CAPTCHA_EXPIRED" | "CAPTCHA_REQUIRED" | "CAPTCHA_WRONG" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PASSWORD_RECOVERY_UNAVAILABLE" | "PUZZLE_REQUIRED" | "RATE_LIMITED" | "USERNAME_ILLEGAL" | "USERNAME_LENGTH" | "USERNAME_REQUIRED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordResetBody"];
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
                        data: components["schemas"]["PasswordReset"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CODE_INVALID" | "CODE_REQUIRED" | "CODE_WRONG" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REUSED" | "IDENTITY_TAIL_WRONG" | "NEW_PASSWORDS_DIFFER" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PASSWORD_COMMON" | "PASSWORD_HAS_ACCOUNT" | "PASSWORD_LENGTH" | "PASSWORD_REPEAT_REQUIRED" | "PASSWORD_REQUIRED" | "PASSWORD_SIMPLE" | "PUZZLE_REQUIRED" | "RATE_LIMITED" | "USERNAME_ILLEGAL" | "USERNAME_LENGTH" | "USERNAME_REQUIRED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readUserInfo: {
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
                    "application/json": components["schemas"]["UserInfoEnvelope"] | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readProfile: {
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
                        data: components["schemas"]["Profile"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    saveProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProfileBody"];
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
                        data: components["schemas"]["Profile"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "DEVICE_KEY_REQUIRED" | "EMAIL_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "INFORMATION_EMPTY" | "NAME_INVALID" | "NAME_RESERVED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PROFILE_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    logOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["LogoutBody"] | null;
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
                        data: null;
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    listSessions: {
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
                        data: components["schemas"]["IdentitySessionsView"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    endOtherSessions: {
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
                        data: components["schemas"]["SessionsEnded"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "DEVICE_KEY_REQUIRED" | "FAULT" | "OUTCOME_UNKNOWN" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    endSession: {
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
                        data: null;
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "DEVICE_KEY_REQUIRED" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SESSION_NOT_FOUND" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    listProducts: {
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
                        data: components["schemas"]["Products"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "RATE_LIMITED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: components["schemas"]["ProductCodeField"];
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
                        data: components["schemas"]["Product"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PRODUCT_NOT_FOUND" | "RATE_LIMITED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listCandles: {
        parameters: {
            query: {
                interval: "1m" | "5m" | "15m" | "30m" | "1h" | "4h" | "1d";
                before?: components["schemas"]["MomentField"];
                limit?: string;
            };
            header?: never;
            path: {
                code: components["schemas"]["ProductCodeField"];
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
                        data: components["schemas"]["Candles"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PRODUCT_NOT_FOUND" | "RATE_LIMITED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listTicks: {
        parameters: {
            query: {
                fromSeq: string;
                toSeq: string;
            };
            header?: never;
            path: {
                code: components["schemas"]["ProductCodeField"];
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
                        data: components["schemas"]["Ticks"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PRODUCT_NOT_FOUND" | "RATE_LIMITED" | "TICKS_RANGE_INVALID" | "TICKS_UNAVAILABLE";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listTerms: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: components["schemas"]["ProductCodeField"];
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
                        data: components["schemas"]["PublishedTerms"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PRODUCT_NOT_FOUND" | "RATE_LIMITED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: components["schemas"]["ProductCodeField"];
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
                        data: components["schemas"]["MarketSessionsView"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PRODUCT_NOT_FOUND" | "RATE_LIMITED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listStops: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: components["schemas"]["ProductCodeField"];
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
                        data: components["schemas"]["MarketStopsView"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PRODUCT_NOT_FOUND" | "RATE_LIMITED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listVersions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: components["schemas"]["ProductCodeField"];
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
                        data: components["schemas"]["ProductVersions"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PRODUCT_NOT_FOUND" | "RATE_LIMITED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listCheckpoints: {
        parameters: {
            query?: {
                product?: components["schemas"]["ProductCodeField"];
                kind?: "hour" | "minute";
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
                        data: components["schemas"]["Checkpoints"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PRODUCT_NOT_FOUND" | "RATE_LIMITED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readLogCheckpoint: {
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
                    "text/plain": string;
                    "application/json": components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "RATE_LIMITED";
                    };
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listLogWitnesses: {
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
                        data: components["schemas"]["LogWitnesses"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "RATE_LIMITED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readLogPolicy: {
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
                    "text/plain": string;
                    "application/json": components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "RATE_LIMITED";
                    };
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listLogOpenings: {
        parameters: {
            query: {
                from: string;
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
                        data: components["schemas"]["LogOpenings"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "ORDERS_UNAVAILABLE" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    getApiLogTile: {
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
                    "text/plain": string;
                    "application/json": components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "RATE_LIMITED";
                    };
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listLogTimeStamps: {
        parameters: {
            query?: {
                before?: components["schemas"]["Iso"];
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
                        data: components["schemas"]["LogTimeStamps"];
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
    listTickSources: {
        parameters: {
            query: {
                fromSeq: string;
                toSeq: string;
            };
            header?: never;
            path: {
                code: components["schemas"]["ProductCodeField"];
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
                        data: components["schemas"]["TicksSources"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PRODUCT_NOT_FOUND" | "RATE_LIMITED" | "TICKS_RANGE_INVALID" | "TICKS_UNAVAILABLE";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listPriceSources: {
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
                        data: components["schemas"]["PriceSources"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "RATE_LIMITED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listSimulatorSeeds: {
        parameters: {
            query: {
                day: components["schemas"]["DateField"];
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
                        data: components["schemas"]["SimulatorSeeds"];
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
    readFairness: {
        parameters: {
            query?: {
                wallet?: "practice" | "cash";
                product?: components["schemas"]["ProductCodeField"];
                days?: "1" | "7" | "30" | "90" | "365";
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
                        data: components["schemas"]["Fairness"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PRODUCT_NOT_FOUND" | "RATE_LIMITED" | "WALLET_UNAVAILABLE";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readFairnessVoids: {
        parameters: {
            query?: {
                wallet?: "practice" | "cash";
                product?: components["schemas"]["ProductCodeField"];
                days?: "1" | "7";
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
                        data: components["schemas"]["FairnessVoids"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PRODUCT_NOT_FOUND" | "RATE_LIMITED" | "WALLET_UNAVAILABLE";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listFairnessMonths: {
        parameters: {
            query?: {
                wallet?: "practice" | "cash";
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
                        data: components["schemas"]["FairnessMonths"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "WALLET_UNAVAILABLE";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listFairnessAccounts: {
        parameters: {
            query: {
                wallet?: "practice" | "cash";
                month: string;
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
                        data: components["schemas"]["FairnessAccounts"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "WALLET_UNAVAILABLE";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listFairnessOrders: {
        parameters: {
            query: {
                wallet?: "practice" | "cash";
                date: components["schemas"]["DateField"];
                cursor?: string;
                limit?: string;
                format?: "csv";
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
                        data: components["schemas"]["FairnessOrders"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "ORDERS_UNAVAILABLE" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "WALLET_UNAVAILABLE";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readMember: {
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
                        data: components["schemas"]["Member"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "ORDERS_UNAVAILABLE" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readMoney: {
        parameters: {
            query?: {
                wallet?: "practice" | "cash";
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
                        data: components["schemas"]["MoneyView"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "WALLET_UNAVAILABLE";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readBalanceLine: {
        parameters: {
            query?: {
                wallet?: "practice" | "cash";
                days?: "7" | "30";
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
                        data: components["schemas"]["BalanceLine"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "WALLET_UNAVAILABLE";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    resetPractice: {
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
                "application/json": components["schemas"]["PracticeResetBody"] | null;
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
                        data: components["schemas"]["MoneyView"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "DEVICE_KEY_REQUIRED" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PRACTICE_RESET_LIMIT" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readEarnings: {
        parameters: {
            query: {
                wallet?: "practice" | "cash";
                date: string;
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
                        data: components["schemas"]["Earnings"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "ORDERS_TOO_FAR" | "ORDERS_UNAVAILABLE" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "WALLET_UNAVAILABLE";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listTransfers: {
        parameters: {
            query?: {
                wallet?: "practice" | "cash";
                account?: "funds" | "savings" | "invested";
                type?: string;
                refId?: components["schemas"]["IdField"];
                format?: "json" | "csv" | "pdf";
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
                        data: components["schemas"]["Transfers"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "STATEMENT_TOO_LONG" | "WALLET_UNAVAILABLE";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listDepositChannels: {
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
                        data: components["schemas"]["DepositChannels"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listDeposits: {
        parameters: {
            query?: {
                status?: string;
                kind?: string;
                wallet?: "practice" | "cash";
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
                        data: components["schemas"]["Deposits"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "WALLET_UNAVAILABLE";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    makeDeposit: {
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
                "application/json": components["schemas"]["DepositBody"];
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
                        data: components["schemas"]["Deposit"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "ACCOUNT_FROZEN" | "AMOUNT_ABOVE_MAXIMUM" | "AMOUNT_BELOW_MINIMUM" | "AMOUNT_INVALID" | "AMOUNT_REQUIRED" | "AMOUNT_TOO_PRECISE" | "BODY_INVALID" | "BODY_TOO_LARGE" | "DEPOSIT_CHANNEL_UNAVAILABLE" | "DEPOSIT_LIMIT_DAY" | "DEPOSIT_LIMIT_MONTH" | "DEPOSIT_LIMIT_WEEK" | "DEPOSIT_TOO_MANY" | "DEVICE_KEY_REQUIRED" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SELF_EXCLUDED" | "SELF_EXCLUDED_FOREVER" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED" | "SITE_RESTS" | "WALLET_UNAVAILABLE";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readDeposit: {
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
                        data: components["schemas"]["Deposit"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "DEPOSIT_NOT_FOUND" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    tellDepositPaid: {
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
                "application/json": components["schemas"]["DepositPaidBody"];
                "multipart/form-data": components["schemas"]["DepositPaidBody"];
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
                        data: components["schemas"]["Deposit"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "DEPOSIT_NOT_FOUND" | "DEPOSIT_PROOF_REQUIRED" | "DEPOSIT_RATE_EXPIRED" | "DEPOSIT_STATE_CHANGED" | "DEPOSIT_TXID_INVALID" | "DEPOSIT_TXID_REQUIRED" | "DEPOSIT_TXID_USED" | "DEVICE_KEY_REQUIRED" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "IMAGE_HEIC" | "IMAGE_INVALID" | "IMAGE_REQUIRED" | "IMAGE_TOO_DETAILED" | "IMAGE_TOO_LARGE" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED" | "TEXT_TURNED" | "UPLOAD_INCOMPLETE" | "UPLOAD_LIMIT_REACHED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readDepositProof: {
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
                        error?: "BODY_INVALID" | "DEPOSIT_NOT_FOUND" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    };
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    cancelDeposit: {
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
                        data: components["schemas"]["Deposit"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "DEPOSIT_NOT_FOUND" | "DEPOSIT_STATE_CHANGED" | "DEVICE_KEY_REQUIRED" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readWithdrawalTerms: {
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
                        data: components["schemas"]["WithdrawalTerms"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listWithdrawals: {
        parameters: {
            query?: {
                status?: string;
                key?: components["schemas"]["IdField"];
                wallet?: "practice" | "cash";
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
                        data: components["schemas"]["Withdrawals"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "WALLET_UNAVAILABLE";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    makeWithdrawal: {
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
                "application/json": components["schemas"]["WithdrawalBody"];
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
                        data: components["schemas"]["Withdrawal"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "ACCOUNT_FROZEN" | "AMOUNT_ABOVE_MAXIMUM" | "AMOUNT_BELOW_MINIMUM" | "AMOUNT_INVALID" | "AMOUNT_REQUIRED" | "AMOUNT_TOO_PRECISE" | "AVAILABLE_INSUFFICIENT" | "BANK_CARD_REQUIRED" | "BODY_INVALID" | "BODY_TOO_LARGE" | "CARD_SHARED" | "CONFIRMATION_REQUIRED" | "DEVICE_KEY_REQUIRED" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "IDENTITY_NOT_VERIFIED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED" | "SITE_RESTS" | "WALLET_UNAVAILABLE" | "WITHDRAWAL_DAILY_LIMIT" | "WITHDRAWAL_FORBIDDEN" | "WITHDRAWAL_FORBIDDEN_BECAUSE" | "WITHDRAWAL_PAUSED" | "WITHDRAW_PASSWORD_ILLEGAL" | "WITHDRAW_PASSWORD_LOCKED" | "WITHDRAW_PASSWORD_MISMATCH" | "WITHDRAW_PASSWORD_REQUIRED" | "WITHDRAW_PASSWORD_WRONG";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readWithdrawal: {
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
                        data: components["schemas"]["Withdrawal"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "WITHDRAWAL_NOT_FOUND";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    cancelWithdrawal: {
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
                        data: components["schemas"]["Withdrawal"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "DEVICE_KEY_REQUIRED" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED" | "WITHDRAWAL_LOCKED" | "WITHDRAWAL_NOT_FOUND" | "WITHDRAWAL_STATE_CHANGED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    lockWithdrawal: {
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
                        data: components["schemas"]["Withdrawal"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "DEVICE_KEY_REQUIRED" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED" | "WITHDRAWAL_NOT_FOUND" | "WITHDRAWAL_STATE_CHANGED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readWithdrawalWaits: {
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
                        data: components["schemas"]["WithdrawalWaits"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "RATE_LIMITED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readInvite: {
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
                        data: components["schemas"]["Invite"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
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
                        data: components["schemas"]["Projects"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readProject: {
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
                        data: components["schemas"]["Project"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PROJECT_NOT_FOUND" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readQuote: {
        parameters: {
            query: {
                amount: string;
            };
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
                        data: components["schemas"]["Quote"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "AMOUNT_INVALID" | "AMOUNT_REQUIRED" | "AMOUNT_TOO_PRECISE" | "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PROJECT_NOT_FOUND" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readAgreement: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: "project" | "savings";
                version: string;
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
                        data: components["schemas"]["Agreement"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "NOT_FOUND" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listHoldings: {
        parameters: {
            query?: {
                status?: "awaiting" | "repaid";
                projectId?: components["schemas"]["IdField"];
                key?: components["schemas"]["IdField"];
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
                        data: components["schemas"]["Holdings"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "WALLET_UNAVAILABLE";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    buyHolding: {
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
                "application/json": components["schemas"]["BuyBody"];
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
                        data: components["schemas"]["Holding"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "ACCOUNT_FROZEN" | "AMOUNT_INVALID" | "AMOUNT_REQUIRED" | "AMOUNT_TOO_PRECISE" | "AVAILABLE_INSUFFICIENT" | "BODY_INVALID" | "BODY_TOO_LARGE" | "DEVICE_KEY_REQUIRED" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "IDENTITY_NOT_VERIFIED" | "INVEST_AMOUNT_ABOVE_MAXIMUM" | "INVEST_AMOUNT_BELOW_MINIMUM" | "INVEST_BALANCE_INSUFFICIENT" | "INVEST_TERMS_CHANGED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PROJECT_CLOSED" | "PROJECT_LEFT_INSUFFICIENT" | "PROJECT_NOT_FOUND" | "PROJECT_NOT_OPEN" | "PROJECT_SOLD_OUT" | "RATE_LIMITED" | "SELF_EXCLUDED" | "SELF_EXCLUDED_FOREVER" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED" | "WITHDRAW_PASSWORD_ILLEGAL" | "WITHDRAW_PASSWORD_LOCKED" | "WITHDRAW_PASSWORD_MISMATCH" | "WITHDRAW_PASSWORD_REQUIRED" | "WITHDRAW_PASSWORD_WRONG";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readHolding: {
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
                        data: components["schemas"]["HoldingDetail"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "HOLDING_NOT_FOUND" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readRedemption: {
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
                        data: components["schemas"]["Redemption"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "HOLDING_NOT_FOUND" | "HOLDING_STATE_CHANGED" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "REDEMPTION_LOCKED" | "REDEMPTION_NOT_ALLOWED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    redeemHolding: {
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
                "application/json": components["schemas"]["RedemptionBody"] | null;
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
                        data: components["schemas"]["Holding"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "AMOUNT_INVALID" | "AMOUNT_REQUIRED" | "BODY_INVALID" | "BODY_TOO_LARGE" | "DEVICE_KEY_REQUIRED" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "HOLDING_NOT_FOUND" | "HOLDING_STATE_CHANGED" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "REDEMPTION_CHANGED" | "REDEMPTION_LOCKED" | "REDEMPTION_NOT_ALLOWED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    rollOver: {
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
                "application/json": components["schemas"]["RollOverBody"];
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
                        data: components["schemas"]["Holding"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "DEVICE_KEY_REQUIRED" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "HOLDING_NOT_FOUND" | "HOLDING_STATE_CHANGED" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readSavings: {
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
                        data: components["schemas"]["Savings"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listSavingsTransfers: {
        parameters: {
            query?: {
                direction?: "in" | "out";
                origin?: string;
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
                        data: components["schemas"]["SavingsTransfers"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    moveSavings: {
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
                "application/json": components["schemas"]["SavingsTransferBody"];
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
                        data: components["schemas"]["Savings"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "ACCOUNT_FROZEN" | "AMOUNT_INVALID" | "AMOUNT_REQUIRED" | "AMOUNT_TOO_PRECISE" | "AVAILABLE_INSUFFICIENT" | "BODY_INVALID" | "BODY_TOO_LARGE" | "DEVICE_KEY_REQUIRED" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "INVEST_BALANCE_INSUFFICIENT" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SAVINGS_INSUFFICIENT" | "SELF_EXCLUDED" | "SELF_EXCLUDED_FOREVER" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    setAutoSave: {
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
                "application/json": components["schemas"]["SavingsAutoBody"];
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
                        data: components["schemas"]["Savings"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "AMOUNT_INVALID" | "BODY_INVALID" | "BODY_TOO_LARGE" | "DEVICE_KEY_REQUIRED" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readInvestSummary: {
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
                        data: components["schemas"]["InvestSummary"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    showPracticePayment: {
        parameters: {
            query: {
                reference: string;
                language?: "zh-Hans" | "zh-Hant" | "en";
                domain?: string;
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
                    "text/html": string;
                    "application/json": components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED";
                    };
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    payPractice: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reference: string;
                    domain?: string;
                    /** @enum {string} */
                    choice: "paid" | "failed";
                };
            };
        };
        responses: {
            /** @description The answer, or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "application/json": components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED";
                    };
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readService: {
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
                        data: components["schemas"]["Service"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "RATE_LIMITED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listMessages: {
        parameters: {
            query?: {
                order?: components["schemas"]["IdField"];
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
                        data: components["schemas"]["Support"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    sendMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SupportBody"];
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
                        data: components["schemas"]["SupportMessage"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "DEVICE_KEY_REQUIRED" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REUSED" | "MESSAGE_INVALID" | "MESSAGE_REQUIRED" | "MESSAGE_TOO_LONG" | "ORDERS_UNAVAILABLE" | "ORDER_NOT_FOUND" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    markMessagesRead: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SupportReadBody"];
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
                        data: components["schemas"]["SupportRead"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    sendPicture: {
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
                "multipart/form-data": components["schemas"]["SupportPictureBody"];
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
                        data: components["schemas"]["SupportMessage"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "DEVICE_KEY_REQUIRED" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "IMAGE_HEIC" | "IMAGE_INVALID" | "IMAGE_REQUIRED" | "IMAGE_TOO_DETAILED" | "IMAGE_TOO_LARGE" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED" | "UPLOAD_INCOMPLETE" | "UPLOAD_LIMIT_REACHED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readPicture: {
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
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PHOTO_NOT_FOUND" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    };
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listComplaints: {
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
                        data: components["schemas"]["Complaints"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    openComplaint: {
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
                "application/json": components["schemas"]["ComplaintBody"];
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
                        data: components["schemas"]["Complaint"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "COMPLAINTS_OPEN" | "DEPOSIT_NOT_FOUND" | "DEVICE_KEY_REQUIRED" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "MESSAGE_INVALID" | "MESSAGE_NOT_FOUND" | "MESSAGE_REQUIRED" | "MESSAGE_TOO_LONG" | "ORDERS_UNAVAILABLE" | "ORDER_NOT_FOUND" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED" | "TEXT_TURNED" | "WITHDRAWAL_NOT_FOUND";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    replyToComplaint: {
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
                "application/json": components["schemas"]["ComplaintReplyBody"];
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
                        data: components["schemas"]["Complaint"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "COMPLAINT_ENDED" | "COMPLAINT_FULL" | "COMPLAINT_NOT_FOUND" | "DEVICE_KEY_REQUIRED" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "MESSAGE_INVALID" | "MESSAGE_REQUIRED" | "MESSAGE_TOO_LONG" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    withdrawComplaint: {
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
                        data: components["schemas"]["Complaint"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "COMPLAINT_ENDED" | "COMPLAINT_NOT_FOUND" | "DEVICE_KEY_REQUIRED" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    listVisitorMessages: {
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
                        data: components["schemas"]["Visitor"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "VISITOR_TOKEN_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    sendVisitorMessage: {
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
                "application/json": components["schemas"]["VisitorBody"];
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
                        data: components["schemas"]["SupportMessage"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CAPTCHA_EXPIRED" | "CAPTCHA_HARDER" | "CAPTCHA_REQUIRED" | "CAPTCHA_WRONG" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "MESSAGE_INVALID" | "MESSAGE_REQUIRED" | "MESSAGE_TOO_LONG" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PUZZLE_REQUIRED" | "RATE_LIMITED" | "SUPPORT_CLOSED_TO_VISITORS" | "TEXT_TURNED" | "VISITOR_TOKEN_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    markVisitorMessagesRead: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SupportReadBody"];
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
                        data: components["schemas"]["SupportRead"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "VISITOR_CHAT_NOT_FOUND" | "VISITOR_TOKEN_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    joinVisitor: {
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
                        data: components["schemas"]["SupportRead"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "DEVICE_KEY_REQUIRED" | "FAULT" | "OUTCOME_UNKNOWN" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED" | "VISITOR_CHAT_NOT_FOUND" | "VISITOR_CHAT_REFUSED" | "VISITOR_TOKEN_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    listAlerts: {
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
                        data: components["schemas"]["Alerts"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    makeAlert: {
        parameters: {
            query?: never;
            header?: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertBody"];
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
                        data: components["schemas"]["Alert"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "ALERTS_FULL" | "ALERT_EXISTS" | "ALERT_NO_PRICE" | "ALERT_PRICE_INVALID" | "ALERT_PRICE_REQUIRED" | "ALERT_REACHED" | "BODY_INVALID" | "BODY_TOO_LARGE" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PRODUCT_NOT_FOUND" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    removeAlert: {
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
                        data: components["schemas"]["Removed"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    makeReminder: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReminderBody"];
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
                        data: components["schemas"]["Reminder"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "ALERTS_FULL" | "ALERT_EXISTS" | "BODY_INVALID" | "BODY_TOO_LARGE" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PRODUCT_NOT_FOUND" | "RATE_LIMITED" | "REMINDER_NOT_CLOSED" | "REMINDER_NO_OPENING" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    removeReminder: {
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
                        data: components["schemas"]["Removed"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readFirstRun: {
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
                        data: components["schemas"]["FirstRun"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    keepFirstRun: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FirstRunBody"];
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
                        data: components["schemas"]["FirstRun"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PRODUCT_NOT_FOUND" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readSecurity: {
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
                        data: components["schemas"]["Security"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    markSecuritySeen: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecuritySeenBody"];
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
                        data: null;
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "DEVICE_KEY_REQUIRED" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordBody"];
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
                        data: null;
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "ACCOUNT_LOCKED" | "BODY_INVALID" | "BODY_TOO_LARGE" | "CONFIRMATION_REQUIRED" | "DEVICE_KEY_REQUIRED" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REUSED" | "NEW_PASSWORDS_DIFFER" | "OLD_PASSWORD_WRONG" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PASSWORD_COMMON" | "PASSWORD_HAS_ACCOUNT" | "PASSWORD_LENGTH" | "PASSWORD_REPEAT_REQUIRED" | "PASSWORD_REQUIRED" | "PASSWORD_SIMPLE" | "PASSWORD_UNCHANGED" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    changeWithdrawPassword: {
        parameters: {
            query?: never;
            header?: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WithdrawPasswordBody"];
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
                        data: null;
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONFIRMATION_REQUIRED" | "DEVICE_KEY_REQUIRED" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED" | "WITHDRAW_PASSWORDS_DIFFER" | "WITHDRAW_PASSWORD_ILLEGAL" | "WITHDRAW_PASSWORD_LOCKED" | "WITHDRAW_PASSWORD_REPEAT_REQUIRED" | "WITHDRAW_PASSWORD_REQUIRED" | "WITHDRAW_PASSWORD_SIMPLE" | "WITHDRAW_PASSWORD_UNCHANGED" | "WITHDRAW_PASSWORD_WRONG";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    askForCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CodeBody"];
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
                        data: components["schemas"]["Code"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "DEVICE_KEY_REQUIRED" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED" | "WITHDRAW_PASSWORD_RECOVERY_FAILED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readPracticeCode: {
        parameters: {
            query: {
                purpose: "withdrawPassword";
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
                        data: components["schemas"]["PracticeCode"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "NOT_FOUND" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    resetWithdrawPassword: {
        parameters: {
            query?: never;
            header?: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WithdrawPasswordResetBody"];
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
                        data: null;
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "ACCOUNT_LOCKED" | "BODY_INVALID" | "BODY_TOO_LARGE" | "CODE_INVALID" | "CODE_REQUIRED" | "CODE_WRONG" | "CONFIRMATION_REQUIRED" | "DEVICE_KEY_REQUIRED" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REUSED" | "LOGIN_PASSWORD_WRONG" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PASSWORD_LENGTH" | "PASSWORD_REQUIRED" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED" | "WITHDRAW_PASSWORDS_DIFFER" | "WITHDRAW_PASSWORD_ILLEGAL" | "WITHDRAW_PASSWORD_REPEAT_REQUIRED" | "WITHDRAW_PASSWORD_REQUIRED" | "WITHDRAW_PASSWORD_SIMPLE";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readOwnLimits: {
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
                        data: components["schemas"]["Limits"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    changeOwnLimits: {
        parameters: {
            query?: never;
            header?: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LimitsBody"];
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
                        data: components["schemas"]["Limits"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "AMOUNT_INVALID" | "AMOUNT_REQUIRED" | "AMOUNT_TOO_PRECISE" | "BODY_INVALID" | "BODY_TOO_LARGE" | "DEVICE_KEY_REQUIRED" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readOwnData: {
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
                        data: components["schemas"]["OwnData"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    askForData: {
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
                        data: components["schemas"]["OwnData"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONFIRMATION_REQUIRED" | "DATA_ASKED_TODAY" | "DEVICE_KEY_REQUIRED" | "FAULT" | "OUTCOME_UNKNOWN" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    linkToData: {
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
                        data: components["schemas"]["DataLink"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONFIRMATION_REQUIRED" | "DATA_FILE_GONE" | "DEVICE_KEY_REQUIRED" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    downloadData: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
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
                        error?: "BODY_INVALID" | "DATA_FILE_GONE" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED";
                    };
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    askToClose: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AskToCloseBody"];
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
                        data: components["schemas"]["OwnData"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "AMOUNT_INVALID" | "AMOUNT_REQUIRED" | "BODY_INVALID" | "BODY_TOO_LARGE" | "CLOSING_BLOCKED" | "CONFIRMATION_REQUIRED" | "DEVICE_KEY_REQUIRED" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    stopClosing: {
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
                        data: components["schemas"]["OwnData"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "DEVICE_KEY_REQUIRED" | "FAULT" | "OUTCOME_UNKNOWN" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readPush: {
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
                        data: components["schemas"]["Push"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    choosePush: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PushBody"];
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
                        data: components["schemas"]["Push"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "DEVICE_KEY_REQUIRED" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PUSH_SERVICE_UNKNOWN" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    leavePush: {
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
                        data: components["schemas"]["Push"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "DEVICE_KEY_REQUIRED" | "FAULT" | "OUTCOME_UNKNOWN" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readFactors: {
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
                        data: components["schemas"]["Factors"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    turnOnTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TotpBody"];
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
                        data: components["schemas"]["RecoveryCodes"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "DEVICE_KEY_REQUIRED" | "FACTOR_CODE_REQUIRED" | "FACTOR_CODE_WRONG" | "FACTOR_EXISTS" | "FACTOR_LOCKED" | "FACTOR_NOT_FOUND" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    beginTotp: {
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
                        data: components["schemas"]["FactorsTotpSecretView"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONFIRMATION_REQUIRED" | "DEVICE_KEY_REQUIRED" | "FACTOR_EXISTS" | "FAULT" | "OUTCOME_UNKNOWN" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    turnOffTotp: {
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
                        data: null;
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONFIRMATION_REQUIRED" | "DEVICE_KEY_REQUIRED" | "FACTOR_NOT_FOUND" | "FAULT" | "OUTCOME_UNKNOWN" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    askForPasskey: {
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
                        data: components["schemas"]["CreationOptionsView"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONFIRMATION_REQUIRED" | "DEVICE_KEY_REQUIRED" | "FAULT" | "OUTCOME_UNKNOWN" | "PASSKEY_UNAVAILABLE" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    addPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyBody"];
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
                        data: components["schemas"]["RecoveryCodes"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "DEVICE_KEY_REQUIRED" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PASSKEYS_TOO_MANY" | "PASSKEY_EXISTS" | "PASSKEY_NAME_REQUIRED" | "PASSKEY_REFUSED" | "PASSKEY_UNAVAILABLE" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED" | "TEXT_TURNED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    removePasskey: {
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
                        data: null;
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONFIRMATION_REQUIRED" | "DEVICE_KEY_REQUIRED" | "FACTOR_NOT_FOUND" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    makeRecoveryCodes: {
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
                        data: components["schemas"]["RecoveryCodes"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "CONFIRMATION_REQUIRED" | "DEVICE_KEY_REQUIRED" | "FACTOR_NOT_FOUND" | "FAULT" | "OUTCOME_UNKNOWN" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    askForConfirmation: {
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
                        data: components["schemas"]["AssertionOptionsView"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "DEVICE_KEY_REQUIRED" | "FAULT" | "OUTCOME_UNKNOWN" | "PASSKEY_UNAVAILABLE" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    confirmMember: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmationBody"];
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
                        data: null;
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "ACCOUNT_LOCKED" | "BODY_INVALID" | "BODY_TOO_LARGE" | "CONFIRMATION_REQUIRED" | "DEVICE_KEY_REQUIRED" | "FACTOR_CODE_REQUIRED" | "FACTOR_CODE_WRONG" | "FACTOR_LOCKED" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "LOGIN_PASSWORD_WRONG" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PASSKEY_REFUSED" | "PASSWORD_LENGTH" | "PASSWORD_REQUIRED" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readBankCard: {
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
                        data: components["schemas"]["BankCard"] | null;
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    bindBankCard: {
        parameters: {
            query?: never;
            header?: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BankCardBody"];
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
                        data: components["schemas"]["BankCard"] | null;
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BANK_CARD_BEGINS_WITH_ZERO" | "BANK_CARD_BOUND" | "BANK_CARD_INVALID" | "BANK_CARD_LENGTH" | "BANK_CARD_NUMBER_REQUIRED" | "BANK_CARD_TAKEN" | "BANK_DIFFERS" | "BANK_REQUIRED" | "BODY_INVALID" | "BODY_TOO_LARGE" | "CARD_HOLDER_DIFFERS" | "CONFIRMATION_REQUIRED" | "DEVICE_KEY_REQUIRED" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REUSED" | "NAME_INVALID" | "NAME_REQUIRED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED" | "TEXT_TURNED" | "WITHDRAW_PASSWORD_LOCKED" | "WITHDRAW_PASSWORD_MISMATCH" | "WITHDRAW_PASSWORD_REQUIRED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    removeBankCard: {
        parameters: {
            query?: never;
            header?: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BankCardRemovalBody"];
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
                        data: null;
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BANK_CARD_IN_USE" | "BANK_CARD_NOT_FOUND" | "BODY_INVALID" | "BODY_TOO_LARGE" | "CONFIRMATION_REQUIRED" | "DEVICE_KEY_REQUIRED" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED" | "WITHDRAW_PASSWORD_LOCKED" | "WITHDRAW_PASSWORD_MISMATCH" | "WITHDRAW_PASSWORD_REQUIRED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readVerification: {
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
                        data: components["schemas"]["Verification"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    submitVerification: {
        parameters: {
            query?: never;
            header?: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["VerificationBody"];
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
                        data: components["schemas"]["Verification"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "DEVICE_KEY_REQUIRED" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REUSED" | "ID_NUMBER_CHECK" | "ID_NUMBER_INVALID" | "ID_NUMBER_MINOR" | "ID_NUMBER_OLD" | "ID_NUMBER_REQUIRED" | "ID_NUMBER_USED" | "IMAGE_HEIC" | "IMAGE_INVALID" | "IMAGE_REQUIRED" | "IMAGE_TOO_LARGE" | "NAME_HOLDER_DIFFERS" | "NAME_INVALID" | "NAME_REQUIRED" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED" | "TEXT_TURNED" | "UPLOAD_INCOMPLETE" | "UPLOAD_LIMIT_REACHED" | "VERIFICATION_DONE" | "VERIFICATION_PENDING";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    changeAvatar: {
        parameters: {
            query?: never;
            header?: {
                /** @description A UUID of the caller. The same key with the same body gets the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["AvatarBody"];
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
                        data: components["schemas"]["Avatar"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "DEVICE_KEY_REQUIRED" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REUSED" | "IMAGE_HEIC" | "IMAGE_INVALID" | "IMAGE_REQUIRED" | "IMAGE_TOO_LARGE" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SIGNATURE_USED" | "UPLOAD_INCOMPLETE" | "UPLOAD_LIMIT_REACHED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readAvatar: {
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
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "NOT_FOUND" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    };
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    listOrders: {
        parameters: {
            query?: {
                key?: components["schemas"]["IdField"];
                status?: "open" | "settled";
                wallet?: "practice" | "cash";
                result?: "won" | "lost" | "tied" | "voided";
                product?: components["schemas"]["ProductCodeField"];
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
                        data: components["schemas"]["Orders"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "ORDERS_TOO_FAR" | "ORDERS_UNAVAILABLE" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PRODUCT_NOT_FOUND" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    placeOrder: {
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
                "application/json": components["schemas"]["OrderBody"];
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
                        data: components["schemas"]["Order"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "ACCOUNT_FROZEN" | "BALANCE_INSUFFICIENT" | "BODY_INVALID" | "BODY_TOO_LARGE" | "DEVICE_KEY_REQUIRED" | "DIRECTION_INVALID" | "DURATION_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "HOUSE_LIMIT" | "HOUSE_LIMIT_FULL" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REQUIRED" | "IDEMPOTENCY_KEY_REUSED" | "LOSS_LIMIT_DAY" | "LOSS_LIMIT_MONTH" | "LOSS_LIMIT_WEEK" | "MARKET_CLOSED" | "ORDER_EXPIRED" | "ORDER_FAILED_RETRY" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "POSITION_PENDING" | "PRICE_UNAVAILABLE" | "PRODUCT_NOT_FOUND" | "RATE_LIMITED" | "SELF_EXCLUDED" | "SELF_EXCLUDED_FOREVER" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "SIGNATURE_EXPIRED" | "SITE_RESTS" | "STAKE_ABOVE_MAXIMUM" | "STAKE_BELOW_MINIMUM" | "STAKE_INVALID" | "STAKE_LIMIT_DAY" | "STAKE_LIMIT_MONTH" | "STAKE_LIMIT_WEEK" | "STAKE_REQUIRED" | "STAKE_TOO_PRECISE" | "TERMS_CHANGED" | "TRADING_FORBIDDEN" | "TRADING_FORBIDDEN_BECAUSE" | "WALLET_UNAVAILABLE";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
    readOrder: {
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
                        data: components["schemas"]["Order"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "ORDERS_UNAVAILABLE" | "ORDER_NOT_FOUND" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readReceipt: {
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
                        data: components["schemas"]["ReceiptAnswer"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "ORDERS_UNAVAILABLE" | "ORDER_NOT_FOUND" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "RECEIPT_UNAVAILABLE" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID" | "TICKS_UNAVAILABLE";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readLogProof: {
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
                        data: components["schemas"]["LogProof"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "ORDERS_UNAVAILABLE" | "ORDER_NOT_FOUND" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readSummary: {
        parameters: {
            query?: {
                wallet?: "practice" | "cash";
                result?: "won" | "lost" | "tied" | "voided";
                product?: components["schemas"]["ProductCodeField"];
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
                        data: components["schemas"]["Summary"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "ORDERS_TOO_FAR" | "ORDERS_UNAVAILABLE" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PRODUCT_NOT_FOUND" | "RATE_LIMITED" | "SESSION_FROZEN_BECAUSE" | "SESSION_INVALID";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    readRoom: {
        parameters: {
            query?: {
                wallet?: "practice" | "cash";
            };
            header?: never;
            path: {
                code: components["schemas"]["ProductCodeField"];
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
                        data: components["schemas"]["Room"];
                    } | (components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "FAULT" | "FIELD_INVALID" | "FIELD_REQUIRED" | "FIELD_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "PRODUCT_NOT_FOUND" | "RATE_LIMITED";
                    });
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["OverBudget"];
        };
    };
    sendPaymentNotice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                channel: string;
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
                    "text/plain": string;
                    "application/json": components["schemas"]["Refusal"] & {
                        /** @enum {unknown} */
                        error?: "BODY_INVALID" | "BODY_TOO_LARGE" | "FAULT" | "FIELD_INVALID" | "FIELD_UNKNOWN" | "OUTCOME_UNKNOWN" | "PARAMETERS_EMPTY" | "PARAMETERS_INVALID" | "RATE_LIMITED";
                    };
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["OverBudget"];
        };
    };
}
