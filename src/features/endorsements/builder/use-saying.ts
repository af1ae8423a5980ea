import { useMemo } from 'react';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { holderWord } from '#widgets/holders/holder-name.tsx';
import { useHolders } from '#widgets/holders/use-holders.ts';
import { networkWords } from '#widgets/report/texts/rule-words.ts';
import { fieldOf, type ListName } from '../filter/fields.ts';
import type { Saying } from '../filter/sentence.ts';
import { conditionsIn, type Group } from '../filter/tree.ts';

/** The words of a filter for this reader, with the names of the people in it as far as they are known by now. */
export function useSaying(list: ListName, tree: Group): Saying {
  const format = useFormat();
  const { language, zone: timeZone } = usePreferences();
  const holders = useHolders(
    conditionsIn(tree)
      .flatMap(({ column, values }) => (fieldOf(list, column)?.kind === 'person' ? values.map(String) : []))
      .filter((address) => /^0x[0-9a-f]{40}$/i.test(address)),
  );
  return useMemo(
    () => ({
      language,
      timeZone,
      day: format.day,
      dayTime: (date) => format.dayTime(date, true),
      person: (address, column) =>
        holderWord(
          address,
          holders[address.toLowerCase()],
          column === 'fromId' ? 'from' : column === 'toId' ? 'to' : undefined,
        ),
      network: networkWords,
    }),
    [language, timeZone, format, holders],
  );
}
