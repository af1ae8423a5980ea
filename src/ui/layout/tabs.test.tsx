import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { TabPanel, Tabs } from './tabs.tsx';
import { renderUi } from '../testing/render.tsx';

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

it('the arrows of Tabs take no place from the tabs, and the selected tab is scrolled clear of them', () => {
  const observers: IntersectionObserverCallback[] = [];
  // Every tab is out of sight, so that both arrows come.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: IntersectionObserverCallback) {
        observers.push(callback);
      }
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
  const tabs = [{ id: 'all', label: 'Todas' }] as const;
  const { container } = renderUi(
    <Tabs label="Vistas" panelId="p" selected="all" tabs={tabs} onSelect={() => undefined} />,
  );
  act(() => {
    for (const callback of observers)
      callback([{ isIntersecting: false } as IntersectionObserverEntry], {} as IntersectionObserver);
  });
  const arrows = [...container.querySelectorAll('.MuiTabScrollButton-root')].map((one) =>
    getComputedStyle(one),
  );
  expect(arrows.map(({ position, width }) => `${position} ${width}`)).toEqual(Array(2).fill('absolute 24px'));
  expect([arrows[0]?.left, arrows[1]?.right]).toEqual(['0px', '0px']);
  const { scrollPaddingLeft, scrollPaddingRight } = getComputedStyle(
    container.querySelector('.MuiTabs-scroller')!,
  );
  expect([scrollPaddingLeft, scrollPaddingRight]).toEqual(['40px', '40px']);
  vi.unstubAllGlobals();
});
