import { Name } from '#contract/operations/inputs.ts';
import type { ApiKey } from '#contract/resources/resources.ts';
import { Button } from '#ui/actions/button.tsx';
import { Row, Stack } from '#ui/layout/card.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { visibleName } from '#ui/formats/visible-text.ts';
import { FieldConflict } from '#widgets/conflict/field-conflict.tsx';
import { useLeftTyped } from '#widgets/conflict/left-typed.ts';
import { useCheckedSave } from '#widgets/conflict/use-checked-save.ts';
import { useEditedForm } from '#widgets/conflict/use-edited-form.ts';
import { trimmed } from '#widgets/forms/trimmed.ts';
import { m } from '#i18n/messages.ts';

const nameRules = { name: trimmed(Name) };

export function RenameKeyForm({
  apiKey,
  readBack,
  working,
  onSave,
  onKeep,
}: {
  apiKey: ApiKey;
  readBack: () => Promise<ApiKey | undefined>;
  working: boolean;
  onSave: (name: string) => Promise<void>;
  onKeep: () => void;
}) {
  const edited = useEditedForm(
    nameRules,
    { name: visibleName(apiKey.name) ?? '' },
    useLeftTyped(`name of ${apiKey.id}`),
  );
  const { register, formState } = edited.form;
  const { checking, save } = useCheckedSave(edited);
  const current = async () => {
    const now = await readBack();
    return now && { name: now.name ?? '' };
  };
  return (
    <form
      noValidate
      onSubmit={edited.submit(onKeep, ({ name = '' }) => void save(current, () => onSave(name)))}
    >
      <Stack style={{ gap: 10, maxWidth: 420 }}>
        <TextInput
          label={m.organization_key_name()}
          autoComplete="off"
          error={formState.errors.name && m.organization_name_rule()}
          // eslint-disable-next-line jsx-a11y-x/no-autofocus -- the user pressed the button that opens this field
          autoFocus
          onKeyDown={(event) => {
            if (event.key === 'Escape') onKeep();
          }}
          {...register('name')}
        />
        <FieldConflict edited={edited} field="name" what={m.organization_key_name()} at={apiKey.updatedAt} />
        <Row>
          <Button type="submit" variant="contained" loading={working || checking}>
            {m.common_save()}
          </Button>
          <Button onClick={onKeep}>{m.common_cancel()}</Button>
        </Row>
      </Stack>
    </form>
  );
}
