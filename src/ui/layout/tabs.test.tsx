import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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

  it('are as wide when selected: choosing one moves none', () => {
    renderUi(<Views />);
    const weights = screen.getAllByRole('tab').map((tab) => getComputedStyle(tab).fontWeight);
    expect(weights).toEqual(Array(3).fill('400'));
  });

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

describe('The strip of Tabs', () => {
  /** Of the strip and of its tabs: what a browser would measure. */
  const widths = { place: 0, labels: 0, selectedEnd: 0 };
  let measureAgain: (() => void)[] = [];
  let intersect: IntersectionObserverCallback[] = [];

  beforeEach(() => {
    measureAgain = [];
    intersect = [];
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(callback: () => void) {
          measureAgain.push(callback);
        }
        observe = () => undefined;
        unobserve = () => undefined;
        disconnect = () => undefined;
      },
    );
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(callback: IntersectionObserverCallback) {
          intersect.push(callback);
        }
        observe = () => undefined;
        disconnect = () => undefined;
      },
    );
    vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockImplementation(() => widths.labels);
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => widths.place);
    // For MUI, the selected tab is in sight: it has nothing to scroll.
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      return this.getAttribute('role') === 'tab'
        ? new DOMRect(100, 0, 50, 40)
        : new DOMRect(0, 0, widths.place, 40);
    });
    vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(() => widths.selectedEnd - 60);
    vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(60);
  });

  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  function draw(selected: 'all' | 'wait' = 'all') {
    const tabs = [
      { id: 'all', label: 'Todas' },
      { id: 'wait', label: 'Esperan' },
    ] as const;
    const { container } = renderUi(
      <Tabs label="Vistas" panelId="p" selected={selected} tabs={tabs} onSelect={() => undefined} />,
    );
    const settle = () =>
      act(() => {
        for (const callback of measureAgain) callback();
      });
    // Every tab is reported out of sight, so that both arrows come where there may be any.
    const hideAll = () =>
      act(() => {
        for (const callback of intersect)
          callback([{ isIntersecting: false } as IntersectionObserverEntry], {} as IntersectionObserver);
      });
    const arrows = () => [...container.querySelectorAll('.MuiTabScrollButton-root')];
    return { settle, hideAll, arrows, strip: container.querySelector('.MuiTabs-scroller')! };
  }

  it('has arrows that take no place from the tabs, and scrolls the selected tab clear of them', () => {
    Object.assign(widths, { place: 300, labels: 500, selectedEnd: 0 });
    const { hideAll, arrows, strip } = draw();
    hideAll();
    const styles = arrows().map((one) => getComputedStyle(one));
    expect(styles.map(({ position, width }) => `${position} ${width}`)).toEqual(
      Array(2).fill('absolute 24px'),
    );
    expect([styles[0]?.left, styles[1]?.right]).toEqual(['0px', '0px']);
    const { scrollPaddingLeft, scrollPaddingRight } = getComputedStyle(strip);
    expect([scrollPaddingLeft, scrollPaddingRight]).toEqual(['40px', '40px']);
  });

  it('has no arrow over its first tab while it stands at its start, whatever was in sight before', () => {
    Object.assign(widths, { place: 300, labels: 500, selectedEnd: 200 });
    const { hideAll, arrows, strip } = draw('wait');
    hideAll();
    expect(arrows().map((one) => getComputedStyle(one).display)).toEqual(['none', 'inline-flex']);
    fireEvent.wheel(strip);
    strip.scrollLeft = 40;
    fireEvent.scroll(strip);
    expect(arrows().map((one) => getComputedStyle(one).display)).toEqual(['inline-flex', 'inline-flex']);
  });

  it('has no arrows where the labels fit, whatever was in sight before', () => {
    Object.assign(widths, { place: 1175, labels: 1175, selectedEnd: 0 });
    const { hideAll, arrows } = draw();
    hideAll();
    expect(arrows()).toHaveLength(0);
  });

  it('loses its arrows when the font makes the labels fit, and gains them when a count does not', () => {
    Object.assign(widths, { place: 300, labels: 320, selectedEnd: 0 });
    const { settle, hideAll, arrows } = draw();
    hideAll();
    expect(arrows()).toHaveLength(2);
    widths.labels = 300;
    settle();
    expect(arrows()).toHaveLength(0);
    widths.labels = 340;
    settle();
    hideAll();
    expect(arrows()).toHaveLength(2);
  });

  it('returns to its start when the font makes the selected tab fit, unless a person moved it', () => {
    Object.assign(widths, { place: 300, labels: 400, selectedEnd: 290 });
    const { settle, strip } = draw('wait');
    settle();
    expect(strip.scrollLeft).toBe(30);
    widths.selectedEnd = 250;
    settle();
    expect(strip.scrollLeft).toBe(0);
    fireEvent.wheel(strip);
    strip.scrollLeft = 80;
    settle();
    expect(strip.scrollLeft).toBe(80);
  });
});
