/** What is found, counted by fields beside the list. What is chosen becomes part of the query above the list. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useMemo, useState } from 'react'
import { dispatch } from '#src/commands/dispatch.ts'
import { search } from '#src/commands/review-list.ts'
import { choiceOf, type Narrowed, narrowedIn, queryOf, withoutChoices } from '#src/events/filter/narrowing.ts'
import { hasResult } from '#src/events/review/views.ts'
import { fieldsBeside } from '#src/reads/facets.ts'
import { $list, type ListState } from '#src/stores/review.ts'
import { useRead } from '../ui/answer.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { counted, number } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { DatesBeside } from './dates.tsx'
import { type FacetField, facetFields, openAtFirst } from './fields.ts'
import { ValuesBeside } from './values.tsx'

export function FacetsPanel(): ReactElement {
  const { list, run } = useUnit({ list: $list, run: dispatch })
  const known = useRead(fieldsBeside, {}, { once: true })
  const [open, setOpen] = useState<ReadonlySet<string>>(openAtFirst)
  const queryString = list?.query.queryString ?? ''
  const narrowed = useMemo(() => narrowedIn(queryString), [queryString])
  if (known.value === null)
    return known.failure === null ? (
      <Skeleton rows={8} />
    ) : (
      <ErrorState
        title="The fields could not be loaded"
        message={known.failure.message}
        onRetry={known.again}
      />
    )
  if (list === null || (list.phase !== 'failed' && !hasResult(list))) return <Skeleton rows={8} />
  const choose = (next: Narrowed) => run(search({ queryString: queryOf(next), openAt: 0 }))
  const turn = (field: string) => {
    const next = new Set(open)
    if (!next.delete(field)) next.add(field)
    setOpen(next)
  }
  const beside = { narrowed, list, choose }
  return (
    <>
      <chakra.div
        display="flex"
        alignItems="center"
        gap="2"
        minHeight="40px"
        px="3"
        fontSize="xs"
        color="muted"
        borderBottomWidth="1px"
        borderColor="line"
      >
        <chakra.p role="status" flex="1">
          {headWords(list)}
        </chakra.p>
        {narrowed.choices.length > 0 && (
          <Button size="sm" icon="close" onClick={() => choose(withoutChoices(narrowed))}>
            Take all out
          </Button>
        )}
      </chakra.div>
      {list.phase === 'failed' ? (
        <EmptyState icon="filter" title="Nothing to count">
          The search above the list was not answered: its error says why.
        </EmptyState>
      ) : (
        facetFields(known.value).map((field) => (
          <Section
            key={field.field}
            field={field}
            chosen={chosenCount(narrowed, field)}
            open={open.has(field.field)}
            onTurn={() => turn(field.field)}
          >
            {field.as === 'months' ? (
              <DatesBeside {...field} {...beside} />
            ) : (
              <ValuesBeside {...field} {...beside} />
            )}
          </Section>
        ))
      )}
    </>
  )
}

function headWords({ phase, totalCount }: ListState): string {
  if (phase === 'failed') return 'Not answered'
  return phase === 'searching' ? 'Searching …' : `${counted(totalCount, 'document')} found`
}

function chosenCount(narrowed: Narrowed, { field }: FacetField): number {
  const { values, none, days } = choiceOf(narrowed, field)
  return values.length + (none ? 1 : 0) + (days === null ? 0 : 1)
}

/** Only what is open is counted. */
function Section({
  field: { title },
  chosen,
  open,
  onTurn,
  children,
}: {
  readonly field: FacetField
  readonly chosen: number
  readonly open: boolean
  readonly onTurn: () => void
  readonly children: ReactElement
}): ReactElement {
  return (
    <chakra.div borderBottomWidth="1px" borderColor="line">
      <h3>
        <chakra.button
          type="button"
          aria-expanded={open}
          onClick={onTurn}
          display="flex"
          alignItems="center"
          gap="2"
          width="full"
          minHeight="32px"
          px="3"
          fontSize="sm"
          fontWeight={600}
          textAlign="start"
          _hover={{ background: 'hover' }}
          _focusVisible={{ outlineOffset: '-2px' }}
        >
          <Icon name={open ? 'down' : 'right'} size={12} />
          <chakra.span flex="1" minWidth="0" truncate>
            {title}
          </chakra.span>
          {chosen > 0 && <Badge tone="accent">{number(chosen)} chosen</Badge>}
        </chakra.button>
      </h3>
      {open && children}
    </chakra.div>
  )
}
