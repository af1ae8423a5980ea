import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useQueryClient } from '@tanstack/react-query';
import PasteIcon from '@mui/icons-material/ContentPasteOutlined';
import { useClient } from '#client/session/session-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { Stack } from '#ui/layout/card.tsx';
import { TextArea } from '#ui/inputs/text-input.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { m } from '#i18n/messages.ts';
import { entriesOf, findPeople, type Entry } from './find-people.ts';

type Person = { readonly id: string; readonly name: string };

/** Adds the people of a pasted list. Whoever is not found, or not alone, stays in the field with the reason. */
export function PastePeople({ onAdd }: { onAdd: (people: readonly Person[]) => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="text" lineStart icon={<PasteIcon aria-hidden="true" />} onClick={() => setOpen(true)}>
        {m.compose_paste()}
      </Button>
      {open && <PasteDialog onAdd={onAdd} onClose={() => setOpen(false)} />}
    </>
  );
}

function PasteDialog({
  onAdd,
  onClose,
}: {
  onAdd: (people: readonly Person[]) => void;
  onClose: () => void;
}) {
  const client = useClient();
  const queries = useQueryClient();
  const [result, setResult] = useState<{ added: number; left: readonly Entry[] }>();
  const { register, handleSubmit, setValue, formState } = useForm({ defaultValues: { list: '' } });
  const find = handleSubmit(async ({ list }) => {
    const entries = await findPeople(client, queries, entriesOf(list));
    const found = entries.filter((entry) => entry.state === 'found');
    const left = entries.filter((entry) => entry.state !== 'found');
    const people = [...new Map(found.map(({ id, name }) => [id, { id, name }])).values()];
    if (people.length > 0) onAdd(people);
    if (left.length === 0) {
      onClose();
      return;
    }
    setValue('list', left.map(({ typed }) => typed).join('\n'));
    setResult({ added: people.length, left });
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.compose_paste_title()}
      actions={
        <>
          <Button variant="contained" loading={formState.isSubmitting} onClick={() => void find()}>
            {m.compose_paste_find()}
          </Button>
          <Button onClick={onClose}>{m.common_close()}</Button>
        </>
      }
    >
      <Stack>
        <TextArea
          label={m.compose_paste_label()}
          help={m.compose_paste_help()}
          rows={6}
          error={formState.errors.list && m.compose_paste_empty()}
          {...register('list', { validate: (list) => entriesOf(list).length > 0 })}
        />
        {result && (
          <div role="status">
            <p>
              {result.added > 0 && m.compose_paste_added({ count: result.added })}{' '}
              {m.compose_paste_left({ count: result.left.length })}
            </p>
            <ul>
              {result.left.map((entry) => (
                <li key={entry.typed}>
                  {entry.typed}: {reasonOf(entry)}
                </li>
              ))}
            </ul>
          </div>
        )}
      </Stack>
    </Dialog>
  );
}

function reasonOf(entry: Entry): string {
  switch (entry.state) {
    case 'several':
      return m.compose_paste_several({ count: entry.count });
    case 'failed':
      return m.compose_paste_failed();
    default:
      return m.compose_paste_none();
  }
}
