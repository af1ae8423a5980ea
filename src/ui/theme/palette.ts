/**
 * The two colour schemes, as in the table of the visual language: one ink, neutral paper, and three
 * verdict colours that appear only where something was computed here.
 */
export interface Scheme {
  readonly canvas: string;
  readonly surface: string;
  readonly sunken: string;
  readonly hover: string;
  readonly line: string;
  readonly line2: string;
  readonly control: string;
  readonly text: string;
  readonly text2: string;
  readonly text3: string;
  readonly accent: string;
  readonly accentHover: string;
  readonly onAccent: string;
  readonly accentTint: string;
  readonly accentLine: string;
  readonly accentMid: string;
  readonly chart: string;
  readonly pass: string;
  readonly passTint: string;
  readonly passLine: string;
  readonly fail: string;
  readonly failTint: string;
  readonly failLine: string;
  readonly indet: string;
  readonly indetTint: string;
  readonly indetLine: string;
}

export const light: Scheme = {
  canvas: '#F6F6F4',
  surface: '#FFFFFF',
  sunken: '#FAFAF8',
  hover: '#F2F2EF',
  line: '#E5E5E0',
  line2: '#CDCEC9',
  control: '#85888E',
  text: '#17181A',
  text2: '#4E5157',
  text3: '#676A71',
  accent: '#2A44AD',
  accentHover: '#20378F',
  onAccent: '#FFFFFF',
  accentTint: '#EFF2FC',
  accentLine: '#BDC8EF',
  accentMid: '#6F82CC',
  chart: '#3A52B6',
  pass: '#136B3C',
  passTint: '#EBF6EF',
  passLine: '#B3D9C1',
  fail: '#AE241C',
  failTint: '#FCEFED',
  failLine: '#EFC3BD',
  indet: '#835000',
  indetTint: '#FBF4E4',
  indetLine: '#E6CF9F',
};

export const dark: Scheme = {
  canvas: '#0E0F11',
  surface: '#16181B',
  sunken: '#121416',
  hover: '#1F2226',
  line: '#292C31',
  line2: '#3D4147',
  control: '#757A82',
  text: '#ECEDEF',
  text2: '#B6BAC1',
  text3: '#9599A1',
  accent: '#A6B7FF',
  accentHover: '#C0CCFF',
  onAccent: '#0D1330',
  accentTint: '#1B2240',
  accentLine: '#3A4880',
  accentMid: '#6275C4',
  chart: '#7C8FE6',
  pass: '#6FCD97',
  passTint: '#12251A',
  passLine: '#26543B',
  fail: '#FF9C91',
  failTint: '#2E1816',
  failLine: '#6E342E',
  indet: '#E5B65F',
  indetTint: '#292010',
  indetLine: '#5B4722',
};
