/** A row of the list. Plain elements styled by their container: forty of them are drawn anew in every frame of a scroll. */
import { memo } from 'react'
import { documentDay } from '#contracts/document-date.ts'
import type { DocumentRow } from '#contracts/documents.ts'
import type { Unsettled } from '../../stores/coding-view.ts'
import { Foreign, marked, PersonName, personOf } from '../ui/foreign.tsx'
import { counted } from '../ui/format.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { shortCode } from './short-code.ts'

const unsettledWords: Readonly<Record<Unsettled, string>> = {
  conflict: 'Changed by somebody else meanwhile: decide which value stays',
  failed: 'Not saved: the save was refused',
  edited: 'Edited, not saved',
  saving: 'Unsent: goes out as soon as it can',
}

export const rowHeight = 28

export const listStyles = {
  '& .row': {
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    height: `${rowHeight}px`,
    paddingInline: '8px',
    fontSize: 'sm',
    cursor: 'default',
    borderBottom: '1px solid',
    borderColor: 'line',
    contain: 'strict',
  },
  '& .row:hover': { background: 'hover' },
  '& .row[aria-selected=true]': {
    background: 'selected',
    boxShadow: 'inset 3px 0 0 var(--af-colors-accent)',
  },
  // Where somebody may pick: in place of the mark while the pointer is on the row, beside it as soon as one is picked.
  '& .pick': {
    display: 'none',
    width: '14px',
    height: '14px',
    flexShrink: 0,
    alignItems: 'center',
    justifyContent: 'center',
    border: '1px solid',
    borderColor: 'control',
    borderRadius: 'sm',
    background: 'surface',
    color: 'onAccent',
  },
  '&[data-picks] .row:hover .pick, &[data-picking] .pick': { display: 'inline-flex' },
  '&[data-picks]:not([data-picking]) .row:hover .mark': { display: 'none' },
  '&[data-picks]:not([data-picking]) .row:hover .pick': { marginInline: '-3px' },
  '& .row[aria-checked=true] .pick': { background: 'accent', borderColor: 'accent' },
  '& .row[aria-checked=true]:not([aria-selected=true])': { background: 'hover' },
  '& .pick svg': { display: 'none' },
  '& .row[aria-checked=true] .pick svg': { display: 'block' },
  '& .row.added': { color: 'muted' },
  '& .mark': {
    width: '8px',
    height: '8px',
    borderRadius: 'full',
    flexShrink: 0,
    border: '1px solid',
    borderColor: 'control',
  },
  '& .mark.coded': { background: 'okBar', borderColor: 'okBar' },
  // Square, so that it is told from what is on the record by more than its colour.
  '& .mark.edited, & .mark.saving, & .mark.failed, & .mark.conflict': { borderRadius: '0' },
  '& .mark.edited, & .mark.saving': { borderColor: 'attentionBar', borderWidth: '2px' },
  '& .mark.failed, & .mark.conflict': { background: 'dangerBar', borderColor: 'dangerBar' },
  // What somebody looks for stands here: the sender gives way to it, and goes where too little would be left of both.
  '& .title': {
    flex: '1 1 220px',
    minWidth: '48px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& .from, & .number, & .date, & .codes': {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: 'muted',
    flexShrink: 0,
  },
  '& .number': { fontFamily: 'mono', fontSize: 'xs', width: '88px' },
  '& .from': { width: '240px', minWidth: '48px', flexShrink: 1000 },
  '& .bare': { display: 'none' },
  // As wide with nothing in it: no title moves, and none is cut elsewhere, when its document is coded.
  '& .codes': { width: '48px', color: 'okInk', fontSize: 'xs' },
  '& .date': { width: '70px', textAlign: 'right' },
  '& .branch': { color: 'faint', flexShrink: 0, display: 'inline-flex' },
  '& .waiting': { height: '8px', borderRadius: 'sm', background: 'sunken', flex: '0 1 60%' },
  '& .missed': { color: 'muted', fontStyle: 'italic' },
  // Where name and address do not both fit, the address: anybody can take any name.
  '@container (max-width: 720px)': {
    '& .from': { width: '104px' },
    '& .named': { display: 'none' },
    '& .bare': { display: 'inline' },
  },
  '@container (max-width: 600px)': { '& .number': { display: 'none' } },
  '@container (max-width: 500px)': { '& .from': { display: 'none' } },
  // The mark before them says that there are some.
  '@container (max-width: 400px)': { '& .codes': { display: 'none' } },
  containerType: 'inline-size',
} as const

interface Props {
  row: DocumentRow | undefined
  /** Its page did not come when it was asked for. */
  missed: boolean
  /** It is not on this device, and nobody can be asked for it now. */
  away?: boolean
  /** What it is coded with, or tagged; as this browser knows it: newer than the row where one has just worked on it. */
  coded: readonly DocumentRow['coding'][number][]
  /** What each field, or category of tags, offers by its name, as far as it is known. */
  choices?: ReadonlyMap<string, readonly string[]>
  /** How it is called where anything is. */
  done: 'Coded' | 'Tagged'
  /** What of its coding is not on the record. */
  unsettled: Unsettled | undefined
  position: number
  count: number
  current: boolean
  /** Whether it is among the picked ones; null where none is. */
  picked: boolean | null
  /** The project's: document dates are never shown in the reader's own zone. */
  timeZone: string
}

/** Drawn again only when its own facts change, not with every scroll. */
export const DocumentListRow = memo(function DocumentListRow({
  row,
  missed,
  away = false,
  coded,
  choices,
  done,
  unsettled,
  position,
  count,
  current,
  picked,
  timeZone,
}: Props) {
  const shared = {
    id: `row-${position}`,
    'aria-selected': current,
    'aria-checked': picked ?? undefined,
    'aria-posinset': position + 1,
    'aria-setsize': count,
    // Also while it is loading: a click on it opens it once its page has come.
    'data-position': position,
  } as const
  if (!row) {
    return (
      <div
        {...shared}
        role="option"
        tabIndex={-1}
        className="row"
        aria-label={`Document ${position + 1}, ${away ? 'not on this device' : missed ? 'could not be fetched' : 'loading'}`}
      >
        <span className="mark" />
        {missed || away ? (
          <span className="missed">
            {away
              ? 'Not on this device: fetched when the connection returns'
              : 'Could not be fetched; asked for again in a few seconds'}
          </span>
        ) : (
          <span className="waiting" />
        )}
      </div>
    )
  }
  const sender = personOf(row.from)
  const codes = coded.map(({ field, value }) => `${field}: ${value}`).join(' · ')
  return (
    <div
      {...shared}
      role="option"
      tabIndex={-1}
      className={row.hit ? 'row' : 'row added'}
      data-document={row.documentId}
      draggable
    >
      <span className="pick">
        <Icon name="check" size={12} />
      </span>
      <span {...markOf(coded, done, unsettled, row.codedBy)} />
      <span className="number">{row.controlNumber}</span>
      {row.depth > 0 && (
        <span className="branch" style={{ paddingLeft: (Math.min(row.depth, 6) - 1) * 12 }}>
          <Icon name="branch" />
        </span>
      )}
      <Icon name={iconOf(row)} />
      <bdi className="title" title={marked(row.title)}>
        {row.title === '' ? '(no subject)' : marked(row.title)}
      </bdi>
      {row.attachments > 0 && <Icon name="attachment" title={counted(row.attachments, 'attachment')} />}
      {/* Letters are for the eye: what is heard is the words. */}
      <span className="codes" {...(codes !== '' && { role: 'img', 'aria-label': codes, title: codes })}>
        {coded.map((one) => shortCode(one, choices?.get(one.field))).join(' ')}
      </span>
      <span className="from" title={marked(row.from)}>
        <span className={sender.address === '' ? undefined : 'named'}>
          <PersonName {...sender} />
        </span>
        <Foreign className="bare" text={sender.address} />
      </span>
      <span className="date">
        {row.parentDate === null ? 'no date' : documentDay(row.parentDate, timeZone)}
      </span>
    </div>
  )
})

/** The mark of a row, and what it says. */
export const markOf = (
  coded: Props['coded'],
  done: Props['done'],
  unsettled: Unsettled | undefined,
  codedBy: string | null,
): { readonly className: string; readonly title: string } => ({
  className: unsettled ? `mark ${unsettled}` : coded.length > 0 ? 'mark coded' : 'mark',
  title: unsettled
    ? unsettledWords[unsettled]
    : coded.length > 0
      ? `${done}${codedBy && done === 'Coded' ? ` by ${codedBy}` : ''}`
      : `Not ${done.toLowerCase()}`,
})

export function iconOf(row: DocumentRow): IconName {
  if (row.recordType === 'E-mail') return 'mail'
  return row.recordType === 'E-mail attachment' ? 'attachment' : 'file'
}
