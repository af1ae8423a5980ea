import { styled } from '@mui/material/styles';
import WalletIcon from '@mui/icons-material/AccountBalanceWalletOutlined';
import { addressForm, zeroAddress } from '#client/families/tokens/wallets.ts';
import { HashText } from '#ui/data/hash-text.tsx';
import { ink, type } from '#ui/theme/tokens.ts';
import { Anchor, Link } from '#ui/actions/link.tsx';
import { visibleName } from '#ui/formats/visible-text.ts';
import { m } from '#i18n/messages.ts';
import { paths } from '../paths.ts';
import { useHolder, type Holder, type HolderOf } from './use-holders.ts';

const Root = styled('span')({
  display: 'grid',
  minWidth: 0,
  '& > *': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& > .name': { ...type.table, fontWeight: 500, color: ink.text },
  '& > .name[data-quiet]': { fontWeight: 400, color: ink.text2 },
  '& a.name': { color: ink.text },
  '& a.name:hover': { color: ink.accentHover },
  '& > .address .value': { fontSize: 12, lineHeight: '16px', color: ink.text2 },
  '& > a.address:hover .value': { color: ink.accentHover },
  '[data-density="compact"] &[data-fits]': {
    gridTemplateColumns: 'minmax(0, auto) minmax(0, 1fr)',
    alignItems: 'baseline',
    gap: 8,
  },
});

// Two links under each other would be too small to be hit one by one: the way to the wallet stands at the side, and in
// a table where there is a pointer it shows in its row alone.
const Both = styled('span')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, auto) 24px',
  justifyContent: 'start',
  alignItems: 'center',
  gap: 6,
  minWidth: 0,
  '& > .wallet': {
    display: 'grid',
    placeItems: 'center',
    width: 24,
    height: 24,
    borderRadius: 5,
    color: ink.text3,
    '& svg': { fontSize: 16 },
    '&:hover': { background: ink.hover, color: ink.accent },
  },
  '@media (hover: hover)': {
    'td & > .wallet': { opacity: 0 },
    'tr:hover & > .wallet, tr:focus-within & > .wallet': { opacity: 1 },
  },
});

/** Which end of a transfer an address is: the zero address means another thing at each. */
export type End = 'from' | 'to';

/** An address in one word or name, for where there is room for one line: in sentences, files, labels. */
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

/** `0x8f3a…c21e`: as it stands beside names. */
export const shortAddress = (address: string): string =>
  address.length > 13 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address;

export interface HolderNameProps {
  /** The address, or the wallet with what the answer told of its subject. */
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
      <Root>
        <span className="name" data-quiet="">
          {nobodyWord(end)}
        </span>
      </Root>
    );
  const wallet = <HashText value={address} size="id" copy={false} unfolds={false} />;
  const toPerson = links && holder.state === 'known' && !!holder.subject.id;
  const lines = (
    <Root data-fits="">
      <Name holder={holder} links={links} />
      {!shown ? null : links && !toPerson ? (
        <Link className="address" to={paths.wallet(address)} title={address}>
          {wallet}
        </Link>
      ) : (
        <span className="address" title={address}>
          {wallet}
        </span>
      )}
    </Root>
  );
  if (!toPerson || !shown) return lines;
  const label = m.endorsements_holder_wallet({ address });
  return (
    <Both>
      {lines}
      <Anchor className="wallet" to={paths.wallet(address)} aria-label={label} title={label}>
        <WalletIcon aria-hidden="true" />
      </Anchor>
    </Both>
  );
}

function Name({ holder, links }: { holder: Holder; links: boolean }) {
  if (holder.state !== 'known')
    return (
      <span className="name" data-quiet="">
        {holder.state === 'loading'
          ? m.endorsements_holder_loading()
          : holder.state === 'failed'
            ? m.endorsements_holder_failed()
            : m.endorsements_holder_unknown()}
      </span>
    );
  const { id, commonName, RFC, serialNumber } = holder.subject;
  const name = visibleName(commonName) ?? m.endorsements_holder_unnamed();
  const codes = [RFC, serialNumber].filter(Boolean).join(' · ');
  return links && id ? (
    <Link className="name" to={paths.subject(id)} title={codes || name}>
      {name}
    </Link>
  ) : (
    <span className="name" title={codes || name}>
      {name}
    </span>
  );
}
