/** The values of a field with the documents of each, any of which will do; or all but them. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useState } from 'react'
import type { Facet } from '#contracts/facets.ts'
import { Button } from '../ui/button.tsx'
import { number } from '../ui/format.ts'
import { Input } from '../ui/input.tsx'
import { Chooser } from './chooser.tsx'
import { valueWords } from './words.ts'

/** Values that are shown before more are asked for. */
const few = 6

export interface ValuesChosen {
  readonly values: readonly string[]
  /** Documents without a value. */
  readonly none: boolean
  /** All but these. */
  readonly excluded: boolean
}

export function ValueChooser({
  title,
  named = true,
  field,
  facet,
  chosen,
  mayExclude = chosen.values.length > 0,
  onValue,
  onNone,
  onExclude,
}: {
  readonly title: string
  /** Whether its name stands above it. */
  readonly named?: boolean
  readonly field: string
  readonly facet: Facet | null
  readonly chosen: ValuesChosen
  readonly mayExclude?: boolean
  readonly onValue: (value: string) => void
  readonly onNone: () => void
  readonly onExclude: (excluded: boolean) => void
}): ReactElement {
  const [all, setAll] = useState(false)
  const [sought, setSought] = useState('')
  const counts = new Map((facet?.values ?? []).map(({ value, documents }) => [value, documents]))
  // What is chosen stays in sight, also where no document has it any more.
  const values = [...new Set([...chosen.values.filter((value) => !counts.has(value)), ...counts.keys()])]
  const found = values.filter((value) =>
    valueWords(field, value).toLowerCase().includes(sought.trim().toLowerCase()),
  )
  const shown = all ? found : found.filter((value, at) => at < few || chosen.values.includes(value))
  const none = facet?.none.documents ?? 0
  return (
    <Chooser
      title={title}
      named={named}
      aside={
        mayExclude && (
          <chakra.label display="inline-flex" alignItems="center" gap="1.5" fontSize="xs" color="muted">
            <input
              type="checkbox"
              checked={chosen.excluded}
              onChange={(event) => onExclude(event.currentTarget.checked)}
            />
            All but these
          </chakra.label>
        )
      }
    >
      {all && values.length > few && (
        <Input
          aria-label={`Find in ${title}`}
          placeholder="Find"
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
        />
      )}
      <chakra.div maxHeight="260px" overflowY="auto">
        {placed(field, shown).map(({ value, label, depth }) => (
          <Value
            key={value}
            label={label}
            whole={valueWords(field, value)}
            depth={depth}
            count={counts.get(value) ?? 0}
            on={chosen.values.includes(value)}
            onTurn={() => onValue(value)}
          />
        ))}
        {(none > 0 || chosen.none) && (
          <Value label="(none)" whole="(none)" depth={0} count={none} on={chosen.none} onTurn={onNone} />
        )}
      </chakra.div>
      {facet !== null && values.length === 0 && none === 0 && (
        <chakra.p fontSize="xs" color="faint">
          No document has any.
        </chakra.p>
      )}
      {values.length > few && (
        <Button size="sm" look="quiet" onClick={() => setAll(!all)}>
          {all ? 'Fewer' : `All ${number(values.length + (facet?.others.values ?? 0))}`}
        </Button>
      )}
      {all && facet !== null && facet.others.values > 0 && (
        <chakra.p fontSize="xs" color="faint">
          {number(facet.others.values)} more, with fewer documents each, are not listed: type them into a
          search.
        </chakra.p>
      )}
    </Chooser>
  )
}

interface Placed {
  readonly value: string
  readonly label: string
  /** How many of those above it hold it. */
  readonly depth: number
}

/** Folders stand below the folder that they are in, where that is shown; other values stand as they come. */
function placed(field: string, values: readonly string[]): readonly Placed[] {
  if (field !== 'Folder') return values.map((value) => ({ value, label: valueWords(field, value), depth: 0 }))
  const depths = new Map<string, number>()
  const way = (value: string): string[] => value.split(' / ')
  return values
    .toSorted((a, b) => compareWays(way(a), way(b)))
    .map((value) => {
      const parts = way(value)
      const above = depths.get(parts.slice(0, -1).join(' / '))
      const depth = above === undefined ? 0 : above + 1
      depths.set(value, depth)
      return { value, label: above === undefined ? value : (parts.at(-1) ?? value), depth }
    })
}

function compareWays(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((part, level) => part !== b[level])
  if (at < 0) return a.length - b.length
  return b[at] === undefined ? 1 : (a[at] ?? '').localeCompare(b[at] ?? '')
}

function Value({
  label,
  whole,
  depth,
  count,
  on,
  onTurn,
}: {
  readonly label: string
  /** The same with all that it stands below. */
  readonly whole: string
  readonly depth: number
  readonly count: number
  readonly on: boolean
  readonly onTurn: () => void
}): ReactElement {
  return (
    <chakra.label
      display="flex"
      alignItems="center"
      gap="2"
      minHeight="row"
      style={depth === 0 ? undefined : { paddingInlineStart: `${depth}em` }}
      fontSize="sm"
      borderRadius="sm"
      cursor="pointer"
      _hover={{ background: 'hover' }}
    >
      <input
        type="checkbox"
        checked={on}
        onChange={onTurn}
        aria-label={whole === label ? undefined : `${whole} ${number(count)}`}
      />
      <chakra.span flex="1" minWidth="0" truncate title={whole} color={count === 0 ? 'faint' : 'ink'}>
        <bdi>{label}</bdi>
      </chakra.span>
      <chakra.span color="muted">{number(count)}</chakra.span>
    </chakra.label>
  )
}
