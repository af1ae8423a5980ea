import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { everything, alongside, type Group } from '../filter/tree.ts';
import { ofPeople } from './people-filter.ts';
import { useMembersWallets } from './use-members-wallets.ts';

/**
 * The page without anything after its path begins with what the organization's members gave and received. Any other
 * address says by itself what it shows; that of everything names its list.
 *
 * @param onFilter replaces the address
 * @returns whether it is not decided yet what is shown
 */
export function useOwnFirst(onFilter: (filter: Group) => void): boolean {
  const { search } = useLocation();
  const { wallets, isLoading } = useMembersWallets();
  const isBare = search === '';
  const own = wallets?.join();
  useEffect(() => {
    if (!isBare || own === undefined) return;
    onFilter(own === '' ? everything : alongside(everything, ofPeople('events', own.split(','))));
    // The address is replaced once: with it the page is not bare any more.
  }, [isBare, own, onFilter]);
  return isBare && (isLoading || own !== undefined);
}
