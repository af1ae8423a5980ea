import GuideIcon from '@mui/icons-material/HelpOutlineOutlined';
import { useLocation } from 'react-router-dom';
import { LinkButton } from '#ui/actions/button.tsx';
import { m } from '#i18n/messages.ts';
import { guideFragment } from './guide-address.ts';

/** The way to the guide, over the page as it is. */
export function GuideLink({ onClick }: { onClick?: () => void }) {
  const { pathname, search } = useLocation();
  return (
    <LinkButton
      variant="text"
      icon={<GuideIcon />}
      to={pathname + search + guideFragment}
      {...(onClick && { onClick })}
    >
      {m.inspector_guide_open()}
    </LinkButton>
  );
}
