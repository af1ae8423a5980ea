import { lazy, Suspense, useState, type ReactNode } from 'react';
import GuideIcon from '@mui/icons-material/HelpOutlineOutlined';
import type { Basis } from '#proofs/check.ts';
import { allChecks, type Report } from '#proofs/verdict/report.ts';
import type { BlockName } from '#proofs/verdict/compose.ts';
import { Button } from '#ui/actions/button.tsx';
import { BasisMark, basisWord } from '#ui/verdicts/basis-mark.tsx';
import { Popover } from '#ui/overlays/popover.tsx';
import { Tip } from '#ui/overlays/tip.tsx';
import { blockName } from '#widgets/report/texts/part-names.ts';
import { basisWords } from '#widgets/report/texts/check-words.ts';
import { m } from '#i18n/messages.ts';
import { bases, strategyWords } from './mark-texts.ts';
import css from './explained-marks.module.css';

const ReadingGuide = lazy(async () => ({ default: (await import('./reading-guide.tsx')).ReadingGuide }));

/** The mark of a strategy, which explains itself under the pointer, with the focus and when it is pressed. */
export function MarkButton({ name, children }: { name: BlockName; children: ReactNode }) {
  return (
    <Explained label={blockName(name)} text={strategyWords(name)}>
      {children}
    </Explained>
  );
}

/** Each basis on which something of the report rests, once, with what it means, and the way to the guide. */
export function MarkLegend({ report }: { report: Report }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={css.legend}>
      {bases
        .filter((basis) => isUsed(report, basis))
        .map((basis) => (
          <Explained key={basis} label={basisWord(basis)} text={basisWords(basis)}>
            <BasisMark basis={basis} />
          </Explained>
        ))}
      <Button
        variant="text"
        icon={<GuideIcon />}
        onClick={() => {
          setOpen(true);
        }}
      >
        {m.inspector_guide_open()}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ReadingGuide
            onClose={() => {
              setOpen(false);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

const isUsed = (report: Report, basis: Basis): boolean =>
  allChecks(report).some((check) => check.status === 'PASSED' && check.basis === basis);

function Explained({ label, text, children }: { label: string; text: string; children: ReactNode }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Tip text={text}>
        <button
          type="button"
          className={css.mark}
          aria-expanded={anchor !== null}
          onClick={({ currentTarget }) => {
            setAnchor(anchor === null ? currentTarget : null);
          }}
        >
          {children}
        </button>
      </Tip>
      <Popover
        anchor={anchor}
        label={label}
        onClose={() => {
          setAnchor(null);
        }}
      >
        <p className={css.words}>{text}</p>
      </Popover>
    </>
  );
}
