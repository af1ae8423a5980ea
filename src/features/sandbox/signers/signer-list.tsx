import { styled } from '@mui/material/styles';
import { ink, media, ring, type } from '#ui/theme/tokens.ts';
import { Name } from '#ui/data/name.tsx';
import { Avatar } from '#ui/data/person-line.tsx';
import { m } from '#i18n/messages.ts';
import type { Signer } from './signer-invites.ts';

const Root = styled('div')({
  '& > button': {
    ...type.body,
    display: 'flex',
    alignItems: 'center',
    gap: 10,
    width: '100%',
    minHeight: 44,
    padding: '6px 18px',
    border: 0,
    borderBottom: `1px solid ${ink.line}`,
    background: 'none',
    color: ink.text,
    textAlign: 'left',
    cursor: 'pointer',
    '&:last-of-type': { borderBottom: 0 },
    '&:hover': { background: ink.hover },
    '&:focus-visible': { ...ring, outlineOffset: -2 },
    '&[aria-pressed="true"]': { background: ink.accentTint, boxShadow: `inset 2px 0 ${ink.accent}` },
    '& > .name': { flex: 1, minWidth: 0, overflowWrap: 'anywhere' },
    '& > .count': { ...type.table, color: ink.text2, textAlign: 'right' },
    '& > .count[data-some]': { color: ink.accent, fontWeight: 600 },
  },
  [media.narrow]: { maxHeight: 232, overflowY: 'auto' },
});

/** The signers of the demo, with how much each has to answer. */
export function SignerList({
  signers,
  waiting,
  chosen,
  onChoose,
}: {
  signers: readonly Signer[];
  waiting: ReadonlyMap<string, number | undefined>;
  chosen: string | undefined;
  onChoose: (signer: Signer) => void;
}) {
  return (
    <Root role="group" aria-label={m.sandbox_signers()}>
      {signers.map((signer) => {
        const count = waiting.get(signer.id);
        return (
          <button
            key={signer.id}
            type="button"
            aria-pressed={signer.id === chosen}
            onClick={() => {
              onChoose(signer);
            }}
          >
            <Avatar name={signer.commonName} />
            <span className="name">
              <Name lines={2}>{signer.commonName}</Name>
            </span>
            <span className="count" data-some={count ? true : undefined}>
              {count}
            </span>
          </button>
        );
      })}
    </Root>
  );
}
