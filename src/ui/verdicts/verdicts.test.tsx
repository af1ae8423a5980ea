import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { BasisMark } from './basis-mark.tsx';
import { CheckRow } from './check-row.tsx';
import { ConservationMarks } from './conservation-marks.tsx';
import { computedColour } from '../testing/computed-colour.ts';
import { renderUi } from '../testing/render.tsx';
import { light } from '../theme/palette.ts';
import { VerdictBanner } from './verdict-banner.tsx';
import { VerdictChip } from './verdict-chip.tsx';

it('ConservationMarks are always N, M, E, and each says its state', () => {
  renderUi(
    <ConservationMarks
      nom151={{ state: 'absent' }}
      merkle={{ state: 'service' }}
      external={{ state: 'PASSED', words: 'Externa: aprobada, 12 nov 2026, recalculado' }}
    />,
  );
  expect(screen.getAllByRole('img').map((mark) => mark.getAttribute('aria-label'))).toEqual([
    'NOM-151: sin prueba',
    'Merkle: hecha, según el servicio',
    'Externa: aprobada, 12 nov 2026, recalculado',
  ]);
});

it('only a computed mark has a verdict shape; the word of the service never has one', () => {
  const { container } = renderUi(
    <ConservationMarks
      nom151={{ state: 'service' }}
      merkle={{ state: 'queued' }}
      external={{ state: 'PASSED' }}
    />,
  );
  expect(container.querySelectorAll('svg')).toHaveLength(1);
  expect(screen.getByRole('img', { name: 'Tercero: Válido' }).querySelector('svg')).not.toBeNull();
});

it('a pass with warnings is never a plain pass', () => {
  renderUi(<VerdictChip state="PASSED" warnings={2} />);
  expect(screen.getByText('Válido con 2 avisos')).toHaveAttribute('data-state', 'INDETERMINATE');
  expect(screen.queryByText('Válido')).toBeNull();
});

it('a check that passed with a warning has the mark, the word and the colour of a warning', () => {
  const { container } = renderUi(
    <CheckRow state="PASSED" warnings={1} statement="La respuesta es de este" />,
  );
  expect(screen.getByText('Válido con 1 aviso')).toBeVisible();
  const [mark, word] = ['svg', '.word'].map((part) => container.querySelector(`[data-warned] > ${part}`));
  expect(mark).toHaveAttribute('data-state', 'WARNED');
  expect([mark, word].map((one) => one && computedColour(one))).toEqual([light.indet, light.indet]);
});

it('each verdict and each basis has its word', () => {
  renderUi(
    <>
      {(['PASSED', 'FAILED', 'INDETERMINATE', 'NOT_RUN', 'NOT_APPLICABLE', 'RUNNING'] as const).map(
        (state) => (
          <VerdictChip key={state} state={state} />
        ),
      )}
      {(['RECOMPUTED', 'CHAIN', 'PINNED', 'SERVER'] as const).map((basis) => (
        <BasisMark key={basis} basis={basis} />
      ))}
    </>,
    { language: 'en' },
  );
  for (const word of [
    'Valid',
    'Invalid',
    'Undetermined',
    'Not checked',
    'Not applicable',
    'Running',
    'Recomputed',
    'On chain',
    'Trust anchor',
    'Reported',
  ])
    expect(screen.getByText(word)).toBeVisible();
});

it('VerdictBanner is a heading with its facts; CheckRow has statement, word, basis and detail', () => {
  renderUi(
    <>
      <VerdictBanner state="PASSED" warned sentence="Este documento existía." facts="3 recalculados" />
      <CheckRow state="FAILED" statement="La ruta llega a la raíz" basis="RECOMPUTED" detail="merkle.root" />
    </>,
  );
  expect(screen.getByRole('heading', { level: 2, name: 'Este documento existía.' })).toBeVisible();
  for (const text of ['3 recalculados', 'No válido', 'Recalculado', 'merkle.root'])
    expect(screen.getByText(text)).toBeVisible();
});

it('what was not checked is grey in its mark, its word and its chip, and what is undetermined is amber', () => {
  const { container } = renderUi(
    <>
      {(['NOT_RUN', 'INDETERMINATE', 'FAILED', 'PASSED'] as const).map((state) => (
        <div key={state} id={state}>
          <CheckRow state={state} statement="La raíz está en la cadena" />
          <VerdictChip state={state} />
        </div>
      ))}
    </>,
  );
  const coloursOf = (state: string) =>
    ['[data-state] > svg', '[data-state] > .word', 'span[data-state]'].map((part) => {
      const element = container.querySelector(`#${state} ${part}`);
      return element && computedColour(element);
    });
  expect(coloursOf('NOT_RUN')).toEqual([light.text3, light.text3, light.text2]);
  expect(coloursOf('INDETERMINATE')).toEqual([light.indet, light.indet, light.indet]);
  expect(coloursOf('FAILED')).toEqual([light.fail, light.fail, light.fail]);
  expect(coloursOf('PASSED')).toEqual([light.pass, light.pass, light.pass]);
});
