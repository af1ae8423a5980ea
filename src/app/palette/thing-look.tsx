import type { ReactNode } from 'react';
import CertificateIcon from '@mui/icons-material/BadgeOutlined';
import IssuerIcon from '@mui/icons-material/AccountBalanceOutlined';
import RequestIcon from '@mui/icons-material/DescriptionOutlined';
import SubjectIcon from '@mui/icons-material/PersonOutlined';
import TokenIcon from '@mui/icons-material/TollOutlined';
import WalletIcon from '@mui/icons-material/AccountBalanceWalletOutlined';
import WitnessIcon from '@mui/icons-material/ApprovalOutlined';
import { m } from '#i18n/messages.ts';
import type { Thing } from './recents.ts';

/** The shape and the word of each kind of thing. */
export function lookOfThing(thing: Thing): { icon: ReactNode; detail: string } {
  switch (thing) {
    case 'request':
      return { icon: <RequestIcon />, detail: m.shell_palette_request() };
    case 'witness':
      return { icon: <WitnessIcon />, detail: m.shell_palette_witness() };
    case 'subject':
      return { icon: <SubjectIcon />, detail: m.shell_palette_subject() };
    case 'certificate':
      return { icon: <CertificateIcon />, detail: m.shell_palette_certificate() };
    case 'issuer':
      return { icon: <IssuerIcon />, detail: m.shell_palette_issuer() };
    case 'token':
      return { icon: <TokenIcon />, detail: m.shell_palette_token() };
    case 'wallet':
      return { icon: <WalletIcon />, detail: m.shell_palette_wallet() };
  }
}
