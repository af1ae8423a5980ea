import Skeleton from '@mui/material/Skeleton';
import { Name } from '#ui/data/name.tsx';
import { Avatar } from '#ui/data/person-line.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { m } from '#i18n/messages.ts';
import type { Signer } from './signer-invites.ts';
import css from './signer-list.module.css';

/** How many invites wait for an answer; undefined while they are read. */
export type Waiting = number | 'failed' | undefined;

/** The signers of the demo, with how much each has to answer. */
export function SignerList({
  signers,
  waiting,
  chosen,
  onChoose,
}: {
  signers: readonly Signer[];
  waiting: ReadonlyMap<string, Waiting>;
  chosen: string | undefined;
  onChoose: (signer: Signer) => void;
}) {
  return (
    <div className={css.root} role="group" aria-label={m.sandbox_signers()}>
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
            <span className={css.name}>
              <Name lines={2}>{signer.commonName}</Name>
            </span>
            <span className={css.count} data-some={typeof count === 'number' && count > 0 ? true : undefined}>
              <Count of={count} />
            </span>
          </button>
        );
      })}
    </div>
  );
}

function Count({ of }: { of: Waiting }) {
  if (of === undefined) return <Skeleton variant="rounded" width={14} height={10} />;
  if (of !== 'failed') return of;
  return (
    <>
      <span aria-hidden="true" title={m.sandbox_signers_uncounted()}>
        –
      </span>
      <VisuallyHidden>{m.sandbox_signers_uncounted()}</VisuallyHidden>
    </>
  );
}
