import { useLayoutEffect, useRef, type ReactNode } from 'react';
import ChainIcon from '@mui/icons-material/LinkOutlined';
import type { Report } from '#proofs/verdict/report.ts';
import { Button } from '#ui/actions/button.tsx';
import { Tip } from '#ui/overlays/tip.tsx';
import { ReportBanner } from '#widgets/report/report-banner.tsx';
import { useVerdictSentence } from '#widgets/report/use-verdict-sentence.ts';
import { GapsList } from '#widgets/verification/collect/gaps-strip.tsx';
import { RecheckButton } from '#widgets/verification/recheck.tsx';
import type { Inspection } from '#widgets/verification/use-inspection.ts';
import { m } from '#i18n/messages.ts';
import { SimulationBanner } from '../simulation/simulation-banner.tsx';
import type { Simulation } from '../simulation/use-simulation.ts';
import type { ChainOffer } from '../use-chain-offer.ts';
import css from './verdict-area.module.css';

/** The verdict, or that of the altered copy in its place and of its height. */
export function VerdictArea({
  stored,
  simulation,
  inspection: { working, recheck, collected },
  offer,
  saveCase,
  onShowFallen,
}: {
  stored: Report;
  simulation: Simulation;
  inspection: Inspection;
  offer: ChainOffer;
  saveCase: ReactNode;
  onShowFallen: () => void;
}) {
  const { isUnread } = useVerdictSentence(stored);
  const isSimulating = simulation.target !== undefined;
  return (
    <BannerPlace isReplaced={isSimulating}>
      {isSimulating ? (
        <SimulationBanner simulation={simulation} stored={stored} onShowFallen={onShowFallen} />
      ) : (
        <ReportBanner
          report={stored}
          isChainOffered={offer.isOpen}
          missing={isUnread && <GapsList gaps={collected?.gaps ?? []} />}
          actions={
            <>
              {offer.isOpen && <ChainButton offer={offer} isQuerying={working === 'querying'} />}
              {isUnread ? (
                <Button variant="outlined" loading={working === 'collecting'} onClick={recheck}>
                  {m.common_retry()}
                </Button>
              ) : (
                <RecheckButton working={working !== undefined} onRecheck={recheck} />
              )}
              {saveCase}
            </>
          }
        />
      )}
    </BannerPlace>
  );
}

function ChainButton({ offer, isQuerying }: { offer: ChainOffer; isQuerying: boolean }) {
  const { sandboxNode, accept } = offer;
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const element = button.current;
    // Once the chain has answered there is nothing to press: the focus goes on to the verdict that it decided.
    return () => {
      if (element === document.activeElement) focusVerdict(element);
    };
  }, []);
  return (
    // Whose node it is has to be known before it is believed.
    <Tip text={sandboxNode && m.inspector_nodes_sandbox_text({ host: new URL(sandboxNode.url).host })}>
      <Button ref={button} variant="outlined" icon={<ChainIcon />} loading={isQuerying} onClick={accept}>
        {m.inspector_check_chain()}
      </Button>
    </Tip>
  );
}

const focusVerdict = (within: Element | null): void =>
  within?.closest<HTMLElement>('[data-verdict-area]')?.focus({ preventScroll: true });

/** Has space for a verdict before there is one, and what replaces a verdict is never lower than it. */
export function BannerPlace({ isReplaced = false, children }: { isReplaced?: boolean; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const height = useRef(0);
  // Observed rather than measured: measuring lays out the page after every change of it.
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    element.style.height = isReplaced ? `${height.current}px` : '';
    if (isReplaced || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(([entry]) => {
      height.current = entry?.borderBoxSize[0]?.blockSize ?? 0;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isReplaced]);
  return (
    <div ref={place} className={css.place} tabIndex={-1} data-verdict-area="">
      {children}
    </div>
  );
}
