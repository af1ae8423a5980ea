import { lazy } from 'react';

/**
 * What is saved is saved after it was read: its button may come after the rows. All places share it, so that where it has
 * come once it is there at once.
 */
export const LateExportButton = lazy(async () => ({
  default: (await import('./export-button.tsx')).ExportButton,
}));
