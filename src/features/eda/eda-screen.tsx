/** Early case assessment: what came in and what became of it, and what the documents are, before anybody reads them. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { Link } from 'react-router-dom'
import { fieldsChosen } from '#contracts/filter.ts'
import { chosenOf, withDates } from '#src/events/filter/choice.ts'
import type { Figures } from '#src/reads/facets.ts'
import type { Failure } from '#src/stores/answers.ts'
import { ChartGrid } from '../charts/chart-grid.tsx'
import { TimeChart } from '../charts/time-chart.tsx'
import { Chips } from '../filter/chips.tsx'
import { FieldChart } from '../filter/field-chart.tsx'
import { countedFields, titleOf, useKnownFields } from '../filter/fields.ts'
import { PagesChart } from '../filter/pages-chart.tsx'
import { ProcessingScreen } from '../filter/processing-screen.tsx'
import { rangeOf, undated } from '../filter/range.ts'
import { SizeChart } from '../filter/size-chart.tsx'
import { useChosen } from '../filter/use-chosen.ts'
import { useFigures } from '../filter/use-figures.ts'
import { useMoves } from '../filter/use-moves.ts'
import { counted, fileSize, number } from '../ui/format.ts'
import { FlowSection } from './flow-section.tsx'

export function EdaScreen(): ReactElement {
  return (
    <ProcessingScreen
      title="Early case assessment"
      icon="eda"
      lead="What is there, from when and from whom, before anybody reads it. A click narrows all charts; Filter and promote acts on what is chosen."
    >
      <Assessment />
    </ProcessingScreen>
  )
}

/** Bars of a chart. */
const most = 10

function Assessment(): ReactElement {
  const { of, choose } = useChosen()
  useMoves()
  const known = useKnownFields()
  const fields = countedFields.filter(({ field }) => known?.has(field))
  const { value, failure, state } = useFigures(
    'eda',
    known === null
      ? null
      : {
          of,
          stage: 'processing',
          facets: fields.map(({ field }) => ({ field, most })),
          histograms: [
            { field: 'Parent_Date', by: 'month' },
            { field: 'File_Size', by: 'powers' },
            ...(known.has('Page_Count') ? [{ field: 'Page_Count', by: 'powers' } as const] : []),
            ...(known.has('Created_Date') ? [{ field: 'Created_Date', by: 'month' } as const] : []),
          ],
        },
  )
  // What no document has is no chart.
  const isShown = (field: string) =>
    value?.facets[field]?.values.length !== 0 || chosenOf(of, field).length > 0
  const has = (field: string) =>
    (value?.histograms[field]?.bins.length ?? 0) > 0 || fieldsChosen(of).includes(field)
  return (
    <>
      <FlowSection />
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3">
        <chakra.div flex="1" minWidth="240px">
          <Chips />
        </chakra.div>
        <Found value={value} failure={failure} />
        <Link to="/overview/process/keywords">Keyword lists</Link>
        <Link to="/overview/filter">Filter and promote</Link>
      </chakra.div>
      <ChartGrid state={state}>
        <TimeChart
          title="Documents over time"
          histogram={value?.histograms.Parent_Date ?? null}
          state={state}
          range={rangeOf(of, 'parentDate')}
          onRange={(range) => choose(withDates(of, 'parentDate', range && { operator: 'Between', ...range }))}
          onUndated={() => choose(withDates(of, 'parentDate', undated))}
        />
        {fields
          .filter(({ field }) => isShown(field))
          .map(({ field }) => (
            <FieldChart
              key={field}
              title={titleOf(field)}
              field={field}
              facet={value?.facets[field] ?? null}
              state={state}
            />
          ))}
        <SizeChart histogram={value?.histograms.File_Size ?? null} state={state} />
        {has('Page_Count') && <PagesChart histogram={value?.histograms.Page_Count ?? null} state={state} />}
        {has('Created_Date') && (
          <TimeChart
            title="Files by when they were created"
            histogram={value?.histograms.Created_Date ?? null}
            state={state}
            range={rangeOf(of, 'createdDate')}
            onRange={(range) =>
              choose(withDates(of, 'createdDate', range && { operator: 'Between', ...range }))
            }
            onUndated={() => choose(withDates(of, 'createdDate', undated))}
          />
        )}
      </ChartGrid>
    </>
  )
}

function Found({
  value,
  failure,
}: {
  readonly value: Figures | null
  readonly failure: Failure | null
}): ReactElement {
  if (value !== null && failure !== null)
    return (
      <chakra.p role="alert" color="dangerInk">
        Could not be counted anew: {failure.message}
      </chakra.p>
    )
  return (
    <chakra.p role="status" color="muted" data-testid="found">
      {value !== null && (
        <>
          <chakra.strong color="ink">{counted(value.documents, 'document')}</chakra.strong> in{' '}
          {number(value.families)} {value.families === 1 ? 'family' : 'families'}, {fileSize(value.bytes)}
        </>
      )}
    </chakra.p>
  )
}
