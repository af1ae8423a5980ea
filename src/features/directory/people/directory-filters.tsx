import { lazy } from 'react';
import { m } from '#i18n/messages.ts';
import { RecordFilters } from '../records/record-filters.tsx';
import { filterLabel, useFilterValues } from './filter-labels.ts';
import { directoryList, type DirectoryView } from './filter.ts';

const DirectoryPanel = lazy(async () => ({ default: (await import('./filter-panels.tsx')).DirectoryPanel }));

/** Every argument of the interface for people; what is typed is read as what it looks like. */
export function DirectoryFilters({
  view,
  onChange,
}: {
  view: DirectoryView;
  onChange: (part: Partial<DirectoryView>) => void;
}) {
  return (
    <RecordFilters
      kind={directoryList}
      view={view}
      label={m.directory_search()}
      placeholder={m.directory_find_here()}
      labelOf={filterLabel}
      valueOf={useFilterValues(view)}
      onChange={onChange}
      panel={(name, close) => <DirectoryPanel {...{ name, view, onChange, close }} />}
    />
  );
}
