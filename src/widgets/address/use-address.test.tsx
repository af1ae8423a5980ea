import { screen } from '@testing-library/react';
import { useSearchParams } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { renderInHost, smallService } from '../testing/host.tsx';
import { useAddress } from './use-address.ts';

function Page() {
  const write = useAddress();
  const [search] = useSearchParams();
  return <button onClick={() => write('?draft=1')}>{search.get('draft') ?? 'unnamed'}</button>;
}

describe('what a page writes into its address', () => {
  it('stands there in place of what stood before', async () => {
    const { fetch } = smallService();
    const { user, where } = await renderInHost(<Page />, { fetch, path: '/requests/new' });
    const steps = window.history.length;
    await user.click(screen.getByRole('button', { name: 'unnamed' }));
    expect(where()).toBe('/requests/new?draft=1');
    expect(window.location.search).toBe('?draft=1');
    expect(window.history.length).toBe(steps);
  });

  it('is not written where the reader has left for another page that has not come yet', async () => {
    const { fetch } = smallService();
    const { user } = await renderInHost(<Page />, { fetch, path: '/requests/new' });
    window.history.pushState(null, '', '/requests/bulk');
    await user.click(screen.getByRole('button', { name: 'unnamed' }));
    expect(window.location.pathname + window.location.search).toBe('/requests/bulk');
    expect(screen.getByRole('button', { name: 'unnamed' })).toBeVisible();
  });
});
