import { ChoiceList } from '#ui/inputs/filter-panel.tsx';
import { useFormat } from '#ui/formats/use-format.ts';

/** Choices of a filter, each with how many match it where the service counts them. */
export function CountedChoices<Part>({
  label,
  choices,
  counts,
  onChoose,
}: {
  label: string;
  choices: readonly { readonly label: string; readonly part: Part; readonly on: boolean }[];
  /** One for each choice; absent where it is not known. */
  counts: readonly (number | null | undefined)[];
  onChoose: (part: Part) => void;
}) {
  const format = useFormat();
  return (
    <ChoiceList
      label={label}
      choices={choices.map((choice, at) => ({
        id: choice.label,
        label: choice.label,
        on: choice.on,
        count: counts[at] == null ? '' : format.number(counts[at]),
      }))}
      onChoose={(id) => {
        const choice = choices.find((one) => one.label === id);
        if (choice) onChoose(choice.part);
      }}
    />
  );
}
