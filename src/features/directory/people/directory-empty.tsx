import { useNavigate } from 'react-router-dom';
import { styled } from '@mui/material/styles';
import ContactsIcon from '@mui/icons-material/ContactsOutlined';
import { Button, LinkButton } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { NothingMatches } from '#ui/nothing-matches.tsx';
import { IdForm } from '#widgets/id-form.tsx';
import { paths, withQuery } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';
import { activeFilters, plainView, without, type DirectoryView } from './filter.ts';
import { filterWord, useFilterValues } from './filter-labels.ts';
import { useCounts } from './use-counts.ts';

/** Nobody: there is nobody at all, or the filters hide everybody; then the one that hides most is named. */
export function NobodyListed({
  view,
  all,
  onChange,
}: {
  view: DirectoryView;
  all: number | undefined;
  onChange: (part: Partial<DirectoryView>) => void;
}) {
  const active = activeFilters(view);
  const valueOf = useFilterValues(view);
  const beside = useCounts(active.map((name) => without(view, name)));
  if (active.length === 0)
    return (
      <EmptyState
        icon={<ContactsIcon aria-hidden="true" />}
        title={m.directory_empty()}
        text={m.directory_empty_text()}
        actions={
          <LinkButton to={withQuery(paths.organization, { tab: 'links' })}>
            {m.directory_to_code()}
          </LinkButton>
        }
      />
    );
  const most = beside.reduce<number>(
    (best, count, at) => ((count ?? 0) > (beside[best] ?? 0) ? at : best),
    0,
  );
  const culprit = active[most];
  const excludes = beside[most];
  return (
    <NothingMatches
      total={all}
      culprit={
        culprit && excludes
          ? {
              label: [filterWord(culprit), valueOf(culprit)].filter(Boolean).join(': '),
              excludes,
              onRemove: () => onChange(without(view, culprit)),
            }
          : undefined
      }
      onClearAll={() => onChange({ ...plainView, sort: view.sort, order: view.order, size: view.size })}
    />
  );
}

/** The page of an older address, which is not there any more. */
export function PastTheEnd({ page, onFirst }: { page: number; onFirst: () => void }) {
  return (
    <EmptyState
      icon={<ContactsIcon aria-hidden="true" />}
      title={m.directory_past_end({ page })}
      text={m.directory_past_end_text()}
      actions={<Button onClick={onFirst}>{m.directory_page_first()}</Button>}
    />
  );
}

const Form = styled('form')({ display: 'flex', alignItems: 'flex-end', gap: 8, textAlign: 'left' });

/** A service that lists nobody still reads one person by their id. */
export function NoDirectory() {
  const navigate = useNavigate();
  return (
    <EmptyState
      icon={<ContactsIcon aria-hidden="true" />}
      title={m.directory_absent()}
      text={m.directory_absent_text()}
      actions={
        <IdForm
          form={Form}
          label={m.directory_id()}
          submit={m.common_open()}
          onSubmit={(id) => void navigate(paths.subject(id))}
        />
      }
    />
  );
}
