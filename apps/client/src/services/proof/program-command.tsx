import type { ReactNode } from 'react';
import { CopyLine } from '@candor/ui/copy-line.tsx';
import { Download } from 'lucide-react';
import type { Programs } from './programs.ts';

type ProgramCommandProps = {
  programs: Programs;
  /** What follows the name of the program. */
  args: string;
  words: { copy: string; program: (size: number) => string; sha: string; copySha: string };
  /** Right below the command. */
  children?: ReactNode;
};

/** The command that checks a receipt on any computer, where its program comes from, and what that must be. */
export function ProgramCommand({ programs: { url, file, bytes, sha256 }, args, words, children }: ProgramCommandProps) {
  return (
    <>
      {/* --package: npx runs the program of that file, and never downloads another one with the same name. */}
      <CopyLine text={`npx --package ./${file} candor-verify ${args}`} label={words.copy} className="mt-1" />
      {children}
      <a
        href={url}
        download={file}
        className="mt-1 inline-flex min-h-11 items-center gap-2 text-body-s font-bold text-link underline-offset-4 hover:underline"
      >
        <Download aria-hidden="true" className="size-4" strokeWidth={1.75} />
        {words.program(Math.ceil(bytes / 1000))}
      </a>
      <CopyLine text={sha256} label={words.copySha} />
      <p className="mt-1 text-caption text-text-3">{words.sha}</p>
    </>
  );
}
