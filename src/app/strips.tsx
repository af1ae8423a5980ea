import { useSession } from '#api/session-context.tsx';
import { KeyRefusedPanel } from './key-refused-panel.tsx';

/** What holds for every page, across it under the top bar. */
export function Strips() {
  const { keyRefused } = useSession();
  return keyRefused ? <KeyRefusedPanel /> : null;
}
