import Skeleton from '@mui/material/Skeleton';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { LoadingCards } from '#ui/layout/loading-cards.tsx';
import { usePhone } from '#ui/hooks/use-media-query.ts';
import { VerdictBanner } from '#ui/verdicts/verdict-banner.tsx';
import { LoadingCustody } from '#widgets/chain-of-custody/loading-custody.tsx';
import { m } from '#i18n/messages.ts';
import checks from './token-chain-page.module.css';
import css from './token-loading.module.css';

/** The place of the verdict, which is not known yet: as high as it with what is said under it. */
export function TokenReading({ isChecking = false }: { isChecking?: boolean }) {
  return (
    <div className={css.verdict}>
      <VerdictBanner
        state="RUNNING"
        sentence={isChecking ? m.tokens_checking() : m.tokens_reading()}
        facts={
          <span className={css.facts}>
            <Skeleton component="span" variant="rounded" width="min(60%, 320px)" height={10} />
            <Skeleton component="span" variant="rounded" width="min(90%, 480px)" height={10} />
          </span>
        }
      />
    </div>
  );
}

/** The drawing, the events and the checks while they are read, in the places in which they will stand. */
export function LoadingChain() {
  const phone = usePhone();
  return (
    <LoadingCustody
      checks={
        <div className={checks.checks}>
          <h2>{m.tokens_checks()}</h2>
          <div className={css.checks}>
            <LoadingRows kind="work" count={7} rowHeight={42} />
          </div>
        </div>
      }
      below={
        <LoadingCards
          silent
          cards={[
            {
              title: m.inspector_nodes_title(),
              height: phone ? 478 : 212,
              children: (
                <div className={css.nodes}>
                  <p>{m.inspector_nodes_text()}</p>
                  <LoadingRows kind="blocks" count={1} rowHeight={phone ? 142 : 76} />
                  <div className={css.fields}>
                    <LoadingRows kind="fields" count={1} />
                    <LoadingRows kind="fields" count={1} />
                  </div>
                </div>
              ),
            },
          ]}
        />
      }
    />
  );
}
