import { fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { describe, expect, it, vi } from 'vitest';
import { Button, LinkButton } from './button.tsx';
import { Checkbox } from './checkbox.tsx';
import { FilterChip, ToggleChip } from './filter-chip.tsx';
import { SearchInput } from './search-input.tsx';
import { SegmentedControl } from './segmented-control.tsx';
import { SelectInput } from './select-input.tsx';
import { Switch } from './switch.tsx';
import { TabPanel, Tabs } from './tabs.tsx';
import { renderUi } from './testing/render.tsx';
import { TextArea, TextInput } from './text-input.tsx';

describe('Button', () => {
  it('acts on click and on Enter, and does not submit unless it says so', async () => {
    const act = vi.fn();
    const submit = vi.fn((event: React.SubmitEvent) => {
      event.preventDefault();
    });
    const { user } = renderUi(
      <form onSubmit={submit}>
        <Button onClick={act}>Enviar</Button>
      </form>,
    );
    await user.click(screen.getByRole('button', { name: 'Enviar' }));
    await user.keyboard('{Enter}');
    expect(act).toHaveBeenCalledTimes(2);
    expect(submit).not.toHaveBeenCalled();
  });

  it('keeps its name and the focus while it works, and takes no second click', async () => {
    const act = vi.fn();
    const { user } = renderUi(
      <Button onClick={act} loading>
        Enviar
      </Button>,
    );
    const button = screen.getByRole('button', { name: 'Enviar' });
    expect(button).toHaveAttribute('aria-busy', 'true');
    await user.click(button);
    expect(button).toHaveFocus();
    expect(act).not.toHaveBeenCalled();
  });

  it('does not submit a form a second time while it works', async () => {
    const submit = vi.fn((event: React.SubmitEvent) => {
      event.preventDefault();
    });
    const { user } = renderUi(
      <form onSubmit={submit}>
        <Button type="submit" loading>
          Enviar
        </Button>
      </form>,
    );
    await user.click(screen.getByRole('button'));
    expect(submit).not.toHaveBeenCalled();
  });

  it('is a link where it goes somewhere', () => {
    renderUi(<LinkButton to="/requests/new">Nueva</LinkButton>);
    expect(screen.getByRole('link', { name: 'Nueva' })).toHaveAttribute('href', '/requests/new');
  });
});

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

describe('Tabs', () => {
  function Views() {
    const [at, setAt] = useState<'all' | 'wait' | 'no'>('all');
    return (
      <>
        <Tabs
          label="Vistas"
          panelId="p"
          selected={at}
          onSelect={setAt}
          tabs={[
            { id: 'all', label: 'Todas', count: '1,284' },
            { id: 'wait', label: 'Esperan' },
            { id: 'no', label: 'Rechazadas' },
          ]}
        />
        <TabPanel id="p" selected={at}>
          {at}
        </TabPanel>
      </>
    );
  }

  it('have one tab stop, and arrows, Home and End move around the end', async () => {
    const { user } = renderUi(<Views />);
    await user.tab();
    expect(screen.getByRole('tab', { name: /Todas/ })).toHaveFocus();
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { name: 'Esperan', selected: true })).toHaveFocus();
    await user.keyboard('{End}{ArrowRight}');
    expect(screen.getByRole('tab', { name: /Todas/, selected: true })).toHaveFocus();
    await user.keyboard('{ArrowLeft}');
    expect(screen.getByRole('tabpanel', { name: 'Rechazadas' })).toHaveTextContent('no');
    await user.keyboard('{Home}');
    expect(screen.getByRole('tabpanel')).toHaveTextContent('all');
    await user.tab();
    expect(document.activeElement).not.toHaveAttribute('role', 'tab');
  });
});

describe('FilterChip', () => {
  function Filters({ onClear }: { onClear: () => void }) {
    const [value, setValue] = useState<string>();
    return (
      <FilterChip
        label="Estado"
        value={value}
        count={value && '9'}
        onClear={() => {
          setValue(undefined);
          onClear();
        }}
      >
        {(close) => (
          <Button
            onClick={() => {
              setValue('Rechazada');
              close();
            }}
          >
            Rechazada
          </Button>
        )}
      </FilterChip>
    );
  }

  it('opens a panel that takes the focus, chooses, and gives the focus back', async () => {
    const { user } = renderUi(<Filters onClear={vi.fn()} />);
    await user.click(screen.getByRole('button', { name: 'Estado' }));
    expect(screen.getByRole('dialog', { name: 'Estado' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Rechazada' })).toHaveFocus();
    await user.keyboard('{Enter}');
    const chip = screen.getByRole('button', { name: /Estado: Rechazada/ });
    expect(chip).toHaveFocus();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('closes on Esc and on a click elsewhere', async () => {
    const { user } = renderUi(<Filters onClear={vi.fn()} />);
    const chip = screen.getByRole('button', { name: 'Estado' });
    await user.click(chip);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(chip).toHaveFocus();
    await user.click(chip);
    await user.click(document.body);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('keeps the focus in its panel on Tab, until it is closed', async () => {
    const { user } = renderUi(<Filters onClear={vi.fn()} />);
    const chip = screen.getByRole('button', { name: 'Estado' });
    await user.click(chip);
    await user.tab();
    expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement);
    await user.keyboard('{Escape}');
    expect(chip).toHaveFocus();
  });

  it('is cleared by a button that says which filter it removes', async () => {
    const clear = vi.fn();
    const { user } = renderUi(<Filters onClear={clear} />);
    await user.click(screen.getByRole('button', { name: 'Estado' }));
    await user.click(screen.getByRole('button', { name: 'Rechazada' }));
    await user.click(screen.getByRole('button', { name: 'Quitar el filtro Estado' }));
    expect(clear).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('button', { name: 'Estado' })).toHaveFocus();
  });

  it('ToggleChip is a pressed button, on even when nothing matches', async () => {
    const change = vi.fn();
    const { user } = renderUi(<ToggleChip label="Vínculos" count="0" on={false} onChange={change} />);
    await user.click(screen.getByRole('button', { name: /Vínculos/, pressed: false }));
    expect(change).toHaveBeenCalledWith(true);
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
