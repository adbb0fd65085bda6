/**
 * The colours of both themes, by what they mean. Every text colour holds 4.5:1 on every ground it may stand on, and
 * every control border 3:1 (palette.test.ts walks over all pairs), so a screen cannot choose an unreadable pair.
 */
export interface Palette {
  /** Grounds, from the window's to a selected row's. */
  readonly canvas: string
  readonly surface: string
  readonly sunken: string
  readonly raised: string
  readonly hover: string
  readonly selected: string
  /** Text. */
  readonly ink: string
  readonly muted: string
  readonly faint: string
  /** Lines: between panes, and around what can be operated. */
  readonly line: string
  readonly control: string
  /** The one accent. */
  readonly accent: string
  readonly accentHover: string
  readonly onAccent: string
  readonly accentInk: string
  readonly accentGround: string
  readonly focus: string
  /** The four meanings, each as text, ground and bar. */
  readonly okInk: string
  readonly okGround: string
  readonly okBar: string
  readonly attentionInk: string
  readonly attentionGround: string
  readonly attentionBar: string
  readonly dangerInk: string
  readonly dangerGround: string
  readonly dangerBar: string
  readonly infoInk: string
  readonly infoGround: string
  readonly infoBar: string
  readonly danger: string
  readonly onDanger: string
  readonly shade: string
}

export const light: Palette = {
  canvas: '#f4f5f8',
  surface: '#ffffff',
  sunken: '#eceef3',
  raised: '#ffffff',
  hover: '#edf0f5',
  selected: '#e2eafb',
  ink: '#171b24',
  muted: '#475061',
  faint: '#596273',
  line: '#dce0e8',
  control: '#7d8698',
  accent: '#2b55c8',
  accentHover: '#2247ab',
  onAccent: '#ffffff',
  accentInk: '#244cb8',
  accentGround: '#e6edfd',
  focus: '#2b55c8',
  okInk: '#15623a',
  okGround: '#e1f3e8',
  okBar: '#2a8a57',
  attentionInk: '#7a4300',
  attentionGround: '#fdf0d9',
  attentionBar: '#b8730f',
  dangerInk: '#a5231c',
  dangerGround: '#fdeae8',
  dangerBar: '#c8372f',
  infoInk: '#1a567f',
  infoGround: '#e2f0f9',
  infoBar: '#2f7fb5',
  danger: '#b3261e',
  onDanger: '#ffffff',
  shade: 'rgba(20, 25, 36, 0.42)',
}

export const dark: Palette = {
  canvas: '#13151a',
  surface: '#1a1d23',
  sunken: '#15171c',
  raised: '#21252d',
  hover: '#252a33',
  selected: '#22315a',
  ink: '#e7eaf0',
  muted: '#b3bbc8',
  faint: '#9ba4b3',
  line: '#2d323c',
  control: '#77818f',
  accent: '#3f6be0',
  accentHover: '#345dcb',
  onAccent: '#ffffff',
  accentInk: '#9dbbff',
  accentGround: '#1d2a4c',
  focus: '#8eb0ff',
  okInk: '#77d6a1',
  okGround: '#152c20',
  okBar: '#3aa06c',
  attentionInk: '#f2bf67',
  attentionGround: '#33280f',
  attentionBar: '#c98a2b',
  dangerInk: '#ffa29b',
  dangerGround: '#3a1d1c',
  dangerBar: '#e0594f',
  infoInk: '#88c6f2',
  infoGround: '#14293b',
  infoBar: '#4796cc',
  danger: '#c03a31',
  onDanger: '#ffffff',
  shade: 'rgba(0, 0, 0, 0.6)',
}

/** Grounds on which ordinary text may stand. */
export const grounds = ['canvas', 'surface', 'sunken', 'raised', 'hover', 'selected'] as const
