import { Fragment } from 'react';
import { shown } from '#proofs/encoding/visible-text.ts';
import { CopyButton } from '#ui/data/hash-text.tsx';
import { m } from '#i18n/messages.ts';
import { computedWords } from '../texts/check-words.ts';
import css from './compared-values.module.css';

/** What was expected and what came out, whole. Where they differ, the characters that do are underlined and counted. */
export function ComparedValues({
  expected,
  computed,
  equal,
}: {
  expected?: string | undefined;
  computed?: string | undefined;
  /** The check passed: the two may be said in different words and still agree. */
  equal: boolean;
}) {
  if (expected === undefined && computed === undefined) return null;
  const same = expected !== undefined && expected === computed;
  const differ = !equal && expected !== undefined && computed !== undefined && !same;
  return (
    <dl className={css.root} data-differ={differ || undefined}>
      {expected !== undefined && (
        <>
          <dt>{m.verdicts_expected()}</dt>
          <dd>
            <Value text={shown(expected)} />
          </dd>
        </>
      )}
      {computed !== undefined && !same && (
        <>
          <dt>{m.verdicts_computed()}</dt>
          <dd className={css.computed}>
            <Value text={shown(computedWords(computed))} {...(differ && { against: shown(expected) })} />
          </dd>
        </>
      )}
      {same && <dd className={css.note}>{m.verdicts_same_values()}</dd>}
      {differ && isWord(expected) && isWord(computed) && (
        <dd className={css.note}>
          {m.verdicts_differs({ count: differing(shown(computed), shown(expected)) })}
        </dd>
      )}
    </dl>
  );
}

function Value({ text, against }: { text: string; against?: string }) {
  const marked = against !== undefined && isWord(text) && isWord(against);
  return (
    <>
      <code className={marked && differing(text, against) * 2 > text.length ? css.mostly : undefined}>
        {marked ? <Marked text={text} against={against} /> : text}
      </code>
      <CopyButton value={text} />
    </>
  );
}

/** Two hashes differ almost everywhere, two texts in a place: only of single words is each character compared. */
function isWord(text: string): boolean {
  return /^\S+$/.test(text);
}

function differing(text: string, against: string): number {
  let count = Math.max(0, against.length - text.length);
  for (let at = 0; at < text.length; at++) if (text[at] !== against[at]) count += 1;
  return count;
}

function Marked({ text, against }: { text: string; against: string }) {
  const runs: { text: string; differs: boolean }[] = [];
  Array.from(text).forEach((character, at) => {
    const differs = character !== against[at];
    const last = runs.at(-1);
    if (last?.differs === differs) last.text += character;
    else runs.push({ text: character, differs });
  });
  return runs.map((run, at) =>
    run.differs ? <mark key={at}>{run.text}</mark> : <Fragment key={at}>{run.text}</Fragment>,
  );
}
