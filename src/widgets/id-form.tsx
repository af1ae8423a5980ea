import { useState, type ElementType } from 'react';
import { Button } from '#ui/button.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { m } from '#words/words.ts';
import { isObjectId } from './bad-address.tsx';

/** Asks for the id of an object; only what can be one goes on, in lower case. */
export function IdForm({
  form: Form,
  label,
  submit,
  onSubmit,
}: {
  /** A styled form: what stands around it decides how it lies. */
  form: ElementType;
  label: string;
  submit: string;
  onSubmit: (id: string) => void;
}) {
  const [typed, setTyped] = useState('');
  const id = typed.trim();
  const isId = isObjectId(id);
  return (
    <Form
      onSubmit={(event: { preventDefault: () => void }) => {
        event.preventDefault();
        if (isId) onSubmit(id.toLowerCase());
      }}
    >
      <TextInput
        code
        label={label}
        value={typed}
        error={id.length >= 24 && !isId ? m.witnesses_list_bad_id() : undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" disabled={!isId}>
        {submit}
      </Button>
    </Form>
  );
}
