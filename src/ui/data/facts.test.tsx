import { screen } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Age } from './age.tsx';
import { HashText } from './hash-text.tsx';
import { Instant } from './instant.tsx';
import { LiveContext, LiveMark } from '../feedback/live-mark.tsx';
import { initialsOf, PersonLine } from './person-line.tsx';
import { StatusChip } from './status-chip.tsx';
import { renderUi } from '../testing/render.tsx';

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

  it('LiveMark is not live where nothing can be read anew', () => {
    renderUi(
      <LiveContext value={false}>
        <LiveMark updatedAt={new Date('2026-11-20T15:41:56Z')} />
      </LiveContext>,
    );
    expect(screen.getByText('Sin actualizar desde las 09:41:56')).toBeVisible();
    expect(screen.queryByText(/En vivo/)).toBeNull();
  });

  it('LiveMark shows no time before anything was received', () => {
    renderUi(<LiveMark updatedAt={0} />);
    expect(screen.queryByText(/En vivo|Sin actualizar/)).toBeNull();
  });
});

it('StatusChip carries icon and word', () => {
  renderUi(
    <StatusChip tone="waiting" icon={<svg data-testid="icon" />}>
      Pendiente
    </StatusChip>,
  );
  expect(screen.getByText('Pendiente')).toContainElement(screen.getByTestId('icon'));
});

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
