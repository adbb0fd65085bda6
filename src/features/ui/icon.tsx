/** The product's own icons: 16 px, one stroke of 1.4, round ends, drawn on the same grid. */
import type { ReactElement } from 'react'

/** Sub-paths in a 16 × 16 box; `fill:` marks the few that are solid. */
const drawings = {
  overview: 'M2.5 2.5h4.5v5H2.5zM9 2.5h4.5v3H9zM9 7.5h4.5v6H9zM2.5 9.5h4.5v4H2.5z',
  collect: 'M8 2v7.5M5 6.8 8 9.8l3-3M2.5 10.5v2a1 1 0 0 0 1 1h9a1 1 0 0 0 1-1v-2',
  process:
    'M8 5.4a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2zM8 1.8v1.7M8 12.5v1.7M1.8 8h1.7M12.5 8h1.7M3.6 3.6l1.2 1.2M11.2 11.2l1.2 1.2M12.4 3.6l-1.2 1.2M4.8 11.2l-1.2 1.2',
  eda: 'M2.5 13.5h11M4 11V8M7 11V4.5M10 11V6.5M13 11V3',
  filter: 'M2 3h12L9.5 8.3v4.2l-3 1.3V8.3z',
  analysis:
    'M4 5.5a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4zM12 8.6a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4zM5 13.9a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4zM5.5 4.5l4.9 1.9M10.7 8l-4.2 3.2M4.2 5.6l.6 4.8',
  compare: 'M4 2.5v11M12 2.5v11M6 8h4M8.5 6.5 10 8l-1.5 1.5',
  reconstruct: 'M2.6 6.2A5.8 5.8 0 1 1 2.3 9M2.4 3v3.3h3.3M8 5v3.2l2.2 1.4',
  inspect: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.3 10.3l3.4 3.4',
  review: 'M3 1.8h6.2L12 4.6v3M9 2v3h3M3 1.8v12.4h4.2M5.2 7h3.6M5.2 9.4h2M9.2 12.2l1.7 1.7 3.1-3.3',
  datahub:
    'M8 5.5c3 0 5.2-.8 5.2-1.8S11 2 8 2s-5.2.7-5.2 1.7S5 5.5 8 5.5zM2.8 3.7v8.6c0 1 2.3 1.7 5.2 1.7s5.2-.7 5.2-1.7V3.7M2.8 8c0 1 2.3 1.8 5.2 1.8s5.2-.8 5.2-1.8',
  promote: 'M2.5 13.5v-4h5M2.5 13.5h4M9 2.5h4.5V7M13.3 2.7 7.5 8.5M10.5 9.5v3a1 1 0 0 1-1 1',
  folder: 'M2 4.2a1 1 0 0 1 1-1h3.2l1.5 1.6H13a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1z',
  assistant:
    'M3 2.8h10a1 1 0 0 1 1 1V10a1 1 0 0 1-1 1H8l-3.3 2.7V11H3a1 1 0 0 1-1-1V3.8a1 1 0 0 1 1-1zM8 4.6l.8 1.7 1.7.7-1.7.7L8 9.4l-.8-1.7L5.5 7l1.7-.7z',
  tag: 'M2.5 2.5h5l6 6-5 5-6-6zM5.4 5.3v.2',
  keyword: 'M2.5 4h11M2.5 8h4M2.5 12h5M11 12.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM12.6 11.6l1.4 1.4',
  production: 'M5 1.8h6.2L14 4.6v7H5zM11 2v3h3M5 4.4H2v9.8h9v-2.6M7.5 8.8h4',
  assignment:
    'M5.5 2.5H4a1 1 0 0 0-1 1v9.5a1 1 0 0 0 1 1h8a1 1 0 0 0 1-1V3.5a1 1 0 0 0-1-1h-1.5M5.5 1.8h5v2.4h-5zM5.5 7.5h5M5.5 10.5h3',
  jobs: 'M8 14a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM8 4.8V8l2.3 1.6',
  saved: 'M4 2h8v12L8 11l-4 3z',
  codingForms: 'M2.5 2.5h11v11h-11zM5 6l1 1 1.7-1.9M9.5 6h2M5 10.3l1 1 1.7-1.9M9.5 10.3h2',
  menu: 'M2.5 4h11M2.5 8h11M2.5 12h11',
  panel: 'M2.5 2.5h11v11h-11zM6.3 2.5v11',
  close: 'M4 4l8 8M12 4l-8 8',
  check: 'M3 8.5 6.3 12 13 4.5',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  down: 'M4 6l4 4 4-4',
  up: 'M4 10l4-4 4 4',
  left: 'M10 4 6 8l4 4',
  right: 'M6 4l4 4-4 4',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.3 10.3l3.4 3.4',
  sun: 'M8 10.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6zM8 1.5v1.3M8 13.2v1.3M1.5 8h1.3M13.2 8h1.3M3.4 3.4l.9.9M11.7 11.7l.9.9M12.6 3.4l-.9.9M4.3 11.7l-.9.9',
  moon: 'M13.3 9.4A5.6 5.6 0 0 1 6.6 2.7a5.6 5.6 0 1 0 6.7 6.7z',
  bell: 'M3.5 11.5h9c-.9-.9-1.2-1.8-1.2-3.7 0-2.4-1.3-4-3.3-4s-3.3 1.6-3.3 4c0 1.9-.3 2.8-1.2 3.7zM6.7 13.5h2.6M8 3.8V2.3',
  log: 'M2.5 3.5h3M2.5 8h3M2.5 12.5h3M8 3.5h5.5M8 8h5.5M8 12.5h5.5',
  user: 'M8 8a2.7 2.7 0 1 0 0-5.4A2.7 2.7 0 0 0 8 8zM2.8 14c.4-2.7 2.4-4.2 5.2-4.2s4.8 1.5 5.2 4.2',
  users:
    'M6 8a2.4 2.4 0 1 0 0-4.8A2.4 2.4 0 0 0 6 8zM1.5 13.5c.3-2.5 2-3.8 4.5-3.8s4.2 1.3 4.5 3.8M10.5 3.4a2.3 2.3 0 0 1 0 4.4M12 10c1.5.5 2.3 1.7 2.5 3.5',
  logout: 'M6.5 2.5h-3a1 1 0 0 0-1 1v9a1 1 0 0 0 1 1h3M10.5 5 13.5 8l-3 3M13.5 8H6.5',
  settings:
    'M2.5 4.5h6M11.5 4.5h2M10 6.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4zM2.5 11.5h2M7.5 11.5h6M6 13.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4z',
  help: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM6.2 6.4c.1-1 .8-1.7 1.8-1.7s1.8.6 1.8 1.6c0 1.3-1.8 1.4-1.8 2.7M8 11.2v.2',
  warning: 'M8 2.2 14.5 13.5h-13zM8 6.5v3.2M8 11.5v.2',
  error: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 5v3.7M8 10.9v.2',
  info: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 7.3v3.7M8 4.9v.2',
  ok: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM5.3 8.2l1.9 2 3.5-4',
  // Two lists with what they have in common.
  reconciliation: 'M2 3.5h4M2 8h4M2 12.5h4M10 3.5h4M10 8h4M10 12.5h4M7.3 3.5h1.4M7.3 8h1.4',
  lock: 'M3.5 7.5h9v6.5h-9zM5.3 7.5V5.3a2.7 2.7 0 0 1 5.4 0v2.2M8 10v1.8',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  play: 'M5 3.2v9.6L12.5 8z',
  stop: 'M4 4h8v8H4z',
  retry: 'M13 8a5 5 0 1 1-1.5-3.6M13.2 2.2v2.7h-2.7',
  download: 'M8 2v8M4.8 7 8 10.2 11.2 7M3 13.5h10',
  upload: 'M8 10.5V2.5M4.8 5.7 8 2.5l3.2 3.2M3 13.5h10',
  file: 'M3.5 1.8h6L12.5 4.8v9.4h-9zM9.3 2v3h3',
  mail: 'M2 3.5h12v9H2zM2.2 4 8 8.7 13.8 4',
  client:
    'M3 14V3a1 1 0 0 1 1-1h5a1 1 0 0 1 1 1v11M10 6h2.5a.5.5 0 0 1 .5.5V14M1.8 14h12.4M5.5 5h2M5.5 8h2M5.5 11h2',
  project: 'M2.5 5h11v8.5h-11zM5.8 5V3.2a.7.7 0 0 1 .7-.7h3a.7.7 0 0 1 .7.7V5M2.5 8.5h11',
  external: 'M9 2.5h4.5V7M13.3 2.7 7.5 8.5M11.5 9.5v3a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1h3',
  expand: 'M9.5 2.5h4v4M13.3 2.7 9.5 6.5M6.5 13.5h-4v-4M2.7 13.3l3.8-3.8',
  undo: 'M3 6.5h6.5a3.5 3.5 0 0 1 0 7H6M3 6.5 6 3.5M3 6.5l3 3',
  redo: 'M13 6.5H6.5a3.5 3.5 0 0 0 0 7H10M13 6.5l-3-3M13 6.5l-3 3',
  attachment:
    'M11.2 5.4 6.9 9.7a1.2 1.2 0 0 0 1.7 1.7l4.3-4.3a2.8 2.8 0 0 0-4-4L4.4 7.6a4.3 4.3 0 0 0 6 6l3.2-3.2',
  branch: 'M4 2.5V9h8',
  dots: 'M3.5 8v.1M8 8v.1M12.5 8v.1',
  offline:
    'M2 2l12 12M5.2 7.4A5 5 0 0 0 4 8.3M6.3 10.6a2.4 2.4 0 0 1 3.4 0M1.8 6a9 9 0 0 1 2.6-1.7M7 3.6A9 9 0 0 1 14.2 6M11 7.6l1 .8M8 13v.1',
  keyboard: 'M1.8 4h12.4v8.5H1.8zM4.3 6.7v.1M6.8 6.7v.1M9.3 6.7v.1M11.8 6.7v.1M5.3 9.8h5.4',
} as const

export type IconName = keyof typeof drawings

/** Decorative unless it has a title: then it is an image with that name. */
export function Icon({
  name,
  size = 16,
  title,
  className,
}: {
  readonly name: IconName
  readonly size?: number
  readonly title?: string
  readonly className?: string
}): ReactElement {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: hidden from readers, or named by aria-label; a <title> would add a second tooltip
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.4}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
      style={{ flexShrink: 0 }}
      {...(title === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': title })}
    >
      <path d={drawings[name]} />
    </svg>
  )
}
