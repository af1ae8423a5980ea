import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderUi } from '#ui/testing/render.tsx';
import { TypedSearch } from './typed-search.tsx';

/** A page whose address changes when `arrive` is pressed, some time after it was requested. */
function Page() {
  const [value, setValue] = useState('');
  const [coming, setComing] = useState<string>();
  return (
    <>
      <TypedSearch label="Buscar" placeholder="" value={value} onChange={setComing} />
      <output>{coming}</output>
      <button type="button" onClick={() => setValue(coming ?? '')}>
        arrive
      </button>
      <button type="button" onClick={() => setValue('')}>
        clear
      </button>
    </>
  );
}
const search = () => screen.getByRole('searchbox');
const type = (text: string) => fireEvent.change(search(), { target: { value: text } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const requested = (text: string) =>
  waitFor(() => expect(document.querySelector('output')).toHaveTextContent(new RegExp(`^${text}$`)));

it('a search does not lose what is typed while what was typed before arrives in the address', async () => {
  renderUi(<Page />);
  type('ab');
  await requested('ab');
  type('abc');
  press('arrive');
  expect(search()).toHaveValue('abc');
  await requested('abc');
  press('arrive');
  expect(search()).toHaveValue('abc');
});

it('a search takes what changes the address from outside', async () => {
  renderUi(<Page />);
  type('ab');
  await requested('ab');
  press('arrive');
  press('clear');
  expect(search()).toHaveValue('');
  // Back to what was typed once.
  press('arrive');
  expect(search()).toHaveValue('ab');
});
