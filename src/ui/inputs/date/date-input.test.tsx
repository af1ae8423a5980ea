import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { describe, expect, it, vi } from 'vitest';
import { DateInput } from './date-input.tsx';
import { renderUi } from '../../testing/render.tsx';
import { typeDay } from '../../testing/type-day.ts';
import { readDay, writeDay } from './written-day.ts';

function Example({ start = '', onChange }: { start?: string; onChange?: (value: string) => void }) {
  const [value, setValue] = useState(start);
  return (
    <>
      <DateInput
        label="Vence"
        value={value}
        onChange={(next) => {
          setValue(next);
          onChange?.(next);
        }}
      />
      <button type="button" onClick={() => setValue('2027-01-02')}>
        Cambiar
      </button>
    </>
  );
}

const field = () => screen.findByRole('group', { name: 'Vence' });

describe('DateInput', () => {
  it('takes the day before the month and hands over ISO 8601', async () => {
    const change = vi.fn();
    const { user } = renderUi(<Example onChange={change} />);
    await typeDay(user, 'Vence', '2026-11-25');
    expect(change).toHaveBeenLastCalledWith('2026-11-25');
    expect(await field()).toHaveTextContent('25/11/2026');
  });

  it('writes the day before the month in English too, as everything else does', async () => {
    renderUi(<Example start="2026-11-25" />, { language: 'en' });
    expect(await field()).toHaveTextContent('25/11/2026');
    expect(screen.getByRole('spinbutton', { name: 'Month' })).toHaveTextContent('11');
  });

  it('keeps a date that does not exist, hands it over as it is and names the rule once it is left', async () => {
    const change = vi.fn();
    const { user } = renderUi(<Example onChange={change} />);
    await typeDay(user, 'Vence', '2026-02-31');
    expect(change).toHaveBeenLastCalledWith('31/02/2026');
    expect(screen.queryByText(/Escribe un día/)).not.toBeInTheDocument();
    await user.tab();
    await user.tab();
    expect(await screen.findByText(/Escribe un día del calendario/)).toBeVisible();
    expect(await field()).toHaveTextContent('31/02/2026');
    expect(await field()).toHaveAccessibleDescription(/Escribe un día/);
  });

  it('hands over a date that is typed in part, so that a form can refuse it', async () => {
    const change = vi.fn();
    const { user } = renderUi(<Example onChange={change} />);
    await user.click(within(await field()).getByRole('spinbutton', { name: 'Día' }));
    await user.keyboard('25');
    expect(change).toHaveBeenLastCalledWith('25/MM/AAAA');
  });

  it('follows a value that the form sets', async () => {
    const { user } = renderUi(<Example start="2026-11-25" />);
    expect(await field()).toHaveTextContent('25/11/2026');
    await user.click(screen.getByRole('button', { name: 'Cambiar' }));
    expect(await field()).toHaveTextContent('02/01/2027');
  });

  it('lets a day be chosen from the calendar by keys, and Esc returns the focus', async () => {
    const change = vi.fn();
    const { user } = renderUi(<Example start="2026-11-25" onChange={change} />);
    const open = await screen.findByRole('button', { name: /Elegir en el calendario.*Vence/ });
    await user.click(open);
    const calendar = await screen.findByRole('dialog', { name: 'Vence' });
    expect(within(calendar).getByText('noviembre 2026')).toBeVisible();
    expect(within(calendar).getAllByRole('columnheader')[0]).toHaveAccessibleName('domingo');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(open).toHaveFocus());
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await user.keyboard('{Enter}');
    await screen.findByRole('dialog', { name: 'Vence' });
    await user.keyboard('{ArrowRight}{Enter}');
    await waitFor(() => expect(change).toHaveBeenLastCalledWith('2026-11-26'));
  });

  it('is emptied by its button', async () => {
    const change = vi.fn();
    const { user } = renderUi(<Example start="2026-11-25" onChange={change} />);
    await user.click(await screen.findByTitle('Borrar la fecha'));
    expect(change).toHaveBeenLastCalledWith('');
  });

  it('is a text field that reads days where the picker does not come', async () => {
    vi.resetModules();
    vi.doMock('./date-picker.tsx', () => Promise.reject(new Error('A part of the app is missing.')));
    const { DateInput: Fresh } = await import('./date-input.tsx');
    const { renderUi: renderFresh } = await import('../../testing/render.tsx');
    const change = vi.fn();
    function Form() {
      const [value, setValue] = useState('');
      return (
        <Fresh
          label="Vence"
          value={value}
          onChange={(next) => {
            setValue(next);
            change(next);
          }}
        />
      );
    }
    const { user } = renderFresh(<Form />);
    const text = screen.getByRole('textbox', { name: 'Vence' });
    await user.type(text, '31/2/2026');
    expect(change).toHaveBeenLastCalledWith('31/2/2026');
    await user.tab();
    expect(text).toHaveAccessibleDescription(/Escribe un día del calendario/);
    await user.clear(text);
    await user.type(text, '5/1/2026');
    expect(change).toHaveBeenLastCalledWith('2026-01-05');
    expect(text).toHaveValue('5/1/2026');
    await user.tab();
    expect(text).toHaveValue('05/01/2026');
    vi.doUnmock('./date-picker.tsx');
    vi.resetModules();
  });

  it('gets the focus from a form that refuses it', async () => {
    function Form() {
      const { control, handleSubmit, formState } = useForm({ defaultValues: { day: '' } });
      return (
        <form noValidate onSubmit={(event) => void handleSubmit(() => undefined)(event)}>
          <Controller
            control={control}
            name="day"
            rules={{ required: true }}
            render={({ field: props }) => (
              <DateInput {...props} label="Vence" error={formState.errors.day && 'Falta la fecha'} />
            )}
          />
          <button type="submit">Guardar</button>
        </form>
      );
    }
    const { user } = renderUi(<Form />);
    await field();
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    expect(await screen.findByText('Falta la fecha')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('spinbutton', { name: 'Día' })).toHaveFocus());
  });
});

describe('a day as text', () => {
  it.each([
    ['25/11/2026', '2026-11-25'],
    ['5/1/2026', '2026-01-05'],
    ['2026-11-25', '2026-11-25'],
    ['31/02/2026', '31/02/2026'],
    ['11/25/2026', '11/25/2026'],
    ['25/11/0202', '25/11/0202'],
    ['pronto', 'pronto'],
    ['', ''],
  ])('reads «%s» as «%s»', (text, day) => {
    expect(readDay(text)).toBe(day);
  });

  it('is written as it is read', () => {
    expect(readDay(writeDay('2026-11-05'))).toBe('2026-11-05');
    expect(writeDay('pronto')).toBe('pronto');
  });
});
