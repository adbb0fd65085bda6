/** The report of a client: what its projects held and did, by month, and what that comes to in billing units. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useState } from 'react'
import { gigabyteMonths, type ClientReport as Report, type ReportFigures } from '#contracts/client-report.ts'
import type { Company } from '#contracts/company.ts'
import { clientReport } from '#src/reads/client-report.ts'
import { csvOf, saveCsv } from '../charts/csv.ts'
import { FiguresChart } from '../charts/figures-chart.tsx'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { fileSize, number } from '../ui/format.ts'
import { Select } from '../ui/input.tsx'
import { Section, Stats } from '../ui/page.tsx'
import { EmptyState, Missing } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { ClientSettingPage } from './client-setting-page.tsx'
import { DeletedProjects } from './deleted-projects.tsx'

export function ClientReport(): ReactElement {
  return (
    <ClientSettingPage
      name="report"
      lead="What the client’s projects held and did, by month (UTC), from what is on the record."
    >
      {(client) => <Months key={client.company_id} client={client} />}
    </ClientSettingPage>
  )
}

function Months({ client }: { readonly client: Company }): ReactElement {
  const answer = useRead(clientReport, { companyId: client.company_id })
  const { value } = answer
  return (
    <>
      <Missing answer={answer} rows={8} title="The report could not be loaded" onRetry={answer.again} />
      {value !== null && value.projects.length === 0 && (
        <Section>
          <EmptyState icon="project" title="No projects yet">
            The report begins with the client’s first project.
          </EmptyState>
        </Section>
      )}
      {value !== null && value.projects.length > 0 && <Shown client={client} report={value} />}
      <DeletedProjects companyId={client.company_id} />
    </>
  )
}

const nothing: ReportFigures = {
  ...{ activeUsers: 0, reviewedDocuments: 0, ocrPages: 0, documents: null, bytes: null },
}
const noneChosen: ReadonlySet<string> = new Set()
const ready = { waits: false, failure: null }

function Shown({ client, report }: { readonly client: Company; readonly report: Report }): ReactElement {
  const [month, setMonth] = useState(report.months.at(-1) ?? '')
  const total = report.totals.find((one) => one.month === month) ?? nothing
  const rows = report.projects
    .map((project) => ({
      ...project,
      ...(report.rows.find((one) => one.projectId === project.projectId && one.month === month) ?? nothing),
    }))
    .filter((row) => !row.deleted || row.bytes !== null || row.activeUsers > 0)
  const inUnits = gigabyteMonths(total)
  // A month without a measurement is no month in which nothing was held.
  const held = report.totals.flatMap(({ month: key, documents, bytes }) =>
    documents === null ? [] : [{ key, label: nameOf(key), documents, bytes }],
  )
  const save = () =>
    saveCsv(
      `Report of ${client.company_name}`,
      csvOf(
        [
          ...['Month', 'Project', 'Documents', 'Bytes', 'GB-months', 'Active people'],
          ...['Reviewed documents', 'OCR pages'],
        ],
        report.rows.map((row) => [
          row.month,
          report.projects.find(({ projectId }) => projectId === row.projectId)?.projectName ?? '',
          row.documents,
          row.bytes,
          gigabyteMonths(row),
          row.activeUsers,
          row.reviewedDocuments,
          row.ocrPages,
        ]),
      ),
    )
  return (
    <>
      <chakra.div display="flex" gap="3" alignItems="flex-end" flexWrap="wrap">
        <chakra.div width="160px">
          <Field label="Month">
            <Select
              value={month}
              choices={report.months.toReversed().map((one) => ({ value: one, label: nameOf(one) }))}
              onChoose={setMonth}
            />
          </Field>
        </chakra.div>
        <chakra.span flex="1" />
        <Button icon="download" onClick={save}>
          All months as CSV
        </Button>
      </chakra.div>
      <Stats
        items={[
          {
            label: 'GB-months',
            value: inUnits === null ? '—' : units(inUnits),
            note: inUnits === null ? 'not measured then' : 'billing unit',
          },
          { label: 'Active people', value: number(total.activeUsers), note: 'billing unit' },
          { label: 'Documents', value: total.documents === null ? '—' : number(total.documents) },
          { label: 'Reviewed documents', value: number(total.reviewedDocuments) },
          { label: 'OCR pages', value: number(total.ocrPages) },
        ]}
      />
      <chakra.div display="grid" gridTemplateColumns="repeat(12, 1fr)" gap="3">
        {held.length > 0 && (
          <FiguresChart
            title="Documents held, by month"
            of="Month"
            as="columns"
            span={6}
            figures={held}
            chosen={noneChosen}
            state={ready}
            onOpen={setMonth}
          />
        )}
        <FiguresChart
          title="Documents reviewed, by month"
          of="Month"
          as="columns"
          span={held.length > 0 ? 6 : 12}
          figures={report.totals.map((one) => ({
            ...{ key: one.month, label: nameOf(one.month) },
            ...{ documents: one.reviewedDocuments, bytes: null },
          }))}
          chosen={noneChosen}
          state={ready}
          onOpen={setMonth}
        />
      </chakra.div>
      <Section title={`Projects in ${nameOf(month)}`}>
        <Table
          label={`Projects in ${nameOf(month)}`}
          rows={rows}
          keyOf={(row) => row.projectId}
          columns={columns}
        />
      </Section>
      <Section title="What is counted" padded>
        <chakra.ul listStyleType="none" display="flex" flexDirection="column" gap="1">
          <li>
            <strong>GB-months</strong>: gigabytes (1,000,000,000 bytes) of stored files, as measured last in
            the month. A file that several documents of a project are is counted once. {sinceNote(report)}
          </li>
          <li>
            <strong>Active people</strong>: people of whom anything is on the record of a project in the
            month. Whoever works in several projects is one person of the client.
          </li>
          <li>
            <strong>Reviewed documents</strong>: documents whose coding or tags were changed in the month. A
            project that is deleted counts no more than what was measured.
          </li>
          <li>
            <strong>OCR pages</strong>: pages whose text was recognized by jobs that were started in the
            month.
          </li>
        </chakra.ul>
      </Section>
    </>
  )
}

const sinceNote = ({ measuredSince }: Report): string =>
  measuredSince === null
    ? 'It is measured every hour; the first measurement is still to come.'
    : `It is measured since ${nameOf(measuredSince)}; months before have no measurement.`

const monthName = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })
const nameOf = (month: string): string => monthName.format(new Date(`${month}-01T00:00:00Z`))

const few = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 })
const units = (value: number): string => (value > 0 && value < 0.001 ? '< 0.001' : few.format(value))

type Row = Report['projects'][number] & ReportFigures

const columns: readonly Column<Row>[] = [
  {
    id: 'project',
    head: 'Project',
    cell: ({ projectName, archived, deleted }) => (
      <>
        {projectName}
        {archived && !deleted && <chakra.span color="faint"> archived</chakra.span>}
      </>
    ),
  },
  {
    id: 'documents',
    head: 'Documents',
    align: 'end',
    cell: ({ documents }) => (documents === null ? '—' : number(documents)),
  },
  {
    id: 'bytes',
    head: 'Stored',
    align: 'end',
    cell: ({ bytes }) => (bytes === null ? '—' : fileSize(bytes)),
  },
  {
    id: 'units',
    head: 'GB-months',
    align: 'end',
    cell: (row) => {
      const value = gigabyteMonths(row)
      return value === null ? '—' : units(value)
    },
  },
  { id: 'people', head: 'Active people', align: 'end', cell: ({ activeUsers }) => number(activeUsers) },
  { id: 'reviewed', head: 'Reviewed', align: 'end', cell: (row) => number(row.reviewedDocuments) },
  { id: 'ocr', head: 'OCR pages', align: 'end', cell: ({ ocrPages }) => number(ocrPages) },
]
