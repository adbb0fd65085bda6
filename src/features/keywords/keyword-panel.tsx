/** What is searched for, and the keyword lists with what each term hits in review; a term narrows the search. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { keywordField, type ReportedList } from '#contracts/keywords.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { search } from '#src/commands/review-list.ts'
import { choiceOf, narrowedIn, queryOf, withChoice, withValue } from '#src/events/filter/narrowing.ts'
import { keywordReport } from '#src/reads/keywords.ts'
import { $list } from '#src/stores/review.ts'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { counted, number } from '../ui/format.ts'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { ReportDialog } from './report-dialog.tsx'

const refresh = 60_000
const all = { stage: 'review', keywordListId: null } as const

export function KeywordPanel(): ReactElement {
  return (
    <>
      <Searched />
      <Lists />
    </>
  )
}

/** How the search in the list was read; nothing where all documents are shown. */
function Searched(): ReactElement | null {
  const list = useUnit($list)
  if (list === null || list.query.queryString === '') return null
  const { queryString } = (list.answers ?? list).query
  return (
    <chakra.dl p="3" display="flex" flexDirection="column" gap="2" borderBottomWidth="1px" borderColor="line">
      <Said what="Searched for" mono>
        {queryString}
      </Said>
      {list.reading !== '' && list.reading !== queryString && (
        <Said what="Interpreted as" mono>
          {list.reading}
        </Said>
      )}
      <Said what="Found">
        {counted(Math.max(0, list.hitCount), 'document')} with hits
        {list.totalCount > list.hitCount &&
          `, ${number(list.totalCount - list.hitCount)} more of their families`}
        {list.withoutText > 0 && (
          <chakra.span display="block" mt="1" color="muted">
            {counted(list.withoutText, 'document')} of the project {list.withoutText === 1 ? 'has' : 'have'}{' '}
            no text and can be found by fields only.
          </chakra.span>
        )}
      </Said>
    </chakra.dl>
  )
}

function Said({
  what,
  mono = false,
  children,
}: {
  readonly what: string
  readonly mono?: boolean
  readonly children: ReactNode
}): ReactElement {
  return (
    <div>
      <chakra.dt fontSize="xs" color="faint">
        {what}
      </chakra.dt>
      <chakra.dd
        wordBreak="break-word"
        maxHeight="120px"
        overflowY="auto"
        {...(mono ? { fontFamily: 'mono' } : {})}
      >
        {children}
      </chakra.dd>
    </div>
  )
}

function Lists(): ReactElement {
  const managing = useWho().can('collect.manage')
  const { value, failure, again } = useRead(keywordReport, all, { every: refresh })
  const manage = managing && <Link to="/overview/process/keywords">Keyword lists on Process</Link>
  if (value === null)
    return failure === null ? (
      <Skeleton rows={6} />
    ) : (
      <ErrorState title="What keywords hit could not be counted" message={failure.message} onRetry={again} />
    )
  if (value.data.length === 0)
    return (
      <EmptyState icon="keyword" title="No keyword lists" action={manage || undefined}>
        {managing
          ? 'Make a list of terms: here stands then what each of them hits.'
          : 'Litigation support makes lists of terms: here stands then what each of them hits.'}
      </EmptyState>
    )
  return (
    <>
      {failure !== null && (
        <chakra.p role="alert" px="3" pt="3" fontSize="xs" color="dangerInk">
          Could not be counted anew: {failure.message}
        </chakra.p>
      )}
      {value.data.map((list) => (
        <List key={list.keywordListId} list={list} />
      ))}
      {manage && <chakra.p p="3">{manage}</chakra.p>}
    </>
  )
}

function List({ list }: { readonly list: ReportedList }): ReactElement {
  const { run, shown } = useUnit({ run: dispatch, shown: $list })
  const [reporting, setReporting] = useState(false)
  const narrowed = narrowedIn(shown?.query.queryString ?? '')
  const { values, excluded } = choiceOf(narrowed, keywordField)
  const { name, terms, total } = list
  return (
    <chakra.section aria-label={name} borderBottomWidth="1px" borderColor="line" pb="2">
      <chakra.div display="flex" alignItems="center" gap="2" px="3" pt="3" pb="1">
        <chakra.div flex="1" minWidth="0">
          <chakra.h3 fontSize="sm" truncate title={name}>
            {name}
          </chakra.h3>
          <chakra.p fontSize="xs" color="faint">
            {counted(total.documents, 'document')}, {number(total.withFamily)} with families
          </chakra.p>
        </chakra.div>
        <Button size="sm" look="quiet" aria-label={`Report of ${name}`} onClick={() => setReporting(true)}>
          Report
        </Button>
      </chakra.div>
      <chakra.ul listStyleType="none" px="1">
        {terms.map(({ term, documents }) => {
          const isChosen = !excluded && values.includes(term)
          return (
            <li key={term}>
              <chakra.button
                type="button"
                aria-pressed={isChosen}
                title={
                  isChosen
                    ? 'Search without it again'
                    : values.length > 0
                      ? 'Show what it hits, too'
                      : 'Narrow the search to what it hits'
                }
                onClick={() =>
                  run(
                    search({
                      queryString: queryOf(
                        excluded
                          ? withChoice(narrowed, keywordField, { values: [term], excluded: false })
                          : withValue(narrowed, keywordField, term),
                      ),
                    }),
                  )
                }
                position="relative"
                display="flex"
                alignItems="center"
                gap="2"
                width="full"
                minHeight="row"
                px="2"
                textAlign="start"
                fontSize="sm"
                borderRadius="sm"
                background={isChosen ? 'selected' : 'transparent'}
                _hover={{ background: isChosen ? 'selected' : 'hover' }}
                _focusVisible={{ outlineOffset: '-2px' }}
              >
                <chakra.span
                  flex="1"
                  minWidth="0"
                  truncate
                  fontFamily="mono"
                  color={documents === 0 ? 'faint' : 'ink'}
                >
                  {term}
                </chakra.span>
                <chakra.span color="muted" fontVariantNumeric="tabular-nums">
                  {number(documents)}
                  <chakra.span srOnly>{documents === 1 ? ' document' : ' documents'}</chakra.span>
                </chakra.span>
              </chakra.button>
            </li>
          )
        })}
      </chakra.ul>
      {reporting && <ReportDialog list={list} startStage="review" onClose={() => setReporting(false)} />}
    </chakra.section>
  )
}
