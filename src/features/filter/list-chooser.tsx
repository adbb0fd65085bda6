/** Some values of a field, any of which will do; or all but them. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useState } from 'react'
import type { Facet } from '#contracts/facets.ts'
import { filterLists } from '#contracts/filter.ts'
import { type FilterList, listIn, withList } from '#src/events/filter/choice.ts'
import { Button } from '../ui/button.tsx'
import { number } from '../ui/format.ts'
import { Input } from '../ui/input.tsx'
import { Chooser } from './chooser.tsx'
import { titleOf } from './fields.ts'
import { useChosen } from './use-chosen.ts'
import { valueWords } from './words.ts'

/** Values that are shown before more are asked for. */
const few = 6

export function ListChooser({
  list,
  facet,
}: {
  readonly list: FilterList
  readonly facet: Facet | null
}): ReactElement {
  const { of, choose, toggle } = useChosen()
  const [all, setAll] = useState(false)
  const [sought, setSought] = useState('')
  const field = filterLists[list]
  const choice = listIn(of, list)
  const counts = new Map((facet?.values ?? []).map(({ value, documents }) => [value, documents]))
  // What is chosen stays in sight, also where no document has it any more.
  const values = [...new Set([...choice.values.filter((value) => !counts.has(value)), ...counts.keys()])]
  const found = values.filter((value) =>
    valueWords(field, value).toLowerCase().includes(sought.trim().toLowerCase()),
  )
  const shown = all ? found : found.filter((value, at) => at < few || choice.values.includes(value))
  const none = facet?.none.documents ?? 0
  return (
    <Chooser
      title={titleOf(field)}
      aside={
        choice.values.length > 0 && (
          <chakra.label display="inline-flex" alignItems="center" gap="1.5" fontSize="xs" color="muted">
            <input
              type="checkbox"
              checked={!choice.includeSelections}
              onChange={(event) =>
                choose(withList(of, list, { includeSelections: !event.currentTarget.checked }))
              }
            />
            All but these
          </chakra.label>
        )
      }
    >
      {all && values.length > few && (
        <Input
          aria-label={`Find in ${titleOf(field)}`}
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
            on={choice.values.includes(value)}
            onTurn={() => toggle(field, value)}
          />
        ))}
        {(none > 0 || choice.includeNull) && (
          <Value
            label="(none)"
            count={none}
            on={choice.includeNull}
            onTurn={() => choose(withList(of, list, { includeNull: !choice.includeNull }))}
          />
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
