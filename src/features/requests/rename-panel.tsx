import { useState } from 'react';
import { ApiError } from '#api/errors.ts';
import { requestChanges } from '#api/families/request-changes.ts';
import { useClient } from '#api/session-context.tsx';
import { knownRequests } from '#api/store/known-requests.ts';
import { Button } from '#ui/button.tsx';
import { Card, Row, Stack } from '#ui/card.tsx';
import { useSnack } from '#ui/snackbar.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { m } from '#words/words.ts';
import type { PanelProps } from './action-panel.tsx';
import { Refusal } from './refusal.tsx';
import { useChange } from './use-change.ts';

/** Renames a draft; a request that was sent keeps its name. */
export function RenamePanel({ request, onDone }: PanelProps) {
  const client = useClient();
  const snack = useSnack();
  const id = request.id ?? '';
  const [name, setName] = useState(request.name ?? '');
  const rename = useChange(
    (given: string) => requestChanges(client).rename(id, given),
    async (renamed) => {
      await knownRequests(client).remember({ ...renamed, id });
      if (renamed.name) snack({ text: m.requests_renamed({ name: renamed.name }) });
      onDone();
    },
  );
  const told =
    rename.error instanceof ApiError && rename.error.kind !== 'conflict'
      ? rename.error.about('name')
      : undefined;
  return (
    <Card title={m.requests_rename()}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim()) rename.mutate(name.trim());
        }}
      >
        <Stack>
          <TextInput
            label={m.requests_name_label()}
            value={name}
            error={name.trim() === '' ? m.requests_name_needed() : told}
            // eslint-disable-next-line jsx-a11y-x/no-autofocus -- the reader has just asked to write here
            autoFocus
            onChange={(event) => setName(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') onDone();
            }}
          />
          {!told && <Refusal error={rename.error} conflict={m.requests_rename_conflict()} />}
          <Row>
            <Button
              type="submit"
              variant="contained"
              loading={rename.isPending}
              disabled={name.trim() === ''}
            >
              {m.common_save()}
            </Button>
            <Button onClick={onDone}>{m.common_cancel()}</Button>
          </Row>
        </Stack>
      </form>
    </Card>
  );
}
