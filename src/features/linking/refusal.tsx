import InfoIcon from '@mui/icons-material/InfoOutlined';
import { Strip, WarningStrip } from '#ui/feedback/strips.tsx';
import type { RefusalWords } from './refusal-words.ts';

/** Why a link was not made or not removed; that there is one already is no failure. */
export function Refusal({ text, already }: RefusalWords) {
  return (
    <div role="alert">
      {already ? (
        <Strip framed icon={<InfoIcon aria-hidden="true" />}>
          {text}
        </Strip>
      ) : (
        <WarningStrip>{text}</WarningStrip>
      )}
    </div>
  );
}
