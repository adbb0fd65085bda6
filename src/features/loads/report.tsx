/** What a load would do, or has done: figures that add up, errors, files that nothing names. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'
import type { LoadCounts, LoadFault, LoadReport } from '#contracts/loads.ts'
import { Badge } from '../ui/badge.tsx'
import { Foreign, marked } from '../ui/foreign.tsx'
import { counted, number } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import type { Lead } from '../ui/lead.tsx'
import { Section, Stats } from '../ui/page.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { faultNames } from './words.ts'

export function Report({
  report: { counts, newCustodians, newFields, faults, faultCount, unused, warnings },
  isDone,
  isWhole = true,
  documents,
  allFaults,
  allUnused,
}: {
  readonly report: LoadReport
  /** It has been loaded, or is being; else this is what would come of it. */
  readonly isDone: boolean
  /** False while it is at work: the figures add up when it has ended. */
  readonly isWhole?: boolean
  /** Where its documents are listed. */
  readonly documents?: Lead | undefined
  /** Downloads of all of them. */
  readonly allFaults?: ReactNode
  readonly allUnused?: ReactNode
}): ReactElement {
  return (
    <>
      <Stats
        items={[
          {
            label: isDone ? 'Documents loaded' : 'Documents to load',
            value: number(counts.loaded),
            lead: counts.loaded > 0 ? documents : undefined,
          },
          {
            label: isDone ? 'Documents overlaid' : 'Documents to overlay',
            value: number(counts.overlaid),
            lead: counts.overlaid > 0 ? documents : undefined,
          },
          { label: 'Families', value: number(counts.families) },
          { label: 'Pages', value: number(counts.pages) },
          { label: 'Texts', value: number(counts.texts) },
          { label: 'Natives', value: number(counts.natives) },
        ]}
      />
      <Section title="Accounted for" padded>
        <Equations counts={counts} isWhole={isWhole} />
        {newCustodians.length > 0 && (
          <Named what={`${counted(newCustodians.length, 'custodian')} ${isDone ? 'made' : 'to be made'}`}>
            {newCustodians}
          </Named>
        )}
        {newFields.length > 0 && (
          <Named what={`${counted(newFields.length, 'field')} ${isDone ? 'made' : 'to be made'}`}>
            {newFields}
          </Named>
        )}
      </Section>
      {warnings.length > 0 && (
        <Section title="Warnings" padded>
          <chakra.ul listStyleType="none" display="flex" flexDirection="column" gap="1">
            {warnings.map((warning) => (
              <chakra.li key={warning} display="flex" gap="2" color="attentionInk">
                <Icon name="warning" />
                <Foreign text={warning} />
              </chakra.li>
            ))}
          </chakra.ul>
        </Section>
      )}
      <Section
        title="Errors"
        aside={
          faultCount > 0 ? (
            <>
              <chakra.span fontSize="xs" color="faint">
                {faults.length < faultCount && `the first ${number(faults.length)} of `}
                {counted(faultCount, 'error')}
              </chakra.span>
              {allFaults}
            </>
          ) : undefined
        }
      >
        {faults.length === 0 ? (
          <None>{isDone && isWhole ? 'Nothing was refused.' : 'Nothing is refused.'}</None>
        ) : (
          <Table
            label="Errors"
            rows={faults.map((fault, at) => ({ ...fault, at }))}
            columns={faultColumns}
            keyOf={({ at }) => at}
          />
        )}
      </Section>
      <Section
        title="Unused files"
        aside={
          counts.unused > 0 ? (
            <>
              <chakra.span fontSize="xs" color="faint">
                {unused.length < counts.unused && `the first ${number(unused.length)} of `}
                {counted(counts.unused, 'file')}
              </chakra.span>
              {allUnused}
            </>
          ) : undefined
        }
      >
        {counts.unused === 0 ? (
          <None>{isWhole ? 'Every file is named by a load file.' : 'None so far.'}</None>
        ) : (
          <chakra.ul
            aria-label="Unused files"
            tabIndex={0}
            listStyleType="none"
            maxHeight="240px"
            overflowY="auto"
            px="4"
            py="2"
            fontSize="sm"
          >
            {unused.map((path) => (
              <chakra.li key={path.join('/')} overflowWrap="anywhere">
                <Foreign text={path.join('/')} />
              </chakra.li>
            ))}
          </chakra.ul>
        )}
      </Section>
    </>
  )
}

const None = ({ children }: { readonly children: ReactNode }): ReactElement => (
  <chakra.p px="4" py="3" color="muted">
    {children}
  </chakra.p>
)

const Named = ({
  what,
  children,
}: {
  readonly what: string
  readonly children: readonly string[]
}): ReactElement => (
  <chakra.p mt="2" overflowWrap="anywhere" maxHeight="96px" overflowY="auto">
    {`${what}: ${marked(children.join('; '))}`}
  </chakra.p>
)

/** rows = loaded + overlaid + refused, files = used + unused. */
function Equations({
  counts: { rows, loaded, overlaid, refused, files, used, unused },
  isWhole,
}: {
  readonly counts: LoadCounts
  readonly isWhole: boolean
}): ReactElement {
  return (
    <chakra.div display="flex" flexDirection="column" gap="1">
      <Equation
        said={`${counted(rows, 'row')} = ${number(loaded)} loaded + ${number(overlaid)} overlaid + ${number(refused)} refused`}
        off={rows - loaded - overlaid - refused}
        isWhole={isWhole}
      />
      <Equation
        said={`${counted(files, 'file')} = ${number(used)} used + ${number(unused)} unused`}
        off={files - used - unused}
        isWhole={isWhole}
      />
    </chakra.div>
  )
}

function Equation({
  said,
  off,
  isWhole,
}: {
  readonly said: string
  /** How many are not accounted for. */
  readonly off: number
  readonly isWhole: boolean
}): ReactElement {
  return (
    <chakra.p display="flex" gap="3" alignItems="center" flexWrap="wrap">
      <chakra.span fontVariantNumeric="tabular-nums">{said}</chakra.span>
      {off === 0 ? (
        <Badge tone="ok" icon="check">
          Adds up
        </Badge>
      ) : isWhole ? (
        <Badge tone="danger" icon="error">
          {number(Math.abs(off))} not accounted for
        </Badge>
      ) : (
        <chakra.span color="muted">{number(Math.abs(off))} not settled yet</chakra.span>
      )}
    </chakra.p>
  )
}

const faultColumns: readonly Column<LoadFault & { readonly at: number }>[] = [
  { id: 'line', head: 'Line', align: 'end', width: '80px', cell: ({ line }) => number(line) },
  {
    id: 'column',
    head: 'Column',
    width: '160px',
    cell: ({ column }) => (
      <chakra.div maxWidth="200px" overflowWrap="anywhere">
        {column === null ? '–' : <Foreign text={column} />}
      </chakra.div>
    ),
  },
  {
    id: 'what',
    head: 'Error',
    cell: ({ code, reason }) => (
      <chakra.div overflowWrap="anywhere">
        {faultNames[code]}
        <chakra.div fontSize="xs" color="muted">
          <Foreign text={reason} />
        </chakra.div>
      </chakra.div>
    ),
  },
  {
    id: 'comes',
    head: 'What comes of it',
    width: '160px',
    cell: ({ refusesRow }) =>
      refusesRow ? <Badge tone="danger">Row refused</Badge> : <Badge tone="attention">Value left out</Badge>,
  },
]
