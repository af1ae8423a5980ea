import { styled } from '@mui/material/styles';

const Box = styled('span')({
  position: 'absolute',
  inset: 0,
  borderRadius: 'inherit',
  borderStyle: 'solid',
  borderWidth: 1,
  pointerEvents: 'none',
});

/** The outline of a field. MUI's own has a legend with a hidden character, which would be copied with the page. */
export const Outline = ({ className }: { className?: string }) => <Box aria-hidden className={className} />;
