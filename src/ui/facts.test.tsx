import { screen, waitFor, within } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Age } from './age.tsx';
import { BarChart, niceTop } from './bar-chart.tsx';
import { BasisMark } from './basis-mark.tsx';
import { CheckRow } from './check-row.tsx';
import { ConservationMarks } from './conservation-marks.tsx';
import { HashText } from './hash-text.tsx';
import { Instant } from './instant.tsx';
import { LiveMark } from './live-mark.tsx';
import { Meter } from './meter.tsx';
import { Money } from './money.tsx';
import { initialsOf, PersonLine } from './person-line.tsx';
import { QrCode } from './qr-code.tsx';
import { SegmentedProgress } from './segmented-progress.tsx';
import { StatusChip } from './status-chip.tsx';
import { Stepper } from './stepper.tsx';
import { renderUi } from './testing/render.tsx';
import { VerdictBanner } from './verdict-banner.tsx';
import { VerdictChip } from './verdict-chip.tsx';

const hash = '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881';

describe('HashText', () => {
  it('cuts the middle, keeps the whole for those who listen, and unfolds on demand', async () => {
    const { user } = renderUi(<HashText label="SHA-256" value={hash} />);
    const value = screen.getByRole('button', { name: `SHA-256 ${hash}`, expanded: false });
    expect(value).toHaveTextContent('2d711642…1a4881');
    await user.click(value);
    expect(value).toHaveAttribute('aria-expanded', 'true');
    expect(value).toHaveTextContent(hash);
    await user.click(value);
    expect(value).toHaveTextContent('2d711642…1a4881');
  });

  it('leaves 8…6, 10…8 in chains, 12…8 in heads and 6…4 of ids', () => {
    const { container } = renderUi(
      <>
        <HashText value={hash} size="chain" copy={false} />
        <HashText value={hash} size="head" copy={false} />
        <HashText value={hash} size="id" copy={false} />
      </>,
    );
    expect(container).toHaveTextContent('2d711642b7…921a48812d711642b726…921a48812d7116…4881');
  });

  it('copies the bare value and says so', async () => {
    const { user } = renderUi(<HashText label="SHA-256" value={hash} />);
    await user.click(screen.getByRole('button', { name: 'Copiar SHA-256' }));
    expect(await navigator.clipboard.readText()).toBe(hash);
    expect(screen.getByRole('button', { name: 'Copiado' })).toBeInTheDocument();
  });

  it('says so when the browser does not let it copy', async () => {
    const { user } = renderUi(<HashText value={hash} />);
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'));
    await user.click(screen.getByRole('button', { name: 'Copiar' }));
    expect(await screen.findByText(/no permitió copiar/)).toBeVisible();
  });

  it('underlines exactly the characters that differ', () => {
    const altered = fc.record({ at: fc.nat(63), to: fc.constantFrom(...Array.from('0123456789abcdef')) });
    fc.assert(
      fc.property(fc.array(altered, { maxLength: 6 }), (changes) => {
        const other = Array.from(hash);
        for (const { at, to } of changes) other[at] = to;
        const { container, unmount } = renderUi(
          <HashText value={other.join('')} comparedTo={hash} whole copy={false} />,
        );
        const marked = [...container.querySelectorAll('mark')].map((one) => one.textContent).join('');
        const expected = other.filter((character, at) => character !== hash[at]).join('');
        unmount();
        expect(marked).toBe(expected);
      }),
      { numRuns: 25 },
    );
  });

  it('does not cut what is short', () => {
    renderUi(<HashText value="abc123" copy={false} />);
    expect(screen.getByText('abc123')).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('time', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-11-20T15:42:00Z') });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('Instant shows zone and machine-readable UTC', () => {
    renderUi(<Instant at="2026-11-18T23:41:07Z" />);
    const time = screen.getByText(/18 nov 2026, 17:41:07/).closest('time')!;
    expect(time).toHaveTextContent('18 nov 2026, 17:41:07 UTC−06:00');
    expect(time).toHaveAttribute('datetime', '2026-11-18T23:41:07Z');
    expect(time).toHaveAttribute('tabindex', '0');
  });

  it('Instant does not invent a time for what is not one', () => {
    renderUi(<Instant at="soon" />);
    expect(screen.getByText('soon')).toBeVisible();
  });

  it('Instant is never relative beyond an hour', () => {
    renderUi(
      <>
        <Instant at="2026-11-20T15:41:56Z" form="relative" />
        <Instant at="2026-11-20T14:00:00Z" form="relative" />
      </>,
    );
    expect(screen.getByText('hace 4 s')).toBeVisible();
    expect(screen.getByText('hoy 08:00')).toBeVisible();
  });

  it('Age grows heavy at two days only if stuck', () => {
    renderUi(
      <>
        <Age since="2026-11-18T15:42:00Z" stuck />
        <Age since="2026-11-17T15:42:00Z" />
        <Age since="2026-11-11T15:42:00Z" late />
      </>,
    );
    expect(screen.getByText('2 d')).toHaveAttribute('data-look', 'stuck');
    expect(screen.getByText('3 d')).not.toHaveAttribute('data-look');
    expect(screen.getByText('9 d')).toHaveAttribute('data-look', 'late');
  });

  it('LiveMark counts seconds, and after a minute says since when it is not live', () => {
    const { update } = renderUi(<LiveMark updatedAt={new Date('2026-11-20T15:41:56Z')} />);
    expect(screen.getByText('En vivo, hace 4 s')).toBeVisible();
    update(<LiveMark updatedAt={new Date('2026-11-20T15:40:00Z')} />);
    expect(screen.getByText('Sin actualizar desde las 09:40:00')).toBeVisible();
  });

  it('LiveMark shows no time before anything was received', () => {
    renderUi(<LiveMark updatedAt={0} />);
    expect(screen.queryByText(/En vivo|Sin actualizar/)).toBeNull();
  });
});

describe('marks', () => {
  it('SegmentedProgress says its counts in words and draws a part each up to twelve', () => {
    const { container, update } = renderUi(
      <SegmentedProgress segments={{ settled: 1, answered: 1, waiting: 1 }} />,
    );
    expect(screen.getByRole('img', { name: '2 de 3' })).toHaveTextContent('2/3');
    expect(container.querySelectorAll('[data-part]')).toHaveLength(3);
    update(
      <SegmentedProgress
        segments={{ settled: 24, answered: 7, waiting: 17 }}
        label="31 de 48, 17 pendientes"
      />,
    );
    expect(screen.getByRole('img', { name: '31 de 48, 17 pendientes' })).toHaveTextContent('31/48');
    const parts = [...container.querySelectorAll<HTMLElement>('[data-part]')];
    expect(parts.map((part) => part.style.width)).toEqual(['50%', expect.stringMatching(/^14\.58/)]);
  });

  it.each([
    [{ answered: 1e15, waiting: 1e15 }, 1, '50%'],
    [{ answered: 2, waiting: -3 }, 2, ''],
    [{ answered: NaN, refused: 1 }, 1, ''],
  ] as const)(
    'SegmentedProgress draws no more than can be seen, whatever is counted: %j',
    (segments, count, width) => {
      const { container } = renderUi(<SegmentedProgress segments={segments} />);
      const parts = [...container.querySelectorAll<HTMLElement>('[data-part]')];
      expect(parts.map((part) => part.style.width)).toEqual(Array.from({ length: count }, () => width));
    },
  );

  it('ConservationMarks are always N, M, E, and each says its state', () => {
    renderUi(
      <ConservationMarks
        nom151={{ state: 'absent' }}
        merkle={{ state: 'service' }}
        external={{ state: 'PASSED', words: 'Externa: aprobada, 12 nov 2026, recalculado' }}
      />,
    );
    expect(screen.getAllByRole('img').map((mark) => mark.getAttribute('aria-label'))).toEqual([
      'NOM-151: ninguna',
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
    expect(screen.getByRole('img', { name: 'Externa: Aprobado' }).querySelector('svg')).not.toBeNull();
  });

  it('a pass with warnings is never a plain pass', () => {
    renderUi(<VerdictChip state="PASSED" warnings={2} />);
    expect(screen.getByText('Aprobado con 2 avisos')).toHaveAttribute('data-state', 'INDETERMINATE');
    expect(screen.queryByText('Aprobado')).toBeNull();
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
      'Passed',
      'Failed',
      'Indeterminate',
      'Not run',
      'Not applicable',
      'Running',
      'Recomputed',
      'Chain',
      'Pinned',
      'Service',
    ])
      expect(screen.getByText(word)).toBeVisible();
  });

  it('VerdictBanner is a heading with its facts; CheckRow has statement, word, basis and detail', () => {
    renderUi(
      <>
        <VerdictBanner state="PASSED" warned sentence="Este documento existía." facts="3 recalculados" />
        <CheckRow
          state="FAILED"
          statement="La ruta llega a la raíz"
          basis="RECOMPUTED"
          detail="merkle.root"
        />
      </>,
    );
    expect(screen.getByRole('heading', { level: 2, name: 'Este documento existía.' })).toBeVisible();
    for (const text of ['3 recalculados', 'Falló', 'Recalculado', 'merkle.root'])
      expect(screen.getByText(text)).toBeVisible();
  });

  it('StatusChip carries icon and word', () => {
    renderUi(
      <StatusChip tone="waiting" icon={<svg data-testid="icon" />}>
        Pendiente
      </StatusChip>,
    );
    expect(screen.getByText('Pendiente')).toContainElement(screen.getByTestId('icon'));
  });
});

describe('people, money, figures', () => {
  it('initials skip small words', () => {
    expect(initialsOf('María Fernanda Ortega')).toBe('MF');
    expect(initialsOf('Juan de la Cruz')).toBe('JC');
    expect(initialsOf('élite')).toBe('É');
    expect(initialsOf('')).toBe('');
  });

  it('PersonLine shows the whole name and each code', () => {
    renderUi(
      <PersonLine
        name="María Fernanda Ortega Ruiz"
        codes={['OERF880412Q45', 'OERF880412MYNRZR04']}
        facts="Firmó"
      />,
    );
    for (const text of ['María Fernanda Ortega Ruiz', 'OERF880412Q45', 'OERF880412MYNRZR04', 'Firmó'])
      expect(screen.getByText(text)).toBeVisible();
  });

  it('Money keeps its exact value in the markup', () => {
    renderUi(<Money amount="480000.10" currency="MXN" />);
    expect(screen.getByText('$480,000.10 MXN')).toHaveAttribute('value', '480000.10 MXN');
  });

  it('Meter never claims more than its whole', () => {
    renderUi(<Meter kind="meter" label="Cuota" value={12} max={10} />);
    expect(screen.getByRole('meter', { name: 'Cuota' })).toHaveAttribute('aria-valuenow', '10');
  });

  it('Stepper numbers what will happen and says what runs', () => {
    renderUi(
      <Stepper
        label="Al enviar"
        steps={[
          { id: 'a', title: 'Subir', state: 'done' },
          { id: 'b', title: 'Crear', state: 'running' },
          { id: 'c', title: 'Invitar' },
        ]}
      />,
    );
    const steps = within(screen.getByRole('list', { name: 'Al enviar' })).getAllByRole('listitem');
    expect(steps.map((step) => step.textContent)).toEqual(['Subir (hecho)', 'Crear (en curso)', '3Invitar']);
    expect(steps[1]).toHaveAttribute('aria-current', 'step');
  });

  it('QrCode draws the code of its text once the encoder is there', async () => {
    const { container } = renderUi(<QrCode value="https://example.invalid/link/1" label="Código QR" />);
    const image = screen.getByRole('img', { name: 'Código QR' });
    await waitFor(() => {
      expect(image).not.toHaveAttribute('aria-busy');
    });
    expect(container.querySelector('path')?.getAttribute('d')?.length).toBeGreaterThan(500);
  });
});

describe('BarChart', () => {
  const chart = (
    <BarChart
      label="Solicitudes por día"
      series={[
        { id: 'done', label: 'Finalizadas', look: 'filled' },
        { id: 'wait', label: 'En espera', look: 'hollow' },
      ]}
      bars={[
        { label: '1 nov', values: [30, 10] },
        { label: '2 nov', values: [0, 5] },
      ]}
      height={100}
    />
  );

  it('has a table twin with the same numbers', () => {
    renderUi(chart);
    const table = screen.getByRole('table', { name: 'Solicitudes por día' });
    const cells = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent);
    expect(cells).toEqual(['1 nov3010', '2 nov05']);
  });

  it('draws from zero, in proportion, and nothing for nothing', () => {
    const { container } = renderUi(chart);
    const bars = [...container.querySelectorAll('rect')].map((bar) => [
      Number(bar.getAttribute('y')),
      Number(bar.getAttribute('height')),
    ]);
    // The scale ends at 40: 30 is 75 px from the floor, 10 more is 25 px on top of it.
    expect(bars).toEqual([
      [25, 75],
      [0, 25],
      [87.5, 12.5],
    ]);
  });

  it('has a scale that ends at or just above the tallest bar', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), (max) => {
        const top = niceTop(max);
        expect(top).toBeGreaterThanOrEqual(max);
        expect(top % 2).toBe(0);
        expect(top).toBeLessThanOrEqual(Math.max(4, max * 1.6));
      }),
    );
  });
});
