import { vi } from 'vitest';

/** From here on the window is as narrow as a phone's, until `vi.restoreAllMocks`. */
export function narrowToPhone(): void {
  const real = window.matchMedia;
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(real(query), { matches: query === '(max-width: 599.95px)' }),
  );
}
