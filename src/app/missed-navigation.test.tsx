import { useLayoutEffect } from 'react';
import { render, screen } from '@testing-library/react';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { MissedNavigation } from './missed-navigation.tsx';

afterEach(() => {
  window.history.replaceState(null, '', '/');
});

/** Navigates after the router has read the address and before it listens: effects of children run before its own. */
function NavigatesMeanwhile({ to }: { to: string }) {
  useLayoutEffect(() => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, [to]);
  return null;
}

function Address() {
  const { pathname, search } = useLocation();
  return <p>{pathname + search}</p>;
}

it('shows the address that was navigated to while the first screen rendered', async () => {
  render(
    <BrowserRouter>
      <MissedNavigation />
      <NavigatesMeanwhile to="/rates?range=6" />
      <Address />
    </BrowserRouter>,
  );
  expect(await screen.findByText('/rates?range=6')).toBeVisible();
});

it('dispatches nothing where no navigation was missed', () => {
  let steps = 0;
  const count = (): void => {
    steps += 1;
  };
  window.addEventListener('popstate', count);
  render(
    <BrowserRouter>
      <MissedNavigation />
      <Address />
    </BrowserRouter>,
  );
  window.removeEventListener('popstate', count);
  expect(screen.getByText('/')).toBeVisible();
  expect(steps).toBe(0);
});
