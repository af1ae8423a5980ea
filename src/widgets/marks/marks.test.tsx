import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderInHost, smallService } from '#widgets/testing/host.tsx';
import { m } from '#i18n/messages.ts';
import { ExplainedBasis } from './explained-basis.tsx';
import { guideFragment } from './guide-address.ts';
import { GuideAtAddress } from './guide-at-address.tsx';
import { bases, basisWords } from './mark-texts.ts';
import { StrategiesLegend } from './strategies-legend.tsx';

const show = (path = '/witnesses?nom151=with') =>
  renderInHost(
    <main>
      <ExplainedBasis basis="SERVER" />
      <StrategiesLegend />
      <GuideAtAddress />
    </main>,
    { fetch: smallService().fetch, path },
  );

const marks = [
  { name: 'Según el servicio', text: 'Solo según el servicio' },
  { name: 'Qué significan N, M y E', text: 'N: NOM-151 · M: Merkle · E: tercero' },
] as const;

describe('a mark that explains itself', () => {
  it.each(marks)('«$name» does so under the pointer', async ({ name, text }) => {
    await show();
    const mark = screen.getByRole('button', { name });
    expect(mark).toHaveAccessibleDescription(text);
    fireEvent.pointerOver(mark, { pointerType: 'mouse' });
    expect(await screen.findByRole('tooltip')).toHaveTextContent(text);
  });

  it('does so with the focus', async () => {
    const { user } = await show();
    await user.tab();
    expect(screen.getByRole('button', { name: 'Según el servicio' })).toHaveFocus();
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Solo según el servicio');
  });

  it.each(marks)('«$name» opens for a finger, and Esc gives the focus back', async ({ name }) => {
    const { user } = await show();
    const mark = screen.getByRole('button', { name });
    await user.pointer({ keys: '[TouchA]', target: mark });
    const opened = await screen.findByRole('dialog', { name });
    expect(mark).toHaveAttribute('aria-expanded', 'true');
    expect(within(opened).getByRole('link', { name: 'Cómo leer esto' })).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(mark).toHaveFocus();
    expect(mark).toHaveAttribute('aria-expanded', 'false');
  });

  it.each(bases)('says what %s means', async (basis) => {
    const { user } = await renderInHost(<ExplainedBasis basis={basis} />, { fetch: smallService().fetch });
    await user.click(screen.getByRole('button'));
    expect(await screen.findByRole('dialog')).toHaveTextContent(basisWords(basis));
  });

  it('says of N, M and E what each proves', async () => {
    const { user } = await show();
    await user.click(screen.getByRole('button', { name: 'Qué significan N, M y E' }));
    const opened = await screen.findByRole('dialog', { name: 'Qué significan N, M y E' });
    for (const words of [
      m.inspector_guide_nom151(),
      m.inspector_guide_merkle(),
      m.inspector_guide_external(),
    ])
      expect(opened).toHaveTextContent(words);
  });
});

describe('the guide', () => {
  it('opens over the page by a link of an explanation, and the way back closes it', async () => {
    const { user } = await show();
    await user.click(screen.getByRole('button', { name: 'Según el servicio' }));
    await user.click(await screen.findByRole('link', { name: 'Cómo leer esto' }));
    const guide = await screen.findByRole('dialog', { name: 'Cómo leer un veredicto' });
    expect(window.location.hash).toBe(guideFragment);
    expect(window.location.search).toBe('?nom151=with');
    await user.click(within(guide).getByRole('button', { name: 'Cerrar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(window.location.href).toMatch(/\/witnesses\?nom151=with$/);
    expect(screen.getByRole('button', { name: 'Según el servicio' })).toHaveFocus();
  });

  it('opens by its address, and closed it leaves the address of the page', async () => {
    const { user } = await show(`/witnesses?nom151=with${guideFragment}`);
    await screen.findByRole('dialog', { name: 'Cómo leer un veredicto' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(window.location.href).toMatch(/\/witnesses\?nom151=with$/);
  });

  it('has a word for every shape of a verdict, warnings and the word of the service too', async () => {
    await show(`/witnesses${guideFragment}`);
    const guide = await screen.findByRole('dialog', { name: 'Cómo leer un veredicto' });
    for (const words of [
      'Válido.',
      'Válido con avisos.',
      'No válido.',
      'Sin determinar.',
      'Sin consultar.',
      'No aplica.',
      'Según el servicio.',
    ])
      expect(within(guide).getByText(words)).toBeVisible();
  });
});
