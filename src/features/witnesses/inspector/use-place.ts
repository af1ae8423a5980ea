import { useCallback, useMemo } from 'react';
import { useSearch } from '#widgets/address/use-search.ts';
import { placeText, readPlace, type Place } from './place.ts';

export interface View {
  readonly place: Place | undefined;
  /** Step of the path that is drawn. */
  readonly step: number | undefined;
  /** Whose signature is shown, from 0. */
  readonly signer: number;
  readonly go: (place: Place) => void;
  readonly setStep: (step: number) => void;
  readonly setSigner: (signer: number) => void;
}

/** What is looked at stands in the address; looking at something else is no step that Back undoes. */
export function usePlace(): View {
  const [params, changeParams] = useSearch();
  const write = useCallback(
    (name: string, value: string) => {
      changeParams(
        (next) => {
          if (value) next.set(name, value);
          else next.delete(name);
          return next;
        },
        { replace: true, preventScrollReset: true },
      );
    },
    [changeParams],
  );
  const ver = params.get('ver');
  const place = useMemo(() => readPlace(ver), [ver]);
  const go = useCallback((to: Place) => write('ver', placeText(to)), [write]);
  const setStep = useCallback((step: number) => write('step', String(step)), [write]);
  const setSigner = useCallback(
    (signer: number) => write('signer', signer === 0 ? '' : String(signer + 1)),
    [write],
  );
  return {
    place,
    step: numberIn(params.get('step')),
    signer: Math.max(0, (numberIn(params.get('signer')) ?? 1) - 1),
    go,
    setStep,
    setSigner,
  };
}

const numberIn = (text: string | null): number | undefined =>
  text !== null && /^\d{1,4}$/.test(text) ? Number(text) : undefined;
