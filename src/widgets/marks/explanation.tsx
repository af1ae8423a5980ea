import { Popover } from '#ui/overlays/popover.tsx';
import { ConservationMark } from '#ui/verdicts/conservation-marks.tsx';
import { m } from '#i18n/messages.ts';
import { blockInitials, blockName, blockNames } from '../report/texts/part-names.ts';
import { GuideLink } from './guide-link.tsx';
import { strategyWords } from './mark-texts.ts';
import css from './explanation.module.css';

/** What a mark opens: what it means, and the way to the guide. */
export function Explanation({
  anchor,
  label,
  text,
  more,
  onClose,
}: {
  anchor: HTMLElement;
  label: string;
  text: string;
  more: 'strategies' | undefined;
  onClose: () => void;
}) {
  return (
    <Popover anchor={anchor} label={label} onClose={onClose}>
      <div className={css.words}>
        {more === 'strategies' ? <Strategies /> : <p>{text}</p>}
        <GuideLink onClick={onClose} />
      </div>
    </Popover>
  );
}

/** What each letter stands for, and what its frame says. */
function Strategies() {
  return (
    <>
      <dl>
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
      <p>{m.common_marks_frames()}</p>
    </>
  );
}
