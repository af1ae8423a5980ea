import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { list, refusal, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { entriesOf } from './find-people.ts';
import { PastePeople } from './paste-people.tsx';

const ana = { id: 'a'.repeat(24), commonName: 'Ana Sofía Pech', RFC: 'PEUA960703Q18' };
const anas = { id: 'b'.repeat(24), commonName: 'Ana Sofía Pech Uc', RFC: 'PEUA960703Q19' };
const luis = { id: 'c'.repeat(24), commonName: 'Luis Canché', RFC: 'CAPL750923PEA' };

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

async function paste(text: string) {
  const { fetch } = smallService((seen, path) => {
    if (path !== '/subjects') return undefined;
    const search = seen.url.searchParams.get('search') ?? '';
    if (search.includes('broken')) return refusal(503, 'Later');
    const typed = plain(search);
    const people = [ana, anas, luis].filter(({ commonName, RFC }) =>
      [commonName, RFC].some(
        (own) => typed.includes(plain(own)) || typed.includes(`"${plain(own).slice(0, 3)}"`),
      ),
    );
    return list(people);
  });
  const onAdd = vi.fn();
  const { user } = await renderInHost(<PastePeople onAdd={onAdd} />, { fetch, open: true });
  await user.click(screen.getByRole('button', { name: 'Pegar una lista' }));
  await user.click(await screen.findByLabelText('Una persona por línea'));
  await user.paste(text);
  await user.click(screen.getByRole('button', { name: 'Buscar y agregar' }));
  return { onAdd };
}

it('reads lines, commas, semicolons and columns of a table, each person once', () => {
  expect(entriesOf(' Ana\nLuis;Ana\tRFC1, \n\n')).toEqual(['Ana', 'Luis', 'RFC1']);
});

it('adds who is the only one by a name or a code, and closes', async () => {
  const { onAdd } = await paste('ana sofia pech\nCAPL750923PEA');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(onAdd).toHaveBeenCalledExactlyOnceWith([
    { id: ana.id, name: ana.commonName },
    { id: luis.id, name: luis.commonName },
  ]);
});

it('leaves in the field who is not found, not alone or not read, with the reason', async () => {
  const { onAdd } = await paste('Luis Canché\nZoé\nAna\nbroken');
  const said = await screen.findByRole('status');
  expect(said).toHaveTextContent('Se agregó 1 firmante. Faltan 3, que siguen en el campo:');
  expect(said).toHaveTextContent('Zoé: Nadie coincide');
  expect(said).toHaveTextContent('Ana: Coinciden 2 personas: escribe su RFC o CURP');
  expect(said).toHaveTextContent('broken: No se pudo buscar');
  expect(screen.getByLabelText('Una persona por línea')).toHaveValue('Zoé\nAna\nbroken');
  expect(onAdd).toHaveBeenCalledExactlyOnceWith([{ id: luis.id, name: luis.commonName }]);
});
