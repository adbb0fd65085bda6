/** What can be done with all documents of the project: how many it is about, the button, and how far it is. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { type Job, jobNeeds } from '#contracts/jobs.ts'
import type { Startable } from '#contracts/processing.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { startJob, startNames } from '#src/commands/jobs.ts'
import { startKey } from '#src/events/catalog/jobs.ts'
import { projectJobs, startableJobs } from '#src/reads/jobs.ts'
import { jobs } from '#src/stores/jobs.ts'
import { JobButtons } from '../jobs/job-buttons.tsx'
import { jobPath } from '../jobs/job-path.ts'
import { isLive, JobStateBadge, prioritySaid } from '../jobs/job-state.tsx'
import { JobProgress, useJobs } from '../jobs/jobs-table.tsx'
import { useWho } from '../session/who.ts'
import { useHeld, useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { counted } from '../ui/format.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { Section } from '../ui/page.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { Ago } from '../ui/time.tsx'

type Kind = keyof typeof startNames

const works: readonly {
  readonly kind: Kind
  readonly name: string
  readonly icon: IconName
  readonly what: string
}[] = [
  {
    kind: 'ocr',
    name: 'OCR',
    icon: 'keyword',
    what: 'The text of pictures and of scanned PDFs is read, and searched like any other.',
  },
  {
    kind: 'pages',
    name: 'Page images',
    icon: 'file',
    what: 'All pages are drawn beforehand; each one that is opened is drawn in any case.',
  },
  {
    kind: 'analysis',
    name: 'Analysis',
    icon: 'analysis',
    what: 'Threads, near-duplicates, languages and PII. Each import has it done too.',
  },
]

const none: readonly number[] = []

export function StartSection({ projectId }: { readonly projectId: number }): ReactElement {
  const begun = useHeld(projectJobs, { projectId }).value
  const rows = useJobs(begun?.ids ?? none)
  // What has ended leaves fewer documents to be done, or more.
  const asOf = rows.filter(({ state }) => !isLive(state)).length
  const { value, failure, again } = useRead(startableJobs, { projectId }, { asOf })
  return (
    <Section title="For the whole project">
      {value === null ? (
        failure === null ? (
          <Skeleton rows={3} />
        ) : (
          <ErrorState
            title="What there is to do could not be loaded"
            message={failure.message}
            onRetry={again}
          />
        )
      ) : (
        <chakra.ul listStyleType="none">
          {works.map((work) => (
            <Work
              key={work.kind}
              {...work}
              projectId={projectId}
              amounts={value}
              last={begun === null ? undefined : (rows.find(({ kind }) => kind === work.kind) ?? null)}
            />
          ))}
        </chakra.ul>
      )}
    </Section>
  )
}

function Work({
  projectId,
  kind,
  name,
  icon,
  what,
  amounts,
  last,
}: (typeof works)[number] & {
  readonly projectId: number
  readonly amounts: Startable
  /** Undefined until the jobs are known. */
  readonly last: Job | null | undefined
}): ReactElement {
  const { run, starting } = useUnit({ run: dispatch, starting: jobs.$state })
  const { can } = useWho()
  const [withText, setWithText] = useState(false)
  const amount = kind !== 'ocr' ? amounts : withText ? amounts.ocrWithText : amounts.ocr
  const goesOn = last != null && (isLive(last.state) || last.state === 'Paused')
  return (
    <chakra.li
      aria-label={name}
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 260px 150px' }}
      columnGap="4"
      rowGap="2"
      alignItems="center"
      px="4"
      py="3"
      borderTopWidth="1px"
      borderColor="line"
      _first={{ borderTopWidth: '0' }}
    >
      <chakra.div display="flex" gap="3" minWidth="0">
        <chakra.span color="faint" pt="0.5">
          <Icon name={icon} />
        </chakra.span>
        <chakra.div minWidth="0">
          <chakra.p>
            <chakra.span fontWeight={600}>{name}</chakra.span>
            <chakra.span color="muted"> · {about(amount)}</chakra.span>
          </chakra.p>
          <chakra.p fontSize="xs" color="faint" maxWidth="72ch">
            {what}
          </chakra.p>
          {kind === 'ocr' && (
            <chakra.label
              display="inline-flex"
              gap="2"
              alignItems="center"
              fontSize="xs"
              color="muted"
              mt="1"
            >
              <input
                type="checkbox"
                checked={withText}
                onChange={(event) => setWithText(event.target.checked)}
              />
              Also what has text, and what was recognised before
            </chakra.label>
          )}
        </chakra.div>
      </chakra.div>
      <chakra.div fontSize="xs" color="muted" minWidth="0">
        {last == null ? (
          last === null && 'Not begun yet'
        ) : (
          <Last job={last}>{goesOn ? <JobProgress job={last} /> : <When job={last} />}</Last>
        )}
      </chakra.div>
      <chakra.div display="flex" justifyContent={{ md: 'flex-end' }}>
        {last != null && goesOn ? (
          <JobButtons job={last} />
        ) : can(jobNeeds[kind]) ? (
          <Button
            icon="play"
            busy={starting.starting[startKey({ projectId, kind })] === true}
            disabled={amount.documents === 0}
            onClick={() => run(startJob({ projectId, kind, withText: kind === 'ocr' && withText }))}
          >
            {startNames[kind]}
          </Button>
        ) : (
          <chakra.span fontSize="xs" color="faint">
            Begun by litigation support
          </chakra.span>
        )}
      </chakra.div>
    </chakra.li>
  )
}

function Last({ job, children }: { readonly job: Job; readonly children: ReactNode }): ReactElement {
  return (
    <chakra.div display="flex" flexDirection="column" gap="1">
      <chakra.div display="flex" alignItems="center" gap="2">
        <JobStateBadge state={job.state} />
        <Link to={jobPath(job)}>Job {job.jobId}</Link>
        {job.priority !== 0 && <chakra.span color="muted">{prioritySaid(job.priority)}</chakra.span>}
      </chakra.div>
      {children}
    </chakra.div>
  )
}

const When = ({ job }: { readonly job: Job }): ReactElement => <Ago at={job.endedAt ?? job.createdAt} />

/** Pages are said where they are known, and another number. */
function about({ documents, pages }: { readonly documents: number; readonly pages?: number }): string {
  if (documents === 0) return 'nothing to do'
  const said = counted(documents, 'document')
  return pages === undefined ? said : `${said}, ${counted(pages, 'page')}`
}
