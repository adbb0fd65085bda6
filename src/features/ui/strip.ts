/** How the name of something looks that gave way to a narrow strip: written downwards, so the line runs along the strip. */
export const stripName = {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'flex-start',
  height: 'full',
  pt: '3',
  fontSize: 'xs',
  fontWeight: 600,
  color: 'muted',
  _hover: { background: 'hover', color: 'ink' },
  writingMode: 'vertical-rl',
} as const
