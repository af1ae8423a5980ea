import { useHost, useSession } from '#api/session-context.tsx';
import { KeyRefused } from '#ui/key-refused.tsx';
import { BareFrame } from './bare-frame.tsx';

export function KeyAsked() {
  const { session } = useHost();
  const { connection } = useSession();
  return (
    <BareFrame>
      <KeyRefused
        onUse={async (key) => {
          if (connection) await session.connect({ connection, key, remember: false });
        }}
        onOther={() => {
          session.signOut();
        }}
      />
    </BareFrame>
  );
}
