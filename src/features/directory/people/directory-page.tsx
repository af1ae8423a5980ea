import { useState } from 'react';
import ContactsIcon from '@mui/icons-material/ContactsOutlined';
import { useNavigate } from 'react-router-dom';
import { subjects } from '#client/families/people/subjects.ts';
import { useConnection } from '#client/session/session-context.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { paths } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';
import { LinkCodeButton } from '../records/link-code-button.tsx';
import type { RecordMessages } from '../records/record-messages.ts';
import { RecordPage } from '../records/record-page.tsx';
import { useCulprit } from '../records/use-culprit.ts';
import { useListView } from '../records/use-list-view.ts';
import { DirectoryFilters } from './directory-filters.tsx';
import { DirectoryCards, DirectoryTable } from './directory-table.tsx';
import { Elsewhere } from './elsewhere.tsx';
import { ExportButton } from './export-button.tsx';
import { directoryList } from './filter.ts';
import { filterLabel, typedAs, useFilterValues } from './filter-labels.ts';
import { useDirectory } from './use-directory.ts';
import { useFilterOf } from './use-filter-of.ts';

const directoryMessages = (): RecordMessages => ({
  title: m.directory_title(),
  what: m.directory_list(),
  empty: m.directory_empty(),
  emptyText: m.directory_empty_text(),
  absent: m.directory_absent(),
  absentText: m.directory_absent_text(),
  pages: m.directory_pages(),
  shown: (count, shown) => m.directory_shown({ count, shown }),
  match: (count, total) => m.directory_match({ count, total }),
});

/** The people that the organization can reach, by every argument that the interface has for them. */
export function DirectoryPage() {
  const navigate = useNavigate();
  const { client } = useConnection();
  const controls = useListView(directoryList);
  const { view, change } = controls;
  const list = useDirectory(controls);
  const [exportFailure, setExportFailure] = useState<string>();
  const culprit = useCulprit(directoryList, {
    view,
    source: subjects(client),
    filterFor: useFilterOf(),
    list,
    labelOf: filterLabel,
    valueOf: useFilterValues(view),
    change,
  });
  const rows = { rows: list.rows, hasLinks: list.hasLinks, isFormer: list.isFormer };
  return (
    <RecordPage
      place="people"
      messages={directoryMessages()}
      icon={<ContactsIcon aria-hidden="true" />}
      {...{ list, controls, culprit }}
      filters={<DirectoryFilters view={view} onChange={change} />}
      typedAs={typedAs(view)}
      pathOf={paths.subject}
      actions={
        <ExportButton
          view={view}
          disabled={!list.data || list.isFormer || list.rows.length === 0}
          onFailure={setExportFailure}
        />
      }
      emptyActions={<LinkCodeButton />}
      hints={
        <>
          <Elsewhere view={view} onChange={change} />
          {exportFailure !== undefined && <WarningStrip framed={false}>{exportFailure}</WarningStrip>}
        </>
      }
      warnings={
        list.retryLinks && (
          <WarningStrip framed={false} action={{ label: m.common_retry(), onSelect: list.retryLinks }}>
            {m.directory_links_unread()}
          </WarningStrip>
        )
      }
      table={() => (
        <DirectoryTable
          {...rows}
          view={view}
          total={list.count}
          onSort={change}
          onOpen={(id) => void navigate(paths.subject(id))}
        />
      )}
      cards={() => <DirectoryCards {...rows} />}
    />
  );
}
