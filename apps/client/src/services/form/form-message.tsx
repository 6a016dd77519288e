import { CircleAlert } from 'lucide-react';

/** What is wrong with a form as a whole. Its line is always there, so that the form does not move. */
export function FormMessage({ children }: { children: string }) {
  return (
    <p role="alert" className="flex items-start gap-2 text-body-s text-danger empty:hidden">
      {children !== '' && (
        <>
          <CircleAlert aria-hidden="true" className="relative top-0.5 size-4 shrink-0" />
          {children}
        </>
      )}
    </p>
  );
}
