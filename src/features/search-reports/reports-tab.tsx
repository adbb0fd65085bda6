/** Search term reports that were run: running another, and opening one. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import type { TermReportHead } from '#contracts/term-reports.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { deleteReport } from '#src/commands/search-reports.ts'
import { termReports } from '#src/reads/search-reports.ts'
import { $reportRun } from '#src/stores/search-reports.ts'
import { useIsArchived } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { DeleteDialog } from '../ui/delete-dialog.tsx'
import { counted, number } from '../ui/format.ts'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { Ago } from '../ui/time.tsx'
import { Documents } from './history-tab.tsx'
import { KeptList, KeptRow } from './kept-row.tsx'
import { ReportDialog } from './report-dialog.tsx'
import { RunDialog } from './run-dialog.tsx'
import { setWords } from './sets.ts'

export function ReportsTab(): ReactElement {
  const { run, last } = useUnit({ run: dispatch, last: $reportRun })
  const { value, failure, again } = useRead(termReports, {}, { every: 60_000 })
  const isArchived = useIsArchived()
  const [running, setRunning] = useState(false)
  const [opened, setOpened] = useState<number | null>(null)
  const [leaving, setLeaving] = useState<TermReportHead | null>(null)
  return (
    <>
      {!isArchived && (
        <chakra.div px="3" pt="3" pb="2" borderBottomWidth="1px" borderColor="line">
          <Button icon="plus" onClick={() => setRunning(true)}>
            Run a search term report
          </Button>
        </chakra.div>
      )}
      {value === null && failure === null && <Skeleton rows={6} />}
      {value === null && failure !== null && (
        <ErrorState title="The reports could not be loaded" message={failure.message} onRetry={again} />
      )}
      {value?.length === 0 && (
        <EmptyState icon="keyword" title="No search term reports">
          {isArchived
            ? 'This project is archived: no report is run in it.'
            : 'Paste a column of terms: a report tells what each finds in a search or in all documents.'}
        </EmptyState>
      )}
      <KeptList label="Search term reports">
        {value?.map((report) => (
          <KeptRow
            key={report.termReportId}
            name={report.name}
            figure={<Documents count={report.total.documents} />}
            lines={[
              `${counted(report.terms, 'term')}${report.unread === 0 ? '' : `, ${number(report.unread)} not read`} in ${setWords(report.set)}`,
              <span key="by">
                {report.madeBy}, <Ago at={report.madeAt} />
              </span>,
            ]}
            onOpen={() => setOpened(report.termReportId)}
            remove={
              report.mayDelete && !isArchived
                ? { label: `Delete ${report.name} …`, run: () => setLeaving(report) }
                : null
            }
          />
        ))}
      </KeptList>
      {running && (
        <RunDialog
          onClose={() => setRunning(false)}
          onDone={() => {
            setRunning(false)
            setOpened(last)
          }}
        />
      )}
      {opened !== null && <ReportDialog termReportId={opened} onClose={() => setOpened(null)} />}
      {leaving !== null && (
        <DeleteDialog
          title={`Delete ${leaving.name}?`}
          act="Delete the report"
          onDelete={() => run(deleteReport({ termReportId: leaving.termReportId, name: leaving.name }))}
          onClose={() => setLeaving(null)}
        >
          <p>Nobody in this project finds it here any more. No document is changed by it.</p>
        </DeleteDialog>
      )}
    </>
  )
}
