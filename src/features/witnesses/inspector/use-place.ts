import { useCallback, useMemo } from 'react';
import { useSearch } from '#widgets/address/use-search.ts';
import { placeText, readPlace, type Place } from './place.ts';
import { readTab, tabOfPlace, type WitnessTab } from './witness-tab.ts';

export interface View {
  readonly place: Place | undefined;
  /** Step of the path that is drawn. */
  readonly step: number | undefined;
  /** Whose signature is shown, from 0. */
  readonly signer: number;
  readonly tab: WitnessTab;
  readonly go: (place: Place) => void;
  readonly setStep: (step: number) => void;
  readonly setSigner: (signer: number) => void;
  readonly setTab: (tab: WitnessTab) => void;
}

/** What is looked at stands in the address; looking at something else is no step that Back undoes. */
export function usePlace(): View {
  const [params, changeParams] = useSearch();
  const write = useCallback(
    (values: Readonly<Record<string, string | undefined>>) => {
      changeParams(
        (next) => {
          for (const [name, value] of Object.entries(values))
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
  const tab = readTab(params.get('tab')) ?? (place && tabOfPlace(place)) ?? 'signatures';
  const go = useCallback(
    (to: Place) => {
      // Looking at a strategy leaves the tab as it is, also where the place before had chosen it.
      const nextTab = tabOfPlace(to) ?? tab;
      write({ ver: placeText(to), tab: nextTab === 'signatures' ? undefined : nextTab });
    },
    [write, tab],
  );
  const setStep = useCallback((step: number) => write({ step: String(step) }), [write]);
  const setSigner = useCallback(
    (signer: number) => write({ signer: signer === 0 ? undefined : String(signer + 1) }),
    [write],
  );
  const setTab = useCallback((to: WitnessTab) => write({ tab: to }), [write]);
  return {
    place,
    step: numberIn(params.get('step')),
    signer: Math.max(0, (numberIn(params.get('signer')) ?? 1) - 1),
    tab,
    go,
    setStep,
    setSigner,
    setTab,
  };
}

const numberIn = (text: string | null): number | undefined =>
  text !== null && /^\d{1,4}$/.test(text) ? Number(text) : undefined;
