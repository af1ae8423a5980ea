import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Facts } from './facts.tsx';
import { ListItem } from '../lists/list.tsx';
import { LongText } from './long-text.tsx';
import { Name } from './name.tsx';
import { PageFrame } from '../layout/page-frame.tsx';
import { PersonLine } from './person-line.tsx';
import { renderUi } from '../testing/render.tsx';

const deceptive = 'Juan\u202Eexe.fdp\u200B';
const written = 'Juan⟨U+202E⟩exe.fdp⟨U+200B⟩';

it('a name is isolated, and what hides or reorders its characters is written out', () => {
  renderUi(<Name>{deceptive}</Name>);
  expect(screen.getByText(written).tagName).toBe('BDI');
});

it('a long name is clamped to its lines, with all of it in the title; a short one is not', () => {
  renderUi(
    <>
      <Name lines={3}>{'W'.repeat(120)}</Name>
      <Name lines={3}>Contrato</Name>
    </>,
  );
  const long = screen.getByText(/^W+$/);
  expect(long).toHaveAttribute('data-lines', '3');
  expect(long).toHaveAttribute('title', 'W'.repeat(120));
  expect(screen.getByText('Contrato')).not.toHaveAttribute('data-lines');
});

it('a name of 100 kB is cut before it is drawn', () => {
  const { container } = renderUi(<Name lines={2}>{'A'.repeat(100_000)}</Name>);
  expect(container.textContent).toHaveLength(513);
});

it('every part that shows a name shows it so: heading, person, item of a list, fact', () => {
  renderUi(
    <PageFrame title={deceptive}>
      <PersonLine name={deceptive} codes={[deceptive]} />
      <ul>
        <ListItem title={deceptive} to="/x" />
      </ul>
      <Facts facts={[{ label: 'Nombre', value: deceptive }]} />
    </PageFrame>,
  );
  expect(screen.getByRole('heading', { name: written })).toBeVisible();
  expect(screen.getAllByText(written)).toHaveLength(5);
  expect(document.body.textContent).not.toContain('\u202E');
});

it('a message of 5 kB shows its start, and all of it on demand', async () => {
  const { user, container } = renderUi(<LongText most={280}>{'E'.repeat(5_000)}</LongText>);
  expect(/E+/.exec(container.textContent)?.[0]).toHaveLength(280);
  await user.click(screen.getByRole('button', { name: 'Mostrar todo' }));
  expect(/E+/.exec(container.textContent)?.[0]).toHaveLength(5_000);
  await user.click(screen.getByRole('button', { name: 'Mostrar menos' }));
  expect(/E+/.exec(container.textContent)?.[0]).toHaveLength(280);
});
