import { m } from '#i18n/messages.ts';
import { CopyButton } from '#ui/data/hash-text.tsx';
import type { ShellLine } from './shell-lines.ts';
import css from './shell-code.module.css';

/** What the reader can run, each command with what it should print. One button copies all of it. */
export function ShellCode({ lines, label }: { lines: readonly ShellLine[]; label?: string | undefined }) {
  const name = label ?? m.inspector_shell_line();
  return (
    <div className={css.root}>
      {/* A long line scrolls inside its own frame, also with the keys. */}
      {/* eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex -- see the line above */}
      <pre tabIndex={0} aria-label={name}>
        {lines.map((line, at) => (
          <Line key={at} line={line} first={at === 0} />
        ))}
      </pre>
      <div className={css.copy}>
        <CopyButton value={shellText(lines)} what={name} />
      </div>
    </div>
  );
}

function Line({ line, first }: { line: ShellLine; first: boolean }) {
  const [head, tail] = [headOf(line), tailOf(line)];
  return (
    <>
      {!first && '\n'}
      {head !== undefined && <span className={css.comment}>{head + '\n'}</span>}
      {line.command}
      {tail !== undefined && <span className={css.comment}>{'\n' + tail}</span>}
    </>
  );
}

/** The lines as they are copied: comments of the shell say what each is for and what it should print. */
export function shellText(lines: readonly ShellLine[]): string {
  return lines
    .flatMap((line) => [headOf(line), line.command, tailOf(line)].filter((text) => text !== undefined))
    .join('\n')
    .concat('\n');
}

function headOf(line: ShellLine): string | undefined {
  const text = aboutText(line);
  return text === undefined ? undefined : `# ${text}`;
}

function tailOf({ expected }: ShellLine): string | undefined {
  return expected === undefined ? undefined : `# = ${expected}`;
}

function aboutText({ about, step }: ShellLine): string | undefined {
  switch (about) {
    case 'leaf':
      return m.inspector_shell_leaf();
    case 'join':
      return m.inspector_shell_step({ step: step ?? 0 });
    case 'folder':
      return m.inspector_shell_folder();
    case 'key':
      return m.inspector_shell_key();
    case 'verify-signature':
      return m.inspector_shell_verify_signature();
    case 'verify-ocsp':
      return m.inspector_shell_verify_ocsp();
    case 'verify-stamp':
      return m.inspector_shell_verify_stamp();
    case 'show-ocsp':
      return m.inspector_shell_show_ocsp();
    case 'show-stamp':
      return m.inspector_shell_show_stamp();
    case 'file':
    case 'digest':
      return undefined;
  }
}
