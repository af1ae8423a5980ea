import { Name } from '#ui/data/name.tsx';
import { Avatar } from '#ui/data/person-line.tsx';
import { m } from '#i18n/messages.ts';
import type { Signer } from './signer-invites.ts';
import css from './signer-list.module.css';

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
            <span className={css.count} data-some={count ? true : undefined}>
              {count}
            </span>
          </button>
        );
      })}
    </div>
  );
}
