import { fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { describe, expect, it, vi } from 'vitest';
import { Button } from '../actions/button.tsx';
import { Checkbox } from './checkbox.tsx';
import { SearchInput } from './search-input.tsx';
import { SegmentedControl } from './segmented-control.tsx';
import { SelectInput } from './select-input.tsx';
import { Switch } from './switch.tsx';
import { renderUi } from '../testing/render.tsx';
import { TextArea, TextInput } from './text-input.tsx';

describe('TextInput', () => {
  it('ties label, help and error to the field', () => {
    const { update } = renderUi(<TextInput label="RFC" help="13 caracteres" />);
    const field = screen.getByLabelText('RFC');
    expect(field).toHaveAccessibleDescription('13 caracteres');
    expect(field).not.toBeInvalid();
    update(<TextInput label="RFC" help="13 caracteres" error="Faltan 4" />);
    expect(field).toBeInvalid();
    expect(field).toHaveAccessibleDescription('Faltan 4 13 caracteres');
    expect(screen.getByRole('alert')).toHaveTextContent('Faltan 4');
  });

  it('says which fields are optional', () => {
    renderUi(<TextInput label="Correo" optional />);
    expect(screen.getByLabelText('Correo (opcional)')).toBeInTheDocument();
  });

  it('registers with a form, and takes the focus when it is wrong', async () => {
    const done = vi.fn();
    function Form() {
      const { register, handleSubmit, formState } = useForm({
        defaultValues: { name: '', kind: 'a', note: '' },
      });
      return (
        <form onSubmit={(event) => void handleSubmit(done)(event)}>
          <TextInput
            label="Nombre"
            {...register('name', { required: 'Escribe un nombre' })}
            error={formState.errors.name?.message}
          />
          <TextArea label="Nota" {...register('note')} />
          <SelectInput
            label="Tipo"
            {...register('kind')}
            options={[
              { value: 'a', label: 'A' },
              { value: 'b', label: 'B' },
            ]}
          />
          <Button type="submit">Guardar</Button>
        </form>
      );
    }
    const { user } = renderUi(<Form />);
    await user.click(screen.getByRole('button'));
    expect(screen.getByLabelText('Nombre')).toHaveFocus();
    expect(await screen.findByText('Escribe un nombre')).toBeVisible();
    await user.type(screen.getByLabelText('Nombre'), 'Contrato');
    await user.type(screen.getByLabelText('Nota'), 'x');
    await user.selectOptions(screen.getByLabelText('Tipo'), 'b');
    await user.click(screen.getByRole('button'));
    expect(done.mock.calls[0]?.[0]).toEqual({ name: 'Contrato', note: 'x', kind: 'b' });
  });
});

describe('choices', () => {
  it('Switch says that it is one, what it is and what it means', async () => {
    const change = vi.fn();
    const { user } = renderUi(<Switch label="NOM-151" help="Usa 1 constancia" onChange={change} />);
    const one = screen.getByRole('switch', { name: 'NOM-151' });
    expect(one).toHaveAccessibleDescription('Usa 1 constancia');
    await user.tab();
    await user.keyboard(' ');
    expect(one).toBeChecked();
    expect(change).toHaveBeenCalledTimes(1);
  });

  it('Checkbox can be partly checked', () => {
    const { update } = renderUi(<Checkbox label="Todas" indeterminate />);
    expect(screen.getByRole('checkbox', { name: 'Todas' })).toBePartiallyChecked();
    update(<Checkbox label="Todas" />);
    expect(screen.getByRole('checkbox', { name: 'Todas' })).not.toBePartiallyChecked();
  });

  it('SegmentedControl is a radio group', async () => {
    function Kinds() {
      const [kind, setKind] = useState<'a' | 'b'>('a');
      return (
        <SegmentedControl
          label="Tipo"
          value={kind}
          onChange={setKind}
          options={[
            { value: 'a', label: 'Archivo' },
            { value: 'b', label: 'Texto' },
          ]}
        />
      );
    }
    const { user } = renderUi(<Kinds />);
    const group = screen.getByRole('radiogroup', { name: 'Tipo' });
    await user.click(within(group).getByRole('radio', { name: 'Texto' }));
    expect(screen.getByRole('radio', { name: 'Texto' })).toBeChecked();
    expect(screen.getByRole('radio', { name: 'Archivo' })).not.toBeChecked();
  });
});

describe('SearchInput', () => {
  function Search() {
    const [value, setValue] = useState('');
    return (
      <>
        <TextInput label="Otro" />
        <SearchInput label="Buscar" value={value} onChange={setValue} />
      </>
    );
  }

  it('takes the focus on /, is emptied by Esc and then left', async () => {
    const { user } = renderUi(<Search />);
    await user.keyboard('/');
    const field = screen.getByRole('searchbox', { name: 'Buscar' });
    expect(field).toHaveFocus();
    await user.keyboard('a/b');
    expect(field).toHaveValue('a/b');
    await user.keyboard('{Escape}');
    expect(field).toHaveValue('');
    await user.keyboard('{Escape}');
    expect(field).not.toHaveFocus();
  });

  it('does not take / from a reader who types elsewhere', async () => {
    const { user } = renderUi(<Search />);
    await user.type(screen.getByLabelText('Otro'), '1/2');
    expect(screen.getByLabelText('Otro')).toHaveValue('1/2');
  });

  it('ignores keys of an input method that is composing', () => {
    renderUi(<Search />);
    fireEvent.keyDown(document.body, { key: '/', isComposing: true });
    expect(screen.getByRole('searchbox')).not.toHaveFocus();
  });
});
