/**
 * Uploads on their way, one row for all that was handed over at once, and files whose way was cut: here, or in a tab that may
 * be closed by now, of which nobody else would say that not all of it has arrived.
 */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { pathParts, type Source, type Upload } from '#contracts/collect.ts'
import { clearUploads, discardUpload } from '#src/commands/collect.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { unfinishedUploads } from '#src/reads/collect.ts'
import {
  collect,
  isUnderWay,
  type PickedFile,
  pickedFiles,
  type UploadState,
  uploadProgress,
} from '#src/stores/collect.ts'
import { $tabId } from '#src/stores/tab.ts'
import { useCached, useRead } from '../ui/answer.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Foreign, marked } from '../ui/foreign.tsx'
import { counted, fileSize, number, percent } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { firstButton, useKeptFocus } from '../ui/kept-focus.ts'
import { Section } from '../ui/page.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { UploadButtons } from './upload-buttons.tsx'

export function Uploads({
  projectId,
  sources,
  only = null,
}: {
  readonly projectId: number
  readonly sources: readonly Source[]
  /** Those of one source. */
  readonly only?: number | null
}): ReactElement | null {
  const run = useUnit(dispatch)
  const [{ uploads }, tabId, held] = useUnit([collect.$state, $tabId, pickedFiles.$entries])
  const unfinished = useRead(unfinishedUploads, { projectId }).value ?? []
  const own = Object.values(uploads).filter(
    (upload) =>
      upload.projectId === projectId &&
      (upload.tabId === tabId || upload.phase !== 'finished') &&
      (only === null || upload.sourceId === only),
  )
  const names = namesOf(own, held)
  const left = unfinished.filter(
    ({ sourceId, fileName, size }) =>
      (only === null || sourceId === only) && !names.has(nameOf(sourceId, fileName, size)),
  )
  if (own.length === 0 && left.length === 0) return null
  const sourceOf = (id: number | null) => sources.find(({ sourceId }) => sourceId === id)
  const sourceName = (id: number | null) => sourceOf(id)?.name ?? 'a source'
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
        {own.map((upload) =>
          upload.phase === 'finished' ? (
            <ArrivedRow
              key={upload.uploadKey}
              upload={upload}
              source={sourceName(upload.sourceId)}
              waits={(sourceOf(upload.sourceId)?.waiting ?? 0) > 0}
            />
          ) : held.has(upload.uploadKey) ? (
            <OnItsWay key={upload.uploadKey} upload={upload} source={sourceName(upload.sourceId)} />
          ) : (
            <Cut
              key={upload.uploadKey}
              upload={upload}
              source={sourceName(upload.sourceId)}
              isOfOtherTab={upload.tabId !== tabId}
            />
          ),
        )}
        {left.slice(0, maxLeft).map((upload) => (
          <LeftUpload
            key={upload.uploadId}
            upload={upload}
            projectId={projectId}
            source={sourceName(upload.sourceId)}
          />
        ))}
        {left.length > maxLeft && (
          <chakra.li px="4" py="2" color="muted">
            and {counted(left.length - maxLeft, 'file')} more in part
          </chakra.li>
        )}
      </ul>
    </Section>
  )
}

const maxLeft = 20

const nameOf = (sourceId: number | null, path: string, size: number): string =>
  `${sourceId} ${size} ${pathParts(path).join('/')}`

/** What this tab still sends itself. */
const namesOf = (
  own: readonly UploadState[],
  held: ReadonlyMap<string, readonly PickedFile[]>,
): ReadonlySet<string> =>
  new Set(
    own
      .filter(({ phase }) => phase !== 'finished')
      .flatMap(({ uploadKey, sourceId }) =>
        (held.get(uploadKey) ?? []).map(({ path, file }) => nameOf(sourceId, path, file.size)),
      ),
  )

function Row({
  name,
  below,
  children,
  actions,
}: {
  readonly name: string
  readonly below: string
  readonly children: ReactNode
  readonly actions: ReactNode
}): ReactElement {
  return (
    <chakra.li
      ref={useKeptFocus<HTMLLIElement>(firstButton)}
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: '220px minmax(0, 1fr) 168px' }}
      gap="3"
      alignItems="center"
      px="4"
      py="2"
      borderTopWidth="1px"
      borderColor="line"
      _first={{ borderTopWidth: '0' }}
    >
      <chakra.div minWidth="0">
        <chakra.div truncate fontWeight={600} title={marked(name)}>
          <Foreign text={name} />
        </chakra.div>
        <chakra.div truncate fontSize="xs" color="faint">
          {below}
        </chakra.div>
      </chakra.div>
      <chakra.div minWidth="0">{children}</chakra.div>
      <chakra.span display="inline-flex" gap="1" justifyContent={{ md: 'flex-end' }}>
        {actions}
      </chakra.span>
    </chakra.li>
  )
}

interface OwnProps {
  readonly upload: UploadState
  readonly source: string
}

function OnItsWay({ upload, source }: OwnProps): ReactElement {
  const course = useCached(uploadProgress, upload.commandId)
  const { files, bytes, phase, title, unread } = upload
  const done = course?.bytes ?? 0
  const runs = isUnderWay(upload)
  const rate = useRate(done, phase === 'sending')
  return (
    <Row name={title} below={`to ${source}`} actions={<UploadButtons upload={upload} />}>
      <ProgressBar
        label={`Upload of ${title}`}
        done={bytes === 0 ? (course?.files ?? 0) : done}
        all={bytes === 0 ? files : bytes}
        unit={bytes === 0 ? number : fileSize}
        rate={rate === null ? null : `${fileSize(rate)}/s`}
        secondsLeft={rate === null || rate === 0 ? null : (bytes - done) / rate}
        now={
          phase === 'stopping'
            ? 'stopping'
            : course === null && runs
              ? 'waiting for its turn, or for the server'
              : null
        }
        tone={phase === 'failed' ? 'dangerBar' : phase === 'stopped' ? 'control' : 'accent'}
      />
      <chakra.p fontSize="xs" color="muted" truncate title={marked(course?.now.join('\n') ?? '')}>
        {number(course?.files ?? 0)} of {counted(files, 'file')}
        {(course?.known ?? 0) > 0 && `, ${number(course?.known ?? 0)} there before`}
        {runs && course !== null && course.now.length > 0 && ` · ${course.now[0]}`}
      </chakra.p>
      {phase === 'failed' && (
        <chakra.p role="alert" color="dangerInk" fontSize="xs">
          {upload.message} What has arrived is kept by the server.
        </chakra.p>
      )}
      {phase === 'stopped' && (
        <chakra.p color="muted" fontSize="xs">
          Stopped. What has arrived is kept by the server.
        </chakra.p>
      )}
      <Failed failed={course?.failed ?? []} />
      <Unread unread={unread} />
    </Row>
  )
}

/** Nothing left to watch here: a line that leads to the job. */
function ArrivedRow({
  upload,
  source,
  waits,
}: OwnProps & {
  /** Files of its source do; what was there before may have been processed long ago. */
  readonly waits: boolean
}): ReactElement {
  const { title, bytes, projectId, jobId, sent, known, failed, unread, commandId } = upload
  const course = useCached(uploadProgress, commandId)
  const lost = failed + unread.count
  return (
    <Row name={title} below={`to ${source}`} actions={null}>
      <chakra.p display="flex" flexWrap="wrap" alignItems="center" columnGap="2">
        {sent + known === 0 ? (
          <chakra.span color="attentionInk">Nothing arrived</chakra.span>
        ) : (
          <chakra.span color="okInk" display="inline-flex" alignItems="center" gap="1">
            <Icon name="ok" size={14} />
            {lost > 0 ? `${counted(sent, 'file')} arrived` : `Arrived whole, ${fileSize(bytes)}`}
          </chakra.span>
        )}
        {known > 0 && <chakra.span color="muted">{counted(known, 'file')} there before</chakra.span>}
        {jobId === null ? (
          sent + known > 0 && waits && <Link to="/overview/process">Waits to be processed</Link>
        ) : (
          <Link to={`/project/allJobs?project=${projectId}&job=${jobId}`}>Job {jobId}</Link>
        )}
      </chakra.p>
      <chakra.p color="muted" fontSize="xs">
        {number(upload.files + unread.count)} chosen = {number(sent)} arrived + {number(known)} there before +{' '}
        {number(lost)} did not arrive
      </chakra.p>
      {failed > 0 && (
        <chakra.p color="attentionInk" fontSize="xs">
          {counted(failed, 'file')} did not arrive. Choose the same again: what arrived is not sent again.
        </chakra.p>
      )}
      <Failed failed={course?.failed ?? []} />
      <Unread unread={unread} />
    </Row>
  )
}

function Failed({
  failed,
}: {
  readonly failed: readonly { readonly path: string; readonly message: string }[]
}): ReactElement | null {
  if (failed.length === 0) return null
  return (
    <chakra.details fontSize="xs" mt="1">
      <chakra.summary color="attentionInk" cursor="pointer">
        {counted(failed.length, 'file')} could not be sent
      </chakra.summary>
      <chakra.ul listStyleType="none" color="muted" maxHeight="160px" overflowY="auto" tabIndex={0}>
        {failed.slice(0, maxFailed).map(({ path, message }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: files of one path may have been chosen
          <chakra.li key={`${path}-${at}`} wordBreak="break-word">
            {path}: {message}
          </chakra.li>
        ))}
        {failed.length > maxFailed && <li>and {number(failed.length - maxFailed)} more</li>}
      </chakra.ul>
    </chakra.details>
  )
}

const maxFailed = 100

/** What this browser was given and could not open: nobody else can say that it was there. */
function Unread({ unread: { count, paths } }: Pick<UploadState, 'unread'>): ReactElement | null {
  if (count === 0) return null
  return (
    <chakra.details fontSize="xs" mt="1" open>
      <chakra.summary color="attentionInk" cursor="pointer">
        {number(count)} could not be read by this browser, and {count === 1 ? 'was' : 'were'} not sent
      </chakra.summary>
      <chakra.ul listStyleType="none" color="muted" maxHeight="160px" overflowY="auto" tabIndex={0}>
        {paths.map((path, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: files of one path may have been chosen
          <chakra.li key={`${path}-${at}`} wordBreak="break-word">
            {path.endsWith('/') ? `${path} (a folder: nothing that is in it came)` : path}
          </chakra.li>
        ))}
        {count > paths.length && <li>and {number(count - paths.length)} more</li>}
      </chakra.ul>
    </chakra.details>
  )
}

/** The page was loaded anew, or another tab has sent it: the bytes are not at hand here. */
function Cut({
  upload,
  source,
  isOfOtherTab,
}: OwnProps & {
  /** Which may go on with it; whether it is still there is not known here. */
  readonly isOfOtherTab: boolean
}): ReactElement {
  const run = useUnit(dispatch)
  const { uploadKey, projectId, title, files, bytes, unread } = upload
  return (
    <Row
      name={title}
      below={`to ${source}`}
      actions={
        <Button
          size="sm"
          look="quiet"
          onClick={() => run(discardUpload({ uploadKey, projectId, uploadId: null }))}
        >
          Take off the list
        </Button>
      }
    >
      <Badge tone="attention" icon="pause">
        {isOfOtherTab ? 'Started in another tab' : 'Cut off'}: {counted(files, 'file')}, {fileSize(bytes)}
      </Badge>
      <chakra.p color="muted" fontSize="xs">
        {isOfOtherTab && 'It goes on in that tab alone. If that is closed, not all of this has arrived. '}
        {upload.replaces === null
          ? 'Choose the same for the same source again, and it goes on where it was cut: what arrived is not sent again.'
          : `${replacing} Replace that by the same file again, and it goes on where it was cut.`}
      </chakra.p>
      <Unread unread={unread} />
    </Row>
  )
}

const replacing = 'It is to take the place of an exception.'

/** Begun in an earlier session or another window: the same file, chosen again, goes on where it was cut. */
function LeftUpload({
  upload,
  projectId,
  source,
}: {
  readonly upload: Upload
  readonly projectId: number
  readonly source: string
}): ReactElement {
  const run = useUnit(dispatch)
  const { uploadId, fileName, size, received, by, own, replaces } = upload
  return (
    <Row
      name={fileName}
      below={`to ${source}`}
      actions={
        <Button
          size="sm"
          look="quiet"
          onClick={() => run(discardUpload({ uploadKey: uploadId, projectId, uploadId }))}
        >
          Discard
        </Button>
      }
    >
      <Badge tone="attention" icon="pause">
        Unfinished: {percent(received, size)} of {fileSize(size)}
      </Badge>
      <chakra.p color="muted" fontSize="xs">
        {replaces !== null && `${replacing} `}
        {own
          ? `${replaces === null ? 'Choose the same file for the same source again' : 'Replace that by the same file again'}, and it goes on where it was cut.`
          : `${by} sends it, or has left it: chosen again by them, it goes on where it was cut.`}
      </chakra.p>
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
