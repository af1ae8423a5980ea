import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderUi } from '#ui/testing/render.tsx';
import { inOrder, rangeText, type LedgerEntry } from './ledger.ts';
import { TimeLedger } from './time-ledger.tsx';

const entries: LedgerEntry[] = [
  { key: 'b', label: 'Sello', at: '2026-11-18T23:41:07Z', kind: 'PINNED', emphasized: true },
  { key: 'a', label: 'OCSP', at: '2026-11-09T17:03:51Z', kind: 'RECOMPUTED' },
  { key: 'c', label: 'Bloque', at: '2026-11-18T23:58:20Z', kind: 'CHAIN' },
  { key: 'd', label: 'Firmado', at: '2026-11-18T23:32:08Z', kind: 'SERVER' },
];

describe('the time ledger', () => {
  it('tells every date in order with its basis, as a list beside the drawing', () => {
    renderUi(
      <TimeLedger
        entries={entries}
        spans={[{ from: entries[1]!.at, to: entries[3]!.at, label: '9 d 6 h sin saber', tone: 'warn' }]}
        validity={{ label: 'Certificado vigente:', from: '2024-03-03T06:00:00Z', to: '2028-03-03T06:00:00Z' }}
      />,
      { timeZone: 'America/Mexico_City' },
    );
    const list = screen
      .getAllByRole('list')
      .find((one) => within(one).queryByText('9 d 6 h sin saber') !== null)!;
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      '9 nov, 11:03:51OCSPRecalculado',
      '18 nov, 17:32:08FirmadoSegún el servicio',
      '18 nov, 17:41:07SelloAncla de confianza',
      '18 nov, 17:58:20BloqueEn cadena',
      '9 d 6 h sin saber',
      'Certificado vigente: desde 3 mar 2024 hasta 3 mar 2028',
    ]);
    expect(screen.getByText('18 nov 2026, UTC−06:00')).toBeInTheDocument();
  });

  it('heads a list with the days from the first date to the last', () => {
    const options = { locale: 'es-MX', timeZone: 'America/Mexico_City', utc: false } as const;
    expect(rangeText(inOrder(entries), options)).toBe('9 – 18 nov 2026');
    expect(rangeText(inOrder(entries.slice(0, 1)), options)).toBe('18 nov 2026');
    expect(rangeText([], options)).toBe('');
  });

  it('draws the shape of each basis, and no other', () => {
    const { container } = renderUi(<TimeLedger entries={entries.slice(0, 1)} />);
    const legend = screen.getByRole('list', { name: 'En qué descansa cada fecha' });
    expect(legend).toHaveTextContent(/^Ancla de confianza$/);
    expect(container.querySelectorAll('.label')).toHaveLength(1);
  });

  it('leaves out what is no date, and says so where none is left', () => {
    renderUi(<TimeLedger entries={[{ key: 'x', label: 'Nada', at: 'soon', kind: 'SERVER' }]} />);
    expect(screen.getByText('Ninguna fecha se conoce todavía.')).toBeInTheDocument();
  });
});
