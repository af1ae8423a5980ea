import { vi } from 'vitest';

/** From here on the user prefers reduced motion, until `vi.restoreAllMocks`. */
export function preferReducedMotion(): void {
  const real = window.matchMedia;
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(real(query), { matches: query.includes('reduced-motion') }),
  );
}
