import LockIcon from '@mui/icons-material/LockOutlined';
import { useEffect } from 'react';
import { Strip, WarningStrip } from '#ui/feedback/strips.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { visibleName } from '#ui/formats/visible-text.ts';
import { m } from '#i18n/messages.ts';
import type { Composer } from '../use-composer.ts';
import type { DraftHold } from './use-draft-lock.ts';
import css from './draft-strips.module.css';

/** Another tab has this draft: who may change it, and how to have it here. */
export function HeldElsewhere({ hold }: { hold: DraftHold }) {
  return (
    <div className={css.strips}>
      <Strip
        icon={<LockIcon aria-hidden="true" />}
        tone="warn"
        action={
          hold.busy ? undefined : { label: m.draft_elsewhere_take(), onSelect: () => void hold.takeOver() }
        }
      >
        {hold.busy ? m.draft_elsewhere_sending() : m.draft_elsewhere()}
      </Strip>
    </div>
  );
}

/** The browser asks before it closes or reloads the page, as long as something would be lost with it. */
function useBeforeLeaving(atRisk: boolean): void {
  useEffect(() => {
    if (!atRisk) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [atRisk]);
}

/** What of this draft is not in this browser's store, what that means, and what to do. */
export function UnsavedStrips({ composer }: { composer: Composer }) {
  const format = useFormat();
  const { saving, keeping, draft, keepFileAgain, save } = composer;
  const again = { label: m.draft_try_again(), onSelect: () => void save() };
  const file = draft.kind === 'file' ? draft.file : undefined;
  const fileAtRisk = file !== undefined && ['keeping', 'full', 'failed'].includes(keeping);
  const textAtRisk = (saving?.state === 'full' || saving?.state === 'failed') && !saving.reserve;
  useBeforeLeaving(fileAtRisk || textAtRisk);
  return (
    <div className={css.strips}>
      {file && keeping === 'full' && (
        <WarningStrip
          framed={false}
          action={{ label: m.draft_try_again(), onSelect: () => void keepFileAgain() }}
        >
          {m.draft_file_full({ name: visibleName(file.name) ?? '', size: format.bytes(file.size) })}
        </WarningStrip>
      )}
      {file && keeping === 'failed' && (
        <WarningStrip
          framed={false}
          action={{ label: m.draft_try_again(), onSelect: () => void keepFileAgain() }}
        >
          {m.draft_file_failed({ name: visibleName(file.name) ?? '' })}
        </WarningStrip>
      )}
      {file && keeping === 'missing' && (
        <WarningStrip framed={false}>
          {m.draft_file_missing({ name: visibleName(file.name) ?? '' })}
        </WarningStrip>
      )}
      {saving?.state === 'full' && (
        <WarningStrip framed={false} action={again}>
          {saving.reserve ? m.draft_text_full_reserve() : m.draft_text_full()}
        </WarningStrip>
      )}
      {saving?.state === 'failed' && (
        <WarningStrip framed={false} action={again}>
          {saving.reserve
            ? m.draft_text_failed_reserve({ reason: saving.reason })
            : m.draft_text_failed({ reason: saving.reason })}
        </WarningStrip>
      )}
    </div>
  );
}
