/** An action of a request that opens a panel. */
export type ActionName =
  'send' | 'remind' | 'rename' | 'invite' | 'share' | 'certify' | 'own' | 'download' | 'evidence';

/** Opens the panel of an action, or closes it. */
export type OpenAction = (name: ActionName) => () => void;
