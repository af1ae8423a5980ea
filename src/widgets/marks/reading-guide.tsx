import QuoteIcon from '@mui/icons-material/FormatQuote';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { BasisMark, basisWord } from '#ui/verdicts/basis-mark.tsx';
import { ConservationMark } from '#ui/verdicts/conservation-marks.tsx';
import { verdictWord } from '#ui/verdicts/verdict-chip.tsx';
import { VerdictShape } from '#ui/verdicts/verdict-shape.tsx';
import { m } from '#i18n/messages.ts';
import { blockInitials, blockName, blockNames } from '../report/texts/part-names.ts';
import { bases, basisWords, strategyWords } from './mark-texts.ts';
import css from './reading-guide.module.css';

/** How a verdict is read: its strategies, where each fact comes from, and what the shapes say. */
export function ReadingGuide({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={m.inspector_guide_title()}>
      <p className={css.text}>{m.inspector_guide_text()}</p>
      <h3 className={css.head}>{m.inspector_guide_strategies()}</h3>
      <dl className={css.list}>
        {blockNames.map((name) => (
          <div key={name}>
            <dt>
              <ConservationMark
                letter={blockInitials[name]}
                mark={{ state: 'service', words: blockName(name) }}
              />
            </dt>
            <dd>
              <b>{blockName(name)}.</b> {strategyWords(name)}
            </dd>
          </div>
        ))}
      </dl>
      <h3 className={css.head}>{m.inspector_guide_bases()}</h3>
      <dl className={css.list} data-wide="">
        {bases.map((basis) => (
          <div key={basis}>
            <dt>
              <BasisMark basis={basis} />
            </dt>
            <dd>{basisWords(basis)}</dd>
          </div>
        ))}
      </dl>
      <h3 className={css.head}>{m.inspector_guide_states()}</h3>
      <dl className={css.list}>
        {states().map(({ state, word, text }) => (
          <div key={state}>
            <dt>{state === 'SERVER' ? <QuoteIcon fontSize="small" /> : <VerdictShape state={state} />}</dt>
            <dd>
              <b>{word}.</b> {text}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

const states = () =>
  [
    { state: 'PASSED', word: verdictWord('PASSED'), text: m.inspector_guide_passed() },
    { state: 'WARNED', word: m.inspector_guide_warned_word(), text: m.inspector_guide_warned() },
    { state: 'FAILED', word: verdictWord('FAILED'), text: m.inspector_guide_failed() },
    { state: 'INDETERMINATE', word: verdictWord('INDETERMINATE'), text: m.inspector_guide_indeterminate() },
    { state: 'NOT_RUN', word: m.inspector_unqueried(), text: m.inspector_guide_unqueried() },
    {
      state: 'NOT_APPLICABLE',
      word: verdictWord('NOT_APPLICABLE'),
      text: m.inspector_guide_not_applicable(),
    },
    { state: 'SERVER', word: basisWord('SERVER'), text: m.inspector_guide_reported() },
  ] as const;
