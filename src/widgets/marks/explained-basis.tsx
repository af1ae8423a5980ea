import { BasisMark, basisWord, type BasisName } from '#ui/verdicts/basis-mark.tsx';
import { Explained } from './explained.tsx';
import { basisWords } from './mark-texts.ts';

/** The basis of all that a card says, which explains itself. In a list of marks they are plain: one legend explains them. */
export function ExplainedBasis({ basis }: { basis: BasisName }) {
  return (
    <Explained label={basisWord(basis)} text={basisWords(basis)}>
      <BasisMark basis={basis} />
    </Explained>
  );
}
