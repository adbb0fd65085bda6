/** The chosen columns in order: each can be moved, pinned, made as wide as wanted, and removed. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useState } from 'react'
import { columnWidths, type ListColumn } from '#contracts/list-templates.ts'
import { IconButton } from '../ui/button.tsx'
import { DraftInput } from '../ui/input.tsx'

export function ColumnRows({
  columns,
  labelOf,
  onChange,
}: {
  readonly columns: readonly ListColumn[]
  readonly labelOf: (field: string) => string
  readonly onChange: (columns: readonly ListColumn[]) => void
}): ReactElement {
  if (columns.length === 0)
    return (
      <chakra.p color="muted" fontSize="sm">
        The compact list shows control number, title, coding, sender and date. Add columns to see other
        fields.
      </chakra.p>
    )
  const move = (at: number, by: number) => {
    const moved = [...columns]
    moved.splice(at + by, 0, ...moved.splice(at, 1))
    onChange(moved)
  }
  const change = (at: number, changed: Partial<ListColumn>) =>
    onChange(columns.map((column, place) => (place === at ? { ...column, ...changed } : column)))
  return (
    <chakra.ol
      aria-label="Columns"
      listStyleType="none"
      borderWidth="1px"
      borderColor="line"
      borderRadius="md"
      maxHeight="240px"
      overflowY="auto"
    >
      {columns.map(({ field, width, pinned }, at) => (
        <chakra.li
          key={field}
          display="flex"
          alignItems="center"
          gap="2"
          px="2"
          py="1"
          borderBottomWidth={at === columns.length - 1 ? '0' : '1px'}
          borderColor="line"
        >
          <chakra.span flex="1" minWidth="0" truncate>
            {labelOf(field)}
          </chakra.span>
          <chakra.label display="inline-flex" alignItems="center" gap="1" fontSize="xs" color="muted">
            <input
              type="checkbox"
              checked={pinned}
              aria-label={`Pin ${labelOf(field)} to the left`}
              onChange={(event) => change(at, { pinned: event.target.checked })}
            />
            Pinned
          </chakra.label>
          <Width
            label={`Width of ${labelOf(field)} in pixels`}
            width={width}
            onChange={(wanted) => change(at, { width: wanted })}
          />
          <IconButton
            size="sm"
            icon="up"
            label={`Move ${labelOf(field)} up`}
            waits={at === 0}
            onClick={() => move(at, -1)}
          />
          <IconButton
            size="sm"
            icon="down"
            label={`Move ${labelOf(field)} down`}
            waits={at === columns.length - 1}
            onClick={() => move(at, 1)}
          />
          <IconButton
            size="sm"
            icon="close"
            label={`Remove ${labelOf(field)}`}
            onClick={() => onChange(columns.filter((_, place) => place !== at))}
          />
        </chakra.li>
      ))}
    </chakra.ol>
  )
}

function Width({
  label,
  width,
  onChange,
}: {
  readonly label: string
  readonly width: number
  readonly onChange: (width: number) => void
}): ReactElement {
  /** Null: nothing is typed that has not been taken. */
  const [typed, setTyped] = useState<string | null>(null)
  const take = () => {
    if (typed === null) return
    const wanted = Math.round(Number(typed)) || columnWidths.usual
    onChange(Math.max(columnWidths.least, Math.min(columnWidths.most, wanted)))
    setTyped(null)
  }
  return (
    <DraftInput
      type="number"
      aria-label={label}
      width="80px"
      min={columnWidths.least}
      max={columnWidths.most}
      step={8}
      value={typed ?? String(width)}
      onChange={setTyped}
      onBlur={take}
      // Then it sends the form around it, with this width.
      onKeyDown={(event) => {
        if (event.key === 'Enter') take()
      }}
    />
  )
}
