import { useLocation, useNavigate } from 'react-router-dom';
import { styled } from '@mui/material/styles';
import { useHost } from '#api/session-context.tsx';
import { KeyAgain } from '#features/connect/key-again.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { paths } from '#widgets/paths.ts';
import { m } from '#words/words.ts';
import { BareFrame } from './bare-frame.tsx';

const Middle = styled('div')({ maxWidth: 616, margin: '0 auto' });

/** The reader is where they were; only the key is missing, and it is asked for there. */
export function KeyAsked() {
  const { session } = useHost();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  return (
    <BareFrame>
      <Middle>
        <PageFrame title={m.connect_again_title()}>
          <KeyAgain
            onOther={() => {
              session.signOut();
              void navigate(paths.connectThen(pathname + search + hash));
            }}
          />
        </PageFrame>
      </Middle>
    </BareFrame>
  );
}
