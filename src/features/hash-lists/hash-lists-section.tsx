/** The lists of known files of a project: what each holds, how far it is, and bringing another one in. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import type { HashList } from '#contracts/hash-lists.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { dismissHashList, endHashList, stopHashList } from '#src/commands/hash-lists.ts'
import { projectHashLists } from '#src/reads/hash-lists.ts'
import { $listUpload, listOfUpload, notAtHand, pickedList } from '#src/stores/hash-lists.ts'
import { useWho } from '../session/who.ts'
import { useCached, useHeld, useRead } from '../ui/answer.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { counted, fileSize } from '../ui/format.ts'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/page.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { EmptyState, Missing } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { HashListDialog } from './hash-list-dialog.tsx'
import { TakeAwayList } from './take-away-list.tsx'

const often = 1_500
const seldom = 15_000

/** Which list a file is chosen for: a new one, or one whose upload was cut. */
type Choosing = { readonly list: HashList | null } | null

export function HashListsSection({ projectId }: { readonly projectId: number }): ReactElement {
  const { run, upload } = useUnit({ run: dispatch, upload: $listUpload })
  const managing = useWho().can('collect.manage')
  const [choosing, setChoosing] = useState<Choosing>(null)
  const answer = useHeld(projectHashLists, { projectId })
  const { value } = answer
  const own = upload?.projectId === projectId ? upload : null
  const [leaving, setLeaving] = useState<HashList | null>(null)
  const sending = upload?.phase === 'sending' ? upload.uploadKey : null
  const sent = useCached(listOfUpload, sending ?? '')
  const cut = useCached(pickedList, sending ?? '') === null ? sending : null
  // The bytes are in the memory of the tab that they were chosen in, and are gone where that was loaded anew.
  useEffect(() => {
    if (cut !== null) run(endHashList({ uploadKey: cut, message: notAtHand }))
  }, [cut, run])
  const moves = sending !== null || value?.some(({ state }) => state === 'building') === true
  const { again } = useRead(projectHashLists, { projectId }, { every: moves ? often : seldom })
  const begun = useCached(listOfUpload, own?.uploadKey ?? '')?.hashListId ?? own?.hashListId ?? null
  // Once the list that did not come whole has come after all, or was taken away, there is nothing to be said of it.
  const isStill =
    begun === null ||
    value === null ||
    value.some(({ hashListId, state }) => hashListId === begun && state === 'uploading')
  const inHand = sending === null ? null : (sent?.hashListId ?? null)
  const controls: Column<HashList> = {
    id: 'controls',
    head: <chakra.span srOnly>What can be done</chakra.span>,
    align: 'end',
    width: '120px',
    cell: (list) => {
      if (list.hashListId === inHand || list.used || list.state === 'building') return null
      const { name } = list
      return (
        <chakra.span display="inline-flex" gap="1">
          {list.state === 'uploading' && (
            <Button
              size="sm"
              disabled={sending !== null}
              aria-label={`Go on with ${name}`}
              onClick={() => setChoosing({ list })}
            >
              Go on
            </Button>
          )}
          <IconButton icon="close" label={`Take away ${name}`} onClick={() => setLeaving(list)} />
        </chakra.span>
      )
    },
  }
  return (
    <Section
      title="Lists of the project"
      aside={
        managing &&
        (sending === null ? (
          <Button size="sm" icon="upload" onClick={() => setChoosing({ list: null })}>
            Upload a list
          </Button>
        ) : (
          <Button size="sm" icon="stop" onClick={() => run(stopHashList({ uploadKey: sending }))}>
            Stop the upload
          </Button>
        ))
      }
    >
      {own !== null && own.message !== null && isStill && (
        <chakra.div px="4" pt="3">
          <Notice tone="danger" onDismiss={() => run(dismissHashList({ uploadKey: own.uploadKey }))}>
            {own.message}
          </Notice>
        </chakra.div>
      )}
      <Missing answer={answer} rows={2} title="The de-NIST lists could not be loaded" onRetry={again} />
      {value !== null &&
        (value.length === 0 ? (
          <EmptyState icon="file" title="No de-NIST lists">
            Files of operating systems and programs are known by their hashes: the reference data sets of the
            NSRL list them. With a list here, such files can be left out or marked.
          </EmptyState>
        ) : (
          <Table
            label="De-NIST lists"
            rows={value}
            columns={managing ? [...columns, controls] : columns}
            keyOf={({ hashListId }) => hashListId}
          />
        ))}
      {leaving !== null && (
        <TakeAwayList projectId={projectId} list={leaving} onClose={() => setLeaving(null)} />
      )}
      {choosing !== null && (
        <HashListDialog projectId={projectId} list={choosing.list} onClose={() => setChoosing(null)} />
      )}
    </Section>
  )
}

const kinds = { md5: 'MD5', sha1: 'SHA-1', sha256: 'SHA-256' } as const

const columns: readonly Column<HashList>[] = [
  {
    id: 'name',
    head: 'List',
    cell: ({ name, version, fileName }) => (
      <chakra.div minWidth="110px" maxWidth="min(360px, 40vw)">
        <chakra.div fontWeight={600} truncate title={name}>
          {name} {version}
        </chakra.div>
        <chakra.div fontSize="xs" color="faint" truncate title={fileName}>
          {fileName}
        </chakra.div>
      </chakra.div>
    ),
  },
  { id: 'state', head: 'State', width: '240px', cell: (list) => <State list={list} /> },
  {
    id: 'holds',
    head: 'Holds',
    width: '200px',
    cell: ({ entries, rejected, kinds: of }) =>
      entries === null ? (
        <chakra.span color="faint">–</chakra.span>
      ) : (
        <div>
          {counted(entries, 'hash', 'hashes')}
          <chakra.div fontSize="xs" color="faint">
            {of.map((kind) => kinds[kind]).join(', ')}
            {rejected > 0 && ` · ${counted(rejected, 'line')} without one`}
          </chakra.div>
        </div>
      ),
  },
  {
    id: 'when',
    head: 'Imported',
    align: 'end',
    width: '130px',
    from: 'md',
    cell: ({ createdAt, createdBy }) => (
      <chakra.div color="muted">
        <Ago at={createdAt} />
        <chakra.div fontSize="xs" color="faint" truncate maxWidth="120px">
          {createdBy}
        </chakra.div>
      </chakra.div>
    ),
  },
]

function State({ list }: { readonly list: HashList }): ReactElement {
  const { state, name, received, size, jobId, used } = list
  const job = jobId !== null && <Link to={`/project/allJobs?job=${jobId}`}>Job {jobId}</Link>
  switch (state) {
    case 'uploading':
      return <ProgressBar label={`Upload of ${name}`} done={received} all={size} unit={fileSize} />
    case 'building':
      return (
        <chakra.span display="inline-flex" gap="2">
          <Badge tone="accent" icon="play">
            Being made searchable
          </Badge>
          {job}
        </chakra.span>
      )
    case 'failed':
      return (
        <chakra.span display="inline-flex" gap="2">
          <Badge tone="danger" icon="error">
            Failed
          </Badge>
          {job}
        </chakra.span>
      )
    case 'ready':
      return (
        <Badge tone="ok" icon="check">
          {used ? 'Ready, in use' : 'Ready'}
        </Badge>
      )
  }
}
