/** The sections and fields of a form in order: chosen, moved and taken out, with the mouse or with the keyboard. */
import { chakra } from '@chakra-ui/react'
import {
  type DragEvent,
  type KeyboardEvent,
  memo,
  type ReactElement,
  useEffect,
  useRef,
  useState,
} from 'react'
import { type Build, placeOf } from '#src/events/forms/build.ts'
import { dropOn, moveBy, placeInWords } from '#src/events/forms/moves.ts'
import { typeName } from '../fields/types.ts'
import { Icon } from '../ui/icon.tsx'
import type { Edit } from './use-build.ts'

/** What is dragged, said to other places of the page by a kind that none of them takes. */
const dragKind = 'application/x-affiant-form-part'

interface Row {
  readonly key: string
  readonly name: string
  readonly isSection: boolean
  readonly type: string
  readonly required: boolean
  readonly readOnly: boolean
}

export function Outline({
  build,
  selected,
  faulty,
  edit,
  onSelect,
}: {
  readonly build: Build
  readonly selected: string | null
  /** The keys of what is wrong. */
  readonly faulty: ReadonlySet<string>
  readonly edit: Edit
  readonly onSelect: (key: string | null) => void
}): ReactElement {
  const list = useRef<HTMLUListElement>(null)
  const [said, setSaid] = useState('')
  const [over, setOver] = useState<string | null>(null)
  /** What was moved by the keyboard keeps it. */
  const moved = useRef<string | null>(null)
  const rows = rowsOf(build)
  useEffect(() => {
    if (moved.current === null || placeOf(build, moved.current) === null) return
    setSaid(placeInWords(build, moved.current))
    focusRow(list.current, moved.current)
    moved.current = null
  }, [build])
  const stop = rows.some(({ key }) => key === selected) ? selected : (rows[0]?.key ?? null)
  const onKeyDown = (event: KeyboardEvent) => {
    const key = event.target instanceof HTMLElement ? event.target.dataset.key : undefined
    if (key === undefined) return
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null
    const at = rows.findIndex((row) => row.key === key)
    if (by !== null && event.altKey) {
      event.preventDefault()
      const move = moveBy(build, key, by)
      if (move === null) setSaid('It cannot go further.')
      else moved.current = key
      edit(move)
    } else if (by !== null) {
      event.preventDefault()
      const next = rows[at + by]
      if (next === undefined) return
      onSelect(next.key)
      focusRow(list.current, next.key)
    } else if (event.key === 'Delete') {
      event.preventDefault()
      const next = rows[at + 1] ?? rows[at - 1]
      edit({ is: 'take', key })
      onSelect(next?.key ?? null)
      if (next !== undefined) focusRow(list.current, next.key)
    }
  }
  const drag = {
    onDragStart: (event: DragEvent) => {
      const key = keyAt(event)
      if (key === null) return
      event.dataTransfer.setData(dragKind, key)
      event.dataTransfer.effectAllowed = 'move'
    },
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(dragKind)) return
      event.preventDefault()
      setOver(keyAt(event))
    },
    onDragLeave: () => setOver(null),
    onDrop: (event: DragEvent) => {
      const onto = keyAt(event)
      const key = event.dataTransfer.getData(dragKind)
      setOver(null)
      if (key === '' || onto === null) return
      event.preventDefault()
      edit(dropOn(build, key, onto))
      onSelect(key)
    },
  }
  return (
    <>
      <chakra.ul ref={list} aria-label="Sections and fields" css={styles} onKeyDown={onKeyDown} {...drag}>
        {rows.map((row) => (
          <OutlineRow
            key={row.key}
            row={row}
            selected={row.key === selected}
            stop={row.key === stop}
            over={row.key === over}
            faulty={faulty.has(row.key)}
            onSelect={onSelect}
          />
        ))}
      </chakra.ul>
      <chakra.p srOnly aria-live="polite">
        {said}
      </chakra.p>
    </>
  )
}

const OutlineRow = memo(
  function OutlineRow({
    row,
    selected,
    stop,
    over,
    faulty,
    onSelect,
  }: {
    readonly row: Row
    readonly selected: boolean
    readonly stop: boolean
    readonly over: boolean
    readonly faulty: boolean
    readonly onSelect: (key: string) => void
  }): ReactElement {
    return (
      <li className={row.isSection ? 'row top' : 'row'} data-over={over || undefined}>
        <button
          type="button"
          data-key={row.key}
          draggable
          tabIndex={stop ? 0 : -1}
          aria-current={selected || undefined}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Delete"
          onClick={() => onSelect(row.key)}
        >
          <span className="grip" aria-hidden>
            ⠿
          </span>
          <span className="name">
            {row.name || (row.isSection ? 'Section without a name' : 'Field without a name')}
          </span>
          {row.required && (
            <span className="required" title="Required">
              *
            </span>
          )}
          {row.readOnly && <Icon name="lock" size={12} title="Read-only" />}
          {faulty && <Icon name="error" size={14} title="Something is wrong here" className="fault" />}
          <span className="type">{row.type}</span>
        </button>
      </li>
    )
  },
  (one, other) =>
    JSON.stringify(one.row) === JSON.stringify(other.row) &&
    one.selected === other.selected &&
    one.stop === other.stop &&
    one.over === other.over &&
    one.faulty === other.faulty &&
    one.onSelect === other.onSelect,
)

const rowsOf = ({ sections }: Build): readonly Row[] =>
  sections.flatMap((section): Row[] => [
    {
      ...{ key: section.key, name: section.name, isSection: true, required: false, readOnly: false },
      type: section.fields.length === 1 ? '1 field' : `${section.fields.length} fields`,
    },
    ...section.fields.map(
      ({ key, name, typeId, required, readOnly }): Row => ({
        ...{ key, name, required, readOnly },
        isSection: false,
        type: typeName(typeId),
      }),
    ),
  ])

const keyAt = ({ target }: DragEvent): string | null => {
  const row =
    target instanceof Element ? target.closest('li')?.querySelector<HTMLElement>('[data-key]') : null
  return row?.dataset.key ?? null
}

function focusRow(list: HTMLElement | null, key: string): void {
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-key]') ?? [])]
  rows.find((row) => row.dataset.key === key)?.focus()
}

const styles = {
  listStyle: 'none',
  paddingBlock: '1',
  '& .row > button': {
    display: 'flex',
    alignItems: 'center',
    gap: '1',
    width: 'full',
    minHeight: '28px',
    paddingInline: '2',
    paddingLeft: '5',
    textAlign: 'left',
    fontSize: 'sm',
  },
  '& .row.top > button': { paddingLeft: '2', fontWeight: 600 },
  '& .row > button:hover': { background: 'hover' },
  '& .row > button[aria-current=true]': { background: 'selected' },
  '& .row > button:focus-visible': { outlineOffset: '-2px' },
  '& .row[data-over]': { boxShadow: 'inset 0 2px 0 var(--af-colors-accent)' },
  '& .grip': { color: 'faint', fontSize: 'xs', cursor: 'grab' },
  '& .name': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 },
  '& .required, & .fault': { color: 'dangerInk' },
  '& .type': {
    marginLeft: 'auto',
    paddingLeft: '2',
    fontSize: 'xs',
    fontWeight: 400,
    color: 'muted',
    whiteSpace: 'nowrap',
  },
} as const
