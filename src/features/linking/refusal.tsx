import InfoIcon from '@mui/icons-material/InfoOutlined';
import { Strip, WarningStrip } from '#ui/strips.tsx';
import { refusalWords } from './use-linking.ts';

/** Why no link was made; that there is one already is no failure. */
export function Refusal({ error }: { error: unknown }) {
  const { text, already } = refusalWords(error);
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
