import { useLayoutEffect } from 'react';
import { render, screen } from '@testing-library/react';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { MissedNavigation } from './missed-navigation.tsx';

afterEach(() => {
  window.history.replaceState(null, '', '/');
});

/** Goes elsewhere after the address was read, and before the router listens: effects of parts run before it does. */
function GoesMeanwhile({ to }: { to: string }) {
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

it('shows the address that was gone to while the first screen was drawn', async () => {
  render(
    <BrowserRouter>
      <MissedNavigation />
      <GoesMeanwhile to="/rates?range=6" />
      <Address />
    </BrowserRouter>,
  );
  expect(await screen.findByText('/rates?range=6')).toBeVisible();
});

it('goes nowhere where nothing was missed', () => {
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
