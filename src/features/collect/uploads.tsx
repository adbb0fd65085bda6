/** Files on their way, and files whose way was cut: with how much has arrived, how fast, how long still. */
import { chakra } from '@chakra-ui/react'
import { useStoreMap, useUnit } from 'effector-react'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Upload } from '#contracts/collect.ts'
import {
  clearUploads,
  discardUpload,
  requestUnfinished,
  resumeUpload,
  stopUpload,
} from '#src/commands/collect.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import {
  collect,
  pickedFiles,
  type UploadState,
  unfinishedKey,
  unfinishedUploads,
} from '#src/stores/collect.ts'
import { progress } from '#src/stores/network.ts'
import { $tabId } from '#src/stores/tab.ts'
import { useAnswer, useAsk, useCached } from '../ui/answer.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { fileSize, percent } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Section } from '../ui/page.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'

export function Uploads({ projectId }: { readonly projectId: number }): ReactElement | null {
  const run = useUnit(dispatch)
  const [{ uploads }, tabId] = useUnit([collect.$state, $tabId])
  useAsk(requestUnfinished({ projectId }))
  const held = useStoreMap({ store: pickedFiles.$entries, keys: [], fn: (files) => files })
  const unfinished = useAnswer(unfinishedUploads, unfinishedKey(projectId)).value ?? []
  const own = Object.values(uploads).filter(
    (upload) =>
      upload.projectId === projectId &&
      upload.tabId === tabId &&
      (held.has(upload.uploadKey) || upload.phase === 'finished'),
  )
  const isOwn = (upload: Upload) =>
    own.some(
      ({ fileName, size, custodianId, phase }) =>
        phase !== 'finished' &&
        fileName === upload.fileName &&
        size === upload.size &&
        custodianId === upload.custodianId,
    )
  const left = unfinished.filter((upload) => !isOwn(upload))
  if (own.length === 0 && left.length === 0) return null
  return (
    <Section
      title="Uploads"
      aside={
        own.some(({ phase }) => phase === 'finished') && (
          <Button look="quiet" size="sm" onClick={() => run(clearUploads({}))}>
            Clear finished
          </Button>
        )
      }
    >
      <ul style={{ listStyle: 'none' }}>
        {own.map((upload) => (
          <OwnUpload key={upload.uploadKey} upload={upload} />
        ))}
        {left.map((upload) => (
          <LeftUpload key={upload.uploadId} upload={upload} projectId={projectId} />
        ))}
      </ul>
    </Section>
  )
}

function Row({
  name,
  children,
  actions,
}: {
  readonly name: string
  readonly children: ReactElement
  readonly actions: ReactElement | null
}): ReactElement {
  return (
    <chakra.li
      display="grid"
      gridTemplateColumns={{ base: '1fr', md: '220px 1fr 152px' }}
      gap="3"
      alignItems="center"
      px="4"
      py="2"
      borderTopWidth="1px"
      borderColor="line"
      _first={{ borderTopWidth: '0' }}
    >
      <chakra.span truncate fontWeight={600} title={name}>
        {name}
      </chakra.span>
      {children}
      <chakra.span display="inline-flex" gap="1" justifyContent={{ md: 'flex-end' }}>
        {actions}
      </chakra.span>
    </chakra.li>
  )
}

function OwnUpload({ upload }: { readonly upload: UploadState }): ReactElement {
  const run = useUnit(dispatch)
  const sent = useCached(progress, upload.commandId)
  const done = sent?.done ?? 0
  const rate = useRate(done, upload.phase === 'sending')
  const { uploadKey, projectId, fileName, size, custodianId } = upload
  const waiting = upload.phase === 'sending' && sent === null
  if (upload.phase === 'finished') return <Arrived upload={upload} />
  return (
    <Row
      name={fileName}
      actions={
        upload.phase === 'sending' || upload.phase === 'stopping' ? (
          <Button
            size="sm"
            icon="pause"
            busy={upload.phase === 'stopping'}
            onClick={() => run(stopUpload({ uploadKey }))}
          >
            Stop
          </Button>
        ) : (
          <>
            <Button size="sm" icon="play" onClick={() => run(resumeUpload({ uploadKey }))}>
              Go on
            </Button>
            <Button
              size="sm"
              look="quiet"
              onClick={() =>
                run(discardUpload({ uploadKey, projectId, uploadId: null, fileName, size, custodianId }))
              }
            >
              Discard
            </Button>
          </>
        )
      }
    >
      <div>
        <ProgressBar
          label={`Upload of ${fileName}`}
          done={done}
          all={size}
          unit={fileSize}
          rate={rate === null ? null : `${fileSize(rate)}/s`}
          secondsLeft={rate === null || rate === 0 ? null : (size - done) / rate}
          now={
            upload.phase === 'stopping'
              ? 'stopping'
              : waiting
                ? 'waiting for its turn, or for the server'
                : null
          }
          tone={upload.phase === 'failed' ? 'dangerBar' : upload.phase === 'stopped' ? 'control' : 'accent'}
        />
        {upload.phase === 'failed' && (
          <chakra.p role="alert" color="dangerInk" fontSize="xs">
            {upload.message} What has arrived is kept by the server.
          </chakra.p>
        )}
        {upload.phase === 'stopped' && (
          <chakra.p color="muted" fontSize="xs">
            Stopped. What has arrived is kept by the server.
          </chakra.p>
        )}
      </div>
    </Row>
  )
}

/** Nothing left to watch here: a line that leads to the import. */
function Arrived({ upload }: { readonly upload: UploadState }): ReactElement {
  const { fileName, size, projectId, jobId } = upload
  return (
    <Row name={fileName} actions={null}>
      <chakra.p display="flex" alignItems="center" gap="2">
        <chakra.span color="okInk" display="inline-flex" alignItems="center" gap="1">
          <Icon name="ok" size={14} />
          Arrived whole, {fileSize(size)}
        </chakra.span>
        {jobId !== null && (
          <Link to={`/project/allJobs?project=${projectId}&job=${jobId}`}>Import {jobId}</Link>
        )}
      </chakra.p>
    </Row>
  )
}

/** Begun in an earlier session or another window: the same file, chosen again, goes on where it was cut. */
function LeftUpload({
  upload,
  projectId,
}: {
  readonly upload: Upload
  readonly projectId: number
}): ReactElement {
  const run = useUnit(dispatch)
  const { uploadId, fileName, size, custodianId, received } = upload
  return (
    <Row
      name={fileName}
      actions={
        <Button
          size="sm"
          look="quiet"
          onClick={() =>
            run(discardUpload({ uploadKey: uploadId, projectId, uploadId, fileName, size, custodianId }))
          }
        >
          Discard
        </Button>
      }
    >
      <div>
        <Badge tone="attention" icon="pause">
          Unfinished: {percent(received, size)} of {fileSize(size)}
        </Badge>
        <chakra.p color="muted" fontSize="xs">
          Choose the same file with the same custodian again, and it goes on where it was cut.
        </chakra.p>
      </div>
    </Row>
  )
}

/** Bytes a second over the last seconds; null until two looks have been taken. */
function useRate(done: number, running: boolean): number | null {
  const looks = useRef<{ readonly at: number; readonly done: number }[]>([])
  const [rate, setRate] = useState<number | null>(null)
  useEffect(() => {
    if (!running) {
      looks.current = []
      setRate(null)
      return
    }
    const now = performance.now()
    looks.current = [...looks.current.filter(({ at }) => now - at < 5000), { at: now, done }]
    const first = looks.current[0]
    if (first === undefined || now - first.at < 300) return
    setRate(Math.max(0, ((done - first.done) / (now - first.at)) * 1000))
  }, [done, running])
  return rate
}
