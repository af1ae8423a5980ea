import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '#ui/actions/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { NothingMatches } from '#ui/feedback/nothing-matches.tsx';
import { IdForm } from '#widgets/forms/id-form.tsx';
import { m } from '#i18n/messages.ts';
import type { RecordMessages } from './record-messages.ts';
import type { ListControls } from './use-list-view.ts';
import type { Records } from './use-records.ts';

const Form = styled('form')({ display: 'flex', alignItems: 'flex-end', gap: 8, textAlign: 'left' });

export interface Culprit {
  readonly label: string;
  readonly excludes: number;
  readonly onRemove: () => void;
}

interface StateProps {
  messages: Pick<RecordMessages, 'empty' | 'emptyText' | 'absent' | 'absentText'>;
  icon: ReactNode;
}

/** A service without the list still reads one record by its id. */
export function AbsentList({ messages, icon, pathOf }: StateProps & { pathOf: (id: string) => string }) {
  const navigate = useNavigate();
  return (
    <EmptyState
      icon={icon}
      title={messages.absent}
      text={messages.absentText}
      actions={
        <IdForm
          form={Form}
          label={m.directory_id()}
          submit={m.common_open()}
          onSubmit={(id) => void navigate(pathOf(id))}
        />
      }
    />
  );
}

/** A page without rows: past the end of the list, hidden by filters, or of a list without records. */
export function EmptyPage({
  messages,
  icon,
  list,
  controls: { view, filters, turnTo, clearAll },
  culprit,
  actions,
}: StateProps & {
  list: Records<unknown>;
  controls: ListControls;
  culprit: Culprit | undefined;
  actions: ReactNode;
}) {
  if (view.page > 1)
    return (
      <EmptyState
        icon={icon}
        title={m.directory_past_end({ page: view.page })}
        text={m.directory_past_end_text()}
        actions={<Button onClick={() => turnTo(1)}>{m.directory_page_first()}</Button>}
      />
    );
  // A filter hides nothing where there is nothing.
  if (filters > 0 && list.all !== 0)
    return <NothingMatches filters={filters} total={list.all} culprit={culprit} onClearAll={clearAll} />;
  // The count says that there are some: the page that came without them is no empty list.
  if ((list.count ?? 0) > 0)
    return (
      <EmptyState
        icon={icon}
        title={m.common_list_partial()}
        actions={<Button onClick={() => void list.refetch()}>{m.common_retry()}</Button>}
      />
    );
  return <EmptyState icon={icon} title={messages.empty} text={messages.emptyText} actions={actions} />;
}
