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
        {shown.map((value) => (
          <Value
            key={value}
            label={valueWords(field, value)}
            count={counts.get(value) ?? 0}
            on={chosen.values.includes(value)}
            onTurn={() => onValue(value)}
          />
        ))}
        {(none > 0 || chosen.none) && <Value label="(none)" count={none} on={chosen.none} onTurn={onNone} />}
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

function Value({
  label,
  count,
  on,
  onTurn,
}: {
  readonly label: string
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
      fontSize="sm"
      borderRadius="sm"
      cursor="pointer"
      _hover={{ background: 'hover' }}
    >
      <input type="checkbox" checked={on} onChange={onTurn} />
      <chakra.span flex="1" minWidth="0" truncate title={label} color={count === 0 ? 'faint' : 'ink'}>
        <bdi>{label}</bdi>
      </chakra.span>
      <chakra.span color="muted">{number(count)}</chakra.span>
    </chakra.label>
  )
}
