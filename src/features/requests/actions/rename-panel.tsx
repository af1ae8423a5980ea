import { useMutation } from '@tanstack/react-query';
import { ApiError } from '#client/http/errors.ts';
import { requestChanges } from '#client/families/requests/request-changes.ts';
import { useClient } from '#client/session/session-context.tsx';
import { knownRequests } from '#jobs/store/known-requests.ts';
import { Name } from '#contract/operations/inputs.ts';
import { Button } from '#ui/actions/button.tsx';
import { Card, Row, Stack } from '#ui/layout/card.tsx';
import { useSnack } from '#ui/overlays/snackbar.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { visibleName } from '#ui/formats/visible-text.ts';
import { FieldConflict } from '#widgets/conflict/field-conflict.tsx';
import { useLeftTyped } from '#widgets/conflict/left-typed.ts';
import { useEditedForm } from '#widgets/conflict/use-edited-form.ts';
import { trimmed } from '#widgets/forms/trimmed.ts';
import { m } from '#i18n/messages.ts';
import type { PanelProps } from './request-actions.tsx';
import { Refusal } from './refusal.tsx';

const rules = { name: trimmed(Name) };

/** Renames a draft; a request that was sent keeps its name. */
export function RenamePanel({ request, read, onDone }: PanelProps) {
  const client = useClient();
  const snack = useSnack();
  const id = request.id ?? '';
  // The request is read again and again while it is shown: another name of it comes in here.
  const edited = useEditedForm(rules, { name: request.name ?? '' }, useLeftTyped(`name of ${id}`));
  const { register, formState } = edited.form;
  const rename = useMutation({
    ...requestChanges(client).rename(id),
    onSuccess: async (renamed) => {
      if (!renamed) {
        edited.decide();
        return;
      }
      await knownRequests(client).remember({ ...renamed, id });
      if (renamed.name) snack({ text: m.requests_renamed({ name: visibleName(renamed.name) ?? '' }) });
      onDone();
    },
  });
  const refused =
    rename.error instanceof ApiError && rename.error.kind !== 'conflict'
      ? rename.error.about('name')
      : undefined;
  return (
    <Card title={m.requests_rename()}>
      <form
        noValidate
        onSubmit={edited.submit(onDone, ({ name }) => {
          if (name === undefined || !request.draft) return;
          rename.mutate({
            name,
            isSeen: (current) => edited.mayReplace({ name: current.name ?? '' }),
            known: read.source === 'service' ? undefined : request,
          });
        })}
        onChange={() => rename.reset()}
      >
        <Stack>
          <TextInput
            label={m.requests_name_label()}
            error={formState.errors.name ? m.requests_name_rule() : refused}
            // eslint-disable-next-line jsx-a11y-x/no-autofocus -- the user pressed the button that opens this field
            autoFocus
            onKeyDown={(event) => {
              if (event.key === 'Escape') onDone();
            }}
            {...register('name')}
          />
          <FieldConflict edited={edited} field="name" what={m.requests_name_label()} at={request.updatedAt} />
          {/* Somebody sent it meanwhile: what was typed stays to be copied. */}
          {request.draft === false && !rename.error && (
            <WarningStrip>{m.requests_rename_conflict()}</WarningStrip>
          )}
          {!refused && (
            <Refusal
              error={rename.error}
              conflict={request.draft === false ? m.requests_rename_conflict() : undefined}
            />
          )}
          <Row>
            <Button
              type="submit"
              variant="contained"
              loading={rename.isPending}
              disabled={request.draft === false}
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
