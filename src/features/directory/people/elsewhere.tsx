import { readTyped, subjects } from '#client/families/people/subjects.ts';
import { useClient } from '#client/session/session-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { m } from '#i18n/messages.ts';
import { useRecordCounts } from '../records/use-records.ts';
import { directoryList, type DirectoryView } from './filter.ts';
import { useFilterOf } from './use-filter-of.ts';
import css from './elsewhere.module.css';

/**
 * Plain words are searched for in names. The interface cannot search one field or another at once, so how many have
 * them in their e-mail or RFC is said beside it, and leads there.
 */
export function Elsewhere({
  view,
  onChange,
}: {
  view: DirectoryView;
  onChange: (part: Partial<DirectoryView>) => void;
}) {
  const client = useClient();
  const text = view.q.trim();
  const isName = readTyped(text)?.kind === 'name';
  const places = isName ? elsewhere(view, text) : [];
  const filterOf = useFilterOf();
  const counts = useRecordCounts(
    subjects(client),
    places.map(({ part }) => filterOf(directoryList.changed(view, part))),
  );
  const found = places.flatMap((place, at) => (counts[at] ? [{ ...place, count: counts[at] }] : []));
  if (found.length === 0) return null;
  return (
    <div className={css.root}>
      {m.directory_elsewhere()}
      {found.map(({ word, part, count }) => (
        <Button key={word(0)} variant="text" onClick={() => onChange(part)}>
          {word(count)}
        </Button>
      ))}
    </div>
  );
}

function elsewhere(view: DirectoryView, text: string) {
  const places: { word: (count: number) => string; part: Partial<DirectoryView> }[] = [];
  if (!view.email)
    places.push({ word: (count) => m.directory_elsewhere_email({ count }), part: { q: '', email: text } });
  if (!view.rfcPart)
    places.push({ word: (count) => m.directory_elsewhere_rfc({ count }), part: { q: '', rfcPart: text } });
  return places;
}
