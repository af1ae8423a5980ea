import { useSyncExternalStore } from 'react';
import { isOnline, subscribeOnline } from '#client/http/online.ts';

/** Whether this device has a network, or reaches the service without one. It does not mean that the service answers. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribeOnline, isOnline);
}
