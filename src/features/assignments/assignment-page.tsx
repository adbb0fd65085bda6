/** One assignment: what it is, how far it is, and its batches. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Assignment } from '#contracts/assignments.ts'
import { Button } from '../ui/button.tsx'
import { dayAndTime, exactTime, number, percent } from '../ui/format.ts'
import { Page, Section, Stats } from '../ui/page.tsx'
import { Batches } from './batches.tsx'
import { DeleteAssignment } from './delete-assignment.tsx'
import { EditAssignment } from './edit-assignment.tsx'
import { SplitState } from './split-state.tsx'
import { Stale } from './stale.tsx'
import { StatusBar } from './status-bar.tsx'
import { whoMay } from './words.ts'

export function AssignmentPage({
  assignment,
  stale,
}: {
  readonly assignment: Assignment
  readonly stale: string | null
}): ReactElement {
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null)
  const {
    assignmentProgress: { documents, reviewed },
    completedBatchCount: completed,
    totalBatchCount: all,
    batcheStatus: by,
  } = assignment
  const close = () => setDialog(null)
  return (
    <Page
      title={assignment.assignmentName}
      lead={
        <>
          <Link to="/overview/assignments">Assignments</Link> · made by {assignment.createdBy},{' '}
          <span title={exactTime(assignment.createdAt)}>{dayAndTime(assignment.createdAt)}</span>
        </>
      }
      actions={
        <>
          <Button onClick={() => setDialog('edit')}>Edit assignment</Button>
          <Button onClick={() => setDialog('delete')}>Delete…</Button>
        </>
      }
    >
      {stale !== null && <Stale message={stale} />}
      <Stats
        items={[
          {
            label: 'Documents reviewed',
            value: number(reviewed),
            note: `of ${number(documents)} · ${percent(reviewed, documents)}`,
          },
          { label: 'Batches completed', value: number(completed), note: `of ${number(all)}` },
          { label: 'In progress', value: number(by.InProgress) },
          {
            label: 'Available',
            value: number(by.NotStarted + by.Pending),
            note: by.Pending > 0 ? `${number(by.Pending)} of them given back` : undefined,
          },
        ]}
      />
      <Section title="Details">
        <chakra.dl
          display="grid"
          gridTemplateColumns={{ base: '1fr', sm: '160px minmax(0, 1fr)' }}
          columnGap="4"
          rowGap={{ base: '0', sm: '1' }}
          px="4"
          py="3"
          css={{ '& dt': { color: 'faint' }, '& dd': { minWidth: 0, overflowWrap: 'anywhere' } }}
        >
          <dt>Documents of</dt>
          <dd>
            {assignment.searchCriteria === null || assignment.searchCriteria.queryString === '' ? (
              assignment.assignmentCondition
            ) : (
              <chakra.code fontFamily="mono" fontSize="xs">
                {assignment.assignmentCondition}
              </chakra.code>
            )}
            {assignment.isIncludeFamilies && ', with their families'}
          </dd>
          <dt>Batches of</dt>
          <dd>
            {number(assignment.batchSize)} documents
            {assignment.groupBy === 'custodian' && ', custodians apart'}
            {assignment.isGroupEmailThreading && ', threads together'}
            {assignment.isGroupNearDuplicates && ', near-duplicates together'}
          </dd>
          <dt>Reviewed when</dt>
          <dd>
            {assignment.reviewedFieldName === null
              ? 'any field is coded, or any tag is put on'
              : `${assignment.reviewedFieldName} has a value`}
          </dd>
          <dt>Who may check out</dt>
          <dd>{whoMay(assignment)}</dd>
          <dt>Status</dt>
          <chakra.dd maxWidth="360px">
            {assignment.jobStatusId === 'Completed' ? (
              <StatusBar by={by} />
            ) : (
              <SplitState assignment={assignment} />
            )}
          </chakra.dd>
        </chakra.dl>
      </Section>
      <Batches assignment={assignment} />
      {dialog === 'edit' && <EditAssignment assignment={assignment} onClose={close} />}
      {dialog === 'delete' && <DeleteAssignment assignment={assignment} onClose={close} />}
    </Page>
  )
}
