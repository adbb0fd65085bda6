/** A row of the list with columns: plain elements styled by their container, as those of the compact list. */
import { memo } from 'react'
import type { DocumentRow } from '#contracts/documents.ts'
import type { Unsettled } from '../../stores/coding-view.ts'
import { marked } from '../ui/foreign.tsx'
import { Icon } from '../ui/icon.tsx'
import { iconOf, listStyles, markOf, rowHeight } from './document-list-row.tsx'
import { type GridColumn, leadWidth, totalWidth } from './grid-columns.ts'

export const gridStyles = {
  '& .row': {
    ...listStyles['& .row'],
    paddingInline: '0',
    gap: '0',
    minWidth: '100%',
    background: 'surface',
  },
  '& .lead': {
    ...{ display: 'flex', alignItems: 'center', gap: '6px', paddingInlineStart: '8px', height: '100%' },
    ...{ width: `${leadWidth}px`, flexShrink: 0, position: 'sticky', left: '0', zIndex: '1' },
    background: 'inherit',
  },
  '& .row[aria-selected=true] .lead': { boxShadow: 'inset 3px 0 0 var(--af-colors-accent)' },
  '& .cell': {
    ...{ paddingInline: '8px', height: '100%', lineHeight: `${rowHeight}px`, flexShrink: 0 },
    ...{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'pre' },
  },
  '& .cell.figure': { textAlign: 'right', fontVariantNumeric: 'tabular-nums', fontFamily: 'inherit' },
  '& .cell.pinned': { position: 'sticky', zIndex: '1', background: 'inherit' },
  '& .cell.last': { borderInlineEnd: '1px solid', borderColor: 'line' },
  // A row has no aria-checked: its box says it.
  '& .row.picked:not([aria-selected=true])': { background: 'hover' },
  '& .pick[aria-checked=true]': { background: 'accent', borderColor: 'accent' },
  '& .pick[aria-checked=true] svg': { display: 'block' },
  '& .missed': { ...listStyles['& .missed'], paddingInlineStart: '8px' },
} as const

const cell = { role: 'gridcell' } as const
const boxOf = ({ controlNumber }: DocumentRow, picked: boolean | null) =>
  ({ role: 'checkbox', 'aria-checked': picked ?? false, 'aria-label': `Select ${controlNumber}` }) as const

interface Props {
  row: DocumentRow | undefined
  missed: boolean
  away: boolean
  coded: readonly DocumentRow['coding'][number][]
  done: 'Coded' | 'Tagged'
  unsettled: Unsettled | undefined
  position: number
  current: boolean
  picked: boolean | null
  columns: readonly GridColumn[]
  /** The fields whose values the rows came with. */
  asked: readonly string[] | undefined
}

export const DocumentGridRow = memo(function DocumentGridRow({
  row,
  missed,
  away,
  coded,
  done,
  unsettled,
  position,
  current,
  picked,
  columns,
  asked,
}: Props) {
  const shared = {
    id: `row-${position}`,
    role: 'row',
    'aria-rowindex': position + 2,
    'aria-selected': current,
    'data-position': position,
    style: { width: totalWidth(columns) },
  } as const
  if (row === undefined)
    return (
      <div {...shared} className="row">
        <span {...cell} className="missed">
          {away
            ? 'Not on this device: fetched when the connection returns'
            : missed
              ? 'Could not be fetched; asked for again in a few seconds'
              : 'Loading …'}
        </span>
      </div>
    )
  const mark = markOf(coded, done, unsettled, row.codedBy)
  return (
    <div
      {...shared}
      className={`row${row.hit ? '' : ' added'}${picked ? ' picked' : ''}`}
      data-document={row.documentId}
      draggable
    >
      <span {...cell} className="lead">
        <span {...boxOf(row, picked)} className="pick">
          <Icon name="check" size={12} />
        </span>
        <span {...mark} role="img" aria-label={mark.title} />
        <Icon name={iconOf(row)} />
      </span>
      {columns.map(({ field, width, pinned, left, isNumber }, at) => {
        // It was chosen just now, or in another tab: its values come with the next answer.
        const unasked = asked?.includes(field) ? '' : '…'
        const text = marked(row.values?.[field] ?? unasked)
        const isLast = pinned && columns[at + 1]?.pinned !== true
        return (
          <span
            key={field}
            {...cell}
            // Isolated: signs that turn a text around stay in their cell.
            dir="auto"
            className={`cell${isNumber ? ' figure' : ''}${pinned ? ' pinned' : ''}${isLast ? ' last' : ''}`}
            style={pinned ? { width, left } : { width }}
            title={text === '' ? undefined : text}
          >
            {text}
          </span>
        )
      })}
    </div>
  )
})
