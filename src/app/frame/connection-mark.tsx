import { styled } from '@mui/material/styles';
import WifiOffIcon from '@mui/icons-material/WifiOffOutlined';
import { ink, type } from '#ui/theme/tokens.ts';

const Root = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  minWidth: 0,
  '& > .dot': { flex: 'none', width: 7, height: 7, borderRadius: 4, background: ink.accent },
  '& > svg': { flex: 'none', fontSize: 16, color: ink.indet },
  '& .name': { ...type.table, fontWeight: 550, overflowWrap: 'anywhere' },
  '& .state': { ...type.caption, color: ink.text2 },
  '[data-rail] &': { justifyContent: 'center', '& > .words': { display: 'none' } },
});

/** Which service this is, and whether it answers. */
export function ConnectionMark({ name, state, online }: { name: string; state: string; online: boolean }) {
  return (
    <Root>
      {online ? <span className="dot" aria-hidden="true" /> : <WifiOffIcon aria-hidden="true" />}
      <div className="words">
        <div className="name">{name}</div>
        <div className="state" role="status">
          {state}
        </div>
      </div>
    </Root>
  );
}
