import WalletIcon from '@mui/icons-material/AccountBalanceWalletOutlined';
import { addressForm, zeroAddress } from '#client/families/tokens/wallets.ts';
import { HashText } from '#ui/data/hash-text.tsx';
import { ink } from '#ui/theme/tokens.ts';
import { Anchor, Link } from '#ui/actions/link.tsx';
import { visibleName } from '#ui/formats/visible-text.ts';
import { codesOf } from '#widgets/people/company-rfc.ts';
import { m } from '#i18n/messages.ts';
import { paths } from '../paths.ts';
import { shownAddress } from './shown-address.ts';
import { useHolder, type Holder, type HolderOf } from './use-holders.ts';
import css from './holder-name.module.css';

/** Which end of a transfer an address is: the zero address means another thing at each. */
export type End = 'from' | 'to';

/** An address in one word or name, for where only one line fits: in sentences, files, labels. */
export function holderWord(address: string, holder: Holder | undefined, end?: End): string {
  if (addressForm(address) === zeroAddress) return nobodyWord(end);
  const name = holder?.state === 'known' ? visibleName(holder.subject.commonName) : undefined;
  return name ?? shortAddress(address);
}

export const nobodyWord = (end: End | undefined): string =>
  end === 'from'
    ? m.endorsements_holder_new()
    : end === 'to'
      ? m.endorsements_holder_burnt()
      : m.endorsements_holder_nobody();

/** `0x8f3A…c21E`: as it stands beside names. */
export function shortAddress(address: string): string {
  const shown = shownAddress(address);
  return shown.length > 13 ? `${shown.slice(0, 6)}…${shown.slice(-4)}` : shown;
}

export interface HolderNameProps {
  /** The address, or the wallet with what the answer reported of its subject. */
  of: HolderOf;
  /** Which end of a transfer it is. */
  end?: End | undefined;
  /** False inside what is a link itself, as a card. */
  links?: boolean | undefined;
  /** False where the row says the address elsewhere. */
  address?: boolean | undefined;
}

/** A person's name over the address of the wallet: the name leads to the person, the address to the wallet. */
export function HolderName({ of, end, links = true, address: shown = true }: HolderNameProps) {
  const id = typeof of === 'string' ? of : of.id;
  const holder = useHolder(of);
  if (!id) return <span style={{ color: ink.text3 }}>{m.endorsements_not_sent()}</span>;
  const address = addressForm(id);
  if (address === zeroAddress)
    return (
      <span className={css.root}>
        <span className={css.name} data-quiet="">
          {nobodyWord(end)}
        </span>
      </span>
    );
  const read = shownAddress(address);
  const wallet = <HashText value={read} size="id" copy={false} unfolds={false} />;
  const toPerson = links && holder.state === 'known' && !!holder.subject.id;
  const lines = (
    <span className={css.root} data-fits="">
      <Name holder={holder} links={links} />
      {!shown ? null : links && !toPerson ? (
        <Link className={css.address} to={paths.wallet(address)} title={read}>
          {wallet}
        </Link>
      ) : (
        <span className={css.address} title={read}>
          {wallet}
        </span>
      )}
    </span>
  );
  if (!toPerson || !shown) return lines;
  const label = m.endorsements_holder_wallet({ address: read });
  return (
    <span className={css.both}>
      {lines}
      <Anchor className={css.wallet} to={paths.wallet(address)} aria-label={label} title={label}>
        <WalletIcon aria-hidden="true" />
      </Anchor>
    </span>
  );
}

function Name({ holder, links }: { holder: Holder; links: boolean }) {
  if (holder.state !== 'known')
    return (
      <span className={css.name} data-quiet="">
        {holder.state === 'loading'
          ? m.endorsements_holder_loading()
          : holder.state === 'failed'
            ? m.endorsements_holder_failed()
            : m.endorsements_holder_unknown()}
      </span>
    );
  const { id, commonName } = holder.subject;
  const name = visibleName(commonName) ?? m.endorsements_holder_unnamed();
  const codes = codesOf(holder.subject).join(' · ');
  return links && id ? (
    <Link className={css.name} to={paths.subject(id)} title={codes || name}>
      {name}
    </Link>
  ) : (
    <span className={css.name} title={codes || name}>
      {name}
    </span>
  );
}
