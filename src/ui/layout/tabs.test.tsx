import { screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
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
