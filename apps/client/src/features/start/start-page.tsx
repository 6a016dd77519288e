/*
 * pages/help/start: three steps to the first practice order. A page of its own, so that it covers nothing. It can be left at
 * any step and goes on there, fills in no amount and places no order: the member does that on the trade page.
 */

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { FIRST_RUN_STEPS } from '@candor/contract/first-run';
import type { FirstRunStep, FirstRunView } from '@candor/contract/first-run';
import type { ProductView } from '@candor/contract/market';
import { Button, buttonClass } from '@candor/ui/button.tsx';
import { cx } from '@candor/ui/cx';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Page } from '@candor/ui/page.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { useTranslations } from 'use-intl';
import { goBack, hrefTo, navigate } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { useSteps } from '../../lib/steps.ts';
import { useFirstRun, useKeepFirstRun } from '../../services/first-run/first-run.ts';
import { LoadFailed, Loading } from '../../services/queries/query-states.tsx';
import { useProducts } from '../../services/queries/shared-queries.ts';
import { Finish, OrderStep, ProductStep, TermsStep } from './start-steps.tsx';

export function StartPage() {
  const t = useTranslations('start');
  const state = useFirstRun();
  const products = useProducts();
  const retry = () => {
    void state.refetch();
    void products.refetch();
  };
  const error = state.data === undefined ? state.error : products.data === undefined ? products.error : null;
  return (
    <Page bar={<NavBar title={t('title')} onBack={() => goBack(paths.home())} />}>
      {state.data && products.data ? (
        <Guide key={state.data.order} first={state.data} products={products.data} />
      ) : error ? (
        <LoadFailed error={error} onRetry={retry} />
      ) : (
        <Loading onRetry={retry}>
          <Skeleton className="h-64 rounded-card" />
        </Loading>
      )}
    </Page>
  );
}

/** A member may look at the steps again: they stand above what is there now. */
const MEMBER_STEPS = ['finish', ...FIRST_RUN_STEPS] as const;

function Guide({ first, products }: { first: FirstRunView; products: readonly ProductView[] }) {
  const keep = useKeepFirstRun();
  const { order } = first;
  const [chosen, setChosen] = useState<string | null>(null);
  const code = chosen ?? first.product;
  const product = products.find((each) => each.code === code);
  // A product that is gone is chosen again.
  const begun = product === undefined ? 'product' : first.step;
  // Until the member moves, the page follows the account: what was kept on this device may be older.
  const [at, go] = useSteps<FirstRunStep | 'finish'>(
    order === null ? FIRST_RUN_STEPS : MEMBER_STEPS,
    order === null ? begun : 'finish',
  );
  const step = product === undefined && at !== 'finish' ? 'product' : at;
  useMoved(step, begun, (next) => {
    if (order !== null || next === 'finish') return;
    keep.mutate({ step: next, left: false, ...(code === null ? {} : { product: code }) });
  });

  if (step === 'finish') return order !== null && <Finish order={order} onAgain={() => go('product')} />;
  const choose = (next: string) => {
    setChosen(next);
    go('terms');
  };
  return (
    <Steps step={step} onLeave={order === null ? () => keep.mutate({ left: true }) : undefined}>
      {step === 'product' && <ProductStep products={products} onChoose={choose} />}
      {step === 'terms' && product && (
        <TermsStep product={product} onBack={() => go('product')} onNext={() => go('order')} />
      )}
      {step === 'order' && product && <OrderStep product={product} onBack={() => go('terms')} />}
    </Steps>
  );
}

/** Tells each step that the member goes to, by a button or by the browser's back; not the one where the page began. */
function useMoved<Step>(step: Step, begun: Step, onMoved: (step: Step) => void): void {
  const told = useRef<Step | null>(null);
  const tell = useEffectEvent(() => {
    if (step === (told.current ?? begun)) return;
    told.current = step;
    onMoved(step);
  });
  useEffect(() => tell(), [step]);
}

type StepsProps = {
  step: FirstRunStep;
  /** For members who are led: they do not want to be. */
  onLeave: (() => void) | undefined;
  children: ReactNode;
};

/** Where one is, the step, and the way out. The focus goes to each new step, so that it is read. */
function Steps({ step, onLeave, children }: StepsProps) {
  const t = useTranslations('start');
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus();
  }, [step]);
  const number = FIRST_RUN_STEPS.indexOf(step) + 1;
  return (
    <div className="mx-auto flex max-w-[34rem] l:max-w-none flex-col gap-4">
      <div>
        <p className="text-caption text-text-2">{t('step', { step: number, total: FIRST_RUN_STEPS.length })}</p>
        <div aria-hidden="true" className="mt-2 grid grid-cols-3 gap-2">
          {FIRST_RUN_STEPS.map((name, index) => (
            <span key={name} className={cx('h-1 rounded-full', index < number ? 'bg-selected' : 'bg-surface-3')} />
          ))}
        </div>
      </div>
      <h2 ref={heading} tabIndex={-1} className="text-title-1 outline-none">
        {t(`${step}.title`)}
      </h2>
      <div key={step} className="ui-enter flex flex-col gap-4">
        {children}
      </div>
      {onLeave ? (
        <Button
          variant="text"
          size="small"
          className="self-center"
          onClick={() => {
            onLeave();
            showToast(t('left'));
            navigate(paths.home());
          }}
        >
          {t('leave')}
        </Button>
      ) : (
        <a href={hrefTo(paths.home())} className={cx(buttonClass('text', 'small'), 'self-center')}>
          {t('leave')}
        </a>
      )}
    </div>
  );
}
