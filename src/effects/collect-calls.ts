/** What effects of collection ask of the server, and what its answers become. */
import type { ParamsOf } from '#contracts/call.ts'
import {
  acceptExceptions,
  changeSource,
  collectFolder,
  createSource,
  deleteSource,
  discardUpload,
  exceptionCategoryNames,
  exceptionCodes,
  exceptionFigures as exceptionFiguresCall,
  exceptionResolutions,
  exceptionSeverities,
  exceptionSubjects,
  listExceptions,
  listServerRoots,
  listSourceFiles,
  listSources,
  listUploads,
  processSource,
  readServerFolder,
} from '#contracts/collect.ts'
import { listLeftOut } from '#contracts/left-out.ts'
import { createCustodian } from '#contracts/project.ts'
import {
  confirmUpload,
  failUpload,
  noteSettled,
  noteStopped,
  requestUnfinished,
} from '../commands/collect.ts'
import { answerSource, lookAt } from '../commands/collect-sources.ts'
import type { CommandInput } from '../commands/define.ts'
import { requestJobs, requestProgress } from '../commands/jobs.ts'
import { requestCustodians } from '../commands/project.ts'
import { addToast } from '../commands/toasts.ts'
import type {
  acceptAsked,
  acceptMatchingAsked,
  exceptionFiguresRequested,
  exceptionsRequested,
  leftOutRequested,
  uploadDiscarded,
} from '../events/catalog/collect.ts'
import type { lookAsked, sourceSaveAsked, sourceTold } from '../events/catalog/collect-sources.ts'
import type { PayloadOf } from '../events/define.ts'
import type { Envelope } from '../events/envelope.ts'
import { write } from '../stores/cache.ts'
import {
  begunUploads,
  type ExceptionFilter,
  exceptionFigures,
  exceptionFiguresKey,
  exceptions,
  exceptionsKey,
  leftOut,
  leftOutKey,
  lookKey,
  pickedFiles,
  serverFolders,
  serverRoots,
  sourceFiles,
  sources,
  type UploadState,
  unfinishedKey,
  unfinishedUploads,
  uploadProgress,
} from '../stores/collect.ts'
import type { Outcome, RequestContext } from './define.ts'
import { came } from './outcomes.ts'
import { uploadMany } from './upload-many.ts'

const sourcesAgain = (projectId: number): CommandInput => lookAt(projectId, { about: 'sources' })
const jobsAgain = (projectId: number): readonly CommandInput[] => [
  requestJobs({ projectId }),
  requestProgress({ projectId }),
]

const counted = (count: number, one: string): string =>
  `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`

/** One run for each time it is told to go: once it was stopped and told again, the earlier one has nothing to say. */
export async function sendUpload(
  { payload: { uploadKey }, commandId }: Envelope<{ uploadKey: string }>,
  ctx: RequestContext,
): Promise<Outcome> {
  const own = (): UploadState | undefined => {
    const upload = ctx.state().collect.uploads[uploadKey]
    return upload?.commandId === commandId ? upload : undefined
  }
  const upload = own()
  if (upload === undefined || upload.phase === 'finished') return {}
  const { projectId, sourceId, replaces, entry, title, unread } = upload
  const stopped = { commands: [noteStopped({ uploadKey }), requestUnfinished({ projectId })] }
  if (upload.phase !== 'sending') return stopped
  const picked = ctx.cached(pickedFiles, uploadKey) ?? []
  if ((picked.length === 0 && upload.files > 0) || sourceId === null) {
    const message = 'The files are no longer at hand: choose them again.'
    return { commands: [failUpload({ uploadKey, message })] }
  }
  const ended = await uploadMany({
    call: ctx.call,
    picked,
    projectId,
    sourceId,
    replaces,
    unread: unread.count,
    entry,
    commandId,
    tell: (course) => ctx.put(write(uploadProgress, commandId, course)),
    wait: ctx.rest,
    alone: ctx.alone,
    open: (uploadIds) => ctx.put(write(begunUploads, uploadKey, uploadIds)),
    stopped: () => own()?.phase !== 'sending',
  })
  if (ended === 'stopped') return own() === undefined ? {} : stopped
  const { sent, failed, jobId } = ended
  const [refused] = replaces === null ? [] : (ctx.cached(uploadProgress, commandId)?.failed ?? [])
  const message =
    refused === undefined
      ? [
          `${title}: ${counted(sent, 'file')} arrived`,
          failed > 0 ? `, ${counted(failed, 'file')} did not` : '',
          unread.count > 0 ? `, ${unread.count.toLocaleString('en-US')} could not be read here` : '',
          jobId === null ? '' : '; being processed',
        ].join('')
      : `${title}: ${refused.message}`
  return {
    commands: [
      confirmUpload({ uploadKey, ...ended }),
      addToast({ kind: failed + unread.count > 0 ? 'warning' : 'success', message }),
      sourcesAgain(projectId),
      requestUnfinished({ projectId }),
      ...jobsAgain(projectId),
      ...(replaces === null ? [] : [noteSettled({ projectId })]),
    ],
    // The bytes are of no use any more.
    cache: [write(pickedFiles, uploadKey, [])],
  }
}

/** Throws away what the server has of an upload in part: one file by its name there, or those that this tab has begun. */
export async function discard(
  { projectId, uploadKey, uploadId }: PayloadOf<typeof uploadDiscarded>,
  { call, cached }: RequestContext,
): Promise<Outcome> {
  const begun = new Set(uploadId === null ? cached(begunUploads, uploadKey) : [uploadId])
  const { data } = await call(listUploads, { projectId })
  for (const one of data.filter((known) => begun.has(known.uploadId)))
    await call(discardUpload, { projectId, params: { uploadId: one.uploadId } })
  return {
    commands: [requestUnfinished({ projectId }), sourcesAgain(projectId)],
    cache: [write(pickedFiles, uploadKey, []), write(begunUploads, uploadKey, [])],
  }
}

export async function readUnfinished(projectId: number, { call }: RequestContext): Promise<Outcome> {
  const { data } = await call(listUploads, { projectId })
  return came(unfinishedUploads, unfinishedKey(projectId), data)
}

const pageLimit = 200
const mostAtOnce = 500

/** Reads a list from its beginning as far as it is held, or the page after its end. */
async function onwards<R>(
  held: readonly R[],
  after: number | null,
  idOf: (row: R) => number,
  ask: (page: { after?: number; limit: number }) => Promise<{ data: R[]; totalCount: number }>,
): Promise<{ readonly rows: readonly R[]; readonly totalCount: number }> {
  if (after !== null) {
    const { data, totalCount } = await ask({ after, limit: pageLimit })
    return { rows: [...held.filter((row) => idOf(row) <= after), ...data], totalCount }
  }
  const wanted = Math.max(pageLimit, held.length)
  const rows: R[] = []
  for (;;) {
    const last = rows.at(-1)
    const limit = Math.min(mostAtOnce, wanted - rows.length)
    const { data, totalCount } = await ask({
      limit,
      ...(last === undefined ? {} : { after: idOf(last) }),
    })
    rows.push(...data)
    if (data.length < limit || rows.length >= wanted) return { rows, totalCount }
  }
}

export async function readExceptions(
  filter: PayloadOf<typeof exceptionsRequested>,
  { call, cached }: RequestContext,
): Promise<Outcome> {
  const { projectId } = filter
  const key = exceptionsKey(filter)
  const page = await onwards(
    cached(exceptions, key)?.rows ?? [],
    filter.after,
    ({ exceptionId }) => exceptionId,
    (place) => call(listExceptions, { projectId, query: { ...place, ...narrowingOf(filter) } }),
  )
  return came(exceptions, key, page)
}

/** Which exceptions are meant, as calls say it. */
function narrowingOf(filter: ExceptionFilter) {
  const { jobId, custodianId } = filter
  const about = exceptionSubjects.find((one) => one === filter.about)
  const category = exceptionCategoryNames.find((one) => one === filter.category)
  const code = exceptionCodes.find((one) => one === filter.code)
  const severity = exceptionSeverities.find((one) => one === filter.severity)
  const resolution = exceptionResolutions.find((one) => one === filter.resolution)
  return {
    ...(jobId === null ? {} : { jobId }),
    ...(about === undefined ? {} : { about }),
    ...(category === undefined ? {} : { category }),
    ...(code === undefined ? {} : { code }),
    ...(severity === undefined ? {} : { severity }),
    ...(custodianId === null ? {} : { custodianId }),
    ...(resolution === undefined ? {} : { resolution }),
  }
}

export async function readExceptionFigures(
  { projectId, jobId }: PayloadOf<typeof exceptionFiguresRequested>,
  { call }: RequestContext,
): Promise<Outcome> {
  const query = jobId === null ? {} : { jobId }
  const figures = await call(exceptionFiguresCall, { projectId, query })
  return came(exceptionFigures, exceptionFiguresKey(projectId, jobId), figures)
}

export async function readLeftOut(
  { projectId, kind, after }: PayloadOf<typeof leftOutRequested>,
  { call, cached }: RequestContext,
): Promise<Outcome> {
  const key = leftOutKey({ projectId, kind })
  let inBooks = 0
  const page = await onwards(
    cached(leftOut, key)?.rows ?? [],
    after,
    ({ leftOutId }) => leftOutId,
    async (place) => {
      const reply = await call(listLeftOut, { projectId, query: { ...place, kind } })
      inBooks = reply.inBooks
      return reply
    },
  )
  return came(leftOut, key, { ...page, inBooks })
}

export async function accept(
  { projectId, exceptionIds, note }: PayloadOf<typeof acceptAsked>,
  { call }: RequestContext,
): Promise<Outcome> {
  const { accepted } = await call(acceptExceptions, { projectId, body: { exceptionIds, note } })
  return saidAccepted(projectId, accepted)
}

export async function acceptMatching(
  { seen, note, ...filter }: PayloadOf<typeof acceptMatchingAsked>,
  { call }: RequestContext,
): Promise<Outcome> {
  const { projectId } = filter
  const matching = { ...narrowingOf(filter), seen }
  const { accepted } = await call(acceptExceptions, { projectId, body: { matching, note } })
  return saidAccepted(projectId, accepted)
}

function saidAccepted(projectId: number, accepted: number): Outcome {
  const message = `${counted(accepted, 'exception')} accepted`
  return { commands: [noteSettled({ projectId }), addToast({ kind: 'success', message })] }
}

/** Answers what was asked about sources, their files, and folders of the server. */
export async function answerTo(
  { projectId, question, after }: PayloadOf<typeof lookAsked>,
  { call, cached }: RequestContext,
): Promise<Outcome> {
  const key = lookKey(projectId, question)
  switch (question.about) {
    case 'sources':
      return came(sources, key, (await call(listSources, { projectId })).data)
    case 'files': {
      const params: ParamsOf<typeof listSourceFiles> = { sourceId: question.sourceId }
      const page = await onwards(
        cached(sourceFiles, key)?.rows ?? [],
        after,
        ({ sourceFileId }) => sourceFileId,
        (query) => call(listSourceFiles, { projectId, params, query }),
      )
      return came(sourceFiles, key, page)
    }
    case 'roots':
      return came(serverRoots, key, (await call(listServerRoots, { projectId })).data)
    case 'folder': {
      const { root, path } = question
      const body = { root, path }
      return came(
        serverFolders,
        key,
        await call(readServerFolder, { projectId, body, idempotencyKey: null, repeatable: true }),
      )
    }
  }
}

/** A custodian who is named is added first; one of the same name is the same. */
export async function saveSource(
  asked: PayloadOf<typeof sourceSaveAsked>,
  { call }: RequestContext,
): Promise<Outcome> {
  const { formKey, projectId, sourceId, custodian, name, autoProcess, autoPromote, version } = asked
  const custodianId =
    typeof custodian === 'number'
      ? custodian
      : (await call(createCustodian, { projectId, body: { name: custodian } })).custodianId
  const body = { name, custodianId, autoProcess, autoPromote }
  const kept =
    sourceId === null
      ? await call(createSource, { projectId, body })
      : await call(changeSource, { projectId, params: { sourceId }, body: { ...body, version } })
  return {
    commands: [
      sourcesAgain(projectId),
      requestCustodians({ projectId }),
      answerSource({ formKey, answer: kept.sourceId }),
    ],
  }
}

/** Does what a source was told. */
export async function carry(
  { projectId, sourceId, name, order }: PayloadOf<typeof sourceTold>,
  { call }: RequestContext,
): Promise<Outcome> {
  const params = { sourceId }
  const said = (message: string, kind: 'success' | 'info' = 'success') => ({
    commands: [addToast({ kind, message }), sourcesAgain(projectId), ...jobsAgain(projectId)],
  })
  switch (order.is) {
    case 'delete':
      await call(deleteSource, { projectId, params })
      return said(`${name}: the source is deleted`)
    case 'process': {
      const { jobId } = await call(processSource, { projectId, params, body: { ifAutomatic: false } })
      return jobId === null
        ? said(`${name}: nothing waits to be processed`, 'info')
        : said(`${name}: being processed, job ${jobId}`)
    }
    case 'collect': {
      const { root, path } = order
      const { jobId } = await call(collectFolder, { projectId, params, body: { root, path } })
      return said(`${name}: the folder is being copied, job ${jobId}`)
    }
  }
}
