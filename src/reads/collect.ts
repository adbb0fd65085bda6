/** Sources and what came of them, folders of the server, and what of the material is no document of its own. */
import * as z from 'zod/mini'
import {
  type ExceptionRow,
  exceptionCategoryNames,
  exceptionCodes,
  exceptionFigures as exceptionFiguresCall,
  exceptionSeverities,
  exceptionSubjects,
  listExceptions,
  listServerRoots,
  listSourceFiles,
  listSources,
  listUploads,
  readServerFolder,
  resolutionFilters,
  type ServerFolder,
  type Source,
  type SourceFile,
  type Upload,
} from '#contracts/collect.ts'
import { type LeftOutRow, leftOutKinds, listLeftOut } from '#contracts/suppressed-items.ts'
import type { RequestContext } from '../effects/define.ts'
import { whichExceptions } from '../events/catalog/collect.ts'
import { type CacheWrite, createCache, write } from '../stores/cache.ts'
import { answersIn, questions, read } from './read.ts'

const retry = { times: 5, base: 500, cap: 8_000 } as const
const projectId = z.int()
/** Of a list the page after this row; null: from its beginning, as far as it is held. */
const after = z.nullable(z.int())

/** A list that is read page by page. */
interface Paged<R> {
  readonly rows: readonly R[]
  readonly totalCount: number
}

const pageLimit = 200
const maxAtOnce = 500

/** Reads a list from its beginning as far as it is held, or the page after its end. */
async function onwards<R>(
  held: readonly R[],
  after: number | null,
  idOf: (row: R) => number,
  ask: (page: { after?: number; limit: number }) => Promise<{ data: R[]; totalCount: number }>,
): Promise<Paged<R>> {
  if (after !== null) {
    const { data, totalCount } = await ask({ after, limit: pageLimit })
    return { rows: [...held.filter((row) => idOf(row) <= after), ...data], totalCount }
  }
  const wanted = Math.max(pageLimit, held.length)
  const rows: R[] = []
  for (;;) {
    const last = rows.at(-1)
    const limit = Math.min(maxAtOnce, wanted - rows.length)
    const { data, totalCount } = await ask({
      limit,
      ...(last === undefined ? {} : { after: idOf(last) }),
    })
    rows.push(...data)
    if (data.length < limit || rows.length >= wanted) return { rows, totalCount }
  }
}

const question = z.discriminatedUnion('about', [
  z.strictObject({ about: z.literal('sources') }),
  z.strictObject({ about: z.literal('files'), sourceId: z.int() }),
  z.strictObject({ about: z.literal('roots') }),
  z.strictObject({ about: z.literal('folder'), root: z.int(), path: z.array(z.string()) }),
])
const look = z.strictObject({ projectId, question, after })
type Look = z.infer<typeof look>

/** The look at a list from its beginning, or at what is no list. */
export const lookAt = (projectId: number, question: Look['question']): Look => ({
  projectId,
  question,
  after: null,
})

const sourcesHeld = createCache<readonly Source[]>('collect.sources', 20, 'account')
const filesHeld = createCache<Paged<SourceFile>>('collect.sourceFiles', 20, 'account')
const rootsHeld = createCache<readonly { readonly root: number; readonly name: string }[]>(
  'collect.serverRoots',
  20,
  'account',
)
const foldersHeld = createCache<ServerFolder>('collect.serverFolders', 50, 'account')

async function answerOf(
  { projectId, question, after }: Look,
  { call, cached }: RequestContext,
): Promise<CacheWrite> {
  const key = looks.key(lookAt(projectId, question))
  switch (question.about) {
    case 'sources':
      return write(sourcesHeld, key, (await call(listSources, { projectId })).data)
    case 'files': {
      const params = { sourceId: question.sourceId }
      const page = await onwards(
        cached(filesHeld, key)?.rows ?? [],
        after,
        ({ sourceFileId }) => sourceFileId,
        (query) => call(listSourceFiles, { projectId, params, query }),
      )
      return write(filesHeld, key, page)
    }
    case 'roots':
      return write(rootsHeld, key, (await call(listServerRoots, { projectId })).data)
    case 'folder': {
      const { root, path } = question
      const body = { root, path }
      const asked = { projectId, body, idempotencyKey: null, repeatable: true } as const
      return write(foldersHeld, key, await call(readServerFolder, asked))
    }
  }
}

export const looks = questions({
  name: 'collect.look',
  event: 'collect.lookAsked',
  label: ({ question }) => `Look up ${question.about}`,
  log: 'account',
  payload: look,
  of: ({ projectId, question }) => ({ projectId, question }),
  // A folder that was left is not waited for when another is opened.
  lane: ({ projectId, question }) => `project:${projectId}:${question.about}`,
  ask: async (asked, ctx) => [await answerOf(asked, ctx)],
})

/** By what a question is about: where its answers are. */
export const lookedAt = {
  sources: answersIn(looks, sourcesHeld),
  files: answersIn(looks, filesHeld),
  roots: answersIn(looks, rootsHeld),
  folder: answersIn(looks, foldersHeld),
} as const

export const unfinishedUploads = read({
  name: 'collect.unfinished',
  label: 'Look up unfinished uploads',
  log: 'account',
  payload: z.strictObject({ projectId }),
  lane: ({ projectId }) => `project:${projectId}:uploads`,
  retry,
  ask: async ({ projectId }, { call }): Promise<readonly Upload[]> =>
    (await call(listUploads, { projectId })).data,
})

const exceptionFilter = z.strictObject(whichExceptions)
export type ExceptionFilter = z.infer<typeof exceptionFilter>

/** Which exceptions are meant, as calls say it. */
export function narrowingOf(filter: ExceptionFilter) {
  const { jobId, custodianId } = filter
  const about = exceptionSubjects.find((one) => one === filter.about)
  const category = exceptionCategoryNames.find((one) => one === filter.category)
  const code = exceptionCodes.find((one) => one === filter.code)
  const severity = exceptionSeverities.find((one) => one === filter.severity)
  const resolution = resolutionFilters.find((one) => one === filter.resolution)
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

export const exceptions = read({
  name: 'collect.exceptions',
  version: 4,
  upcasts: [
    (first) => ({ ...Object(first), code: null, resolution: null }),
    // Version 2 knew neither kinds of trouble nor whose it is.
    (second) => ({ ...Object(second), category: null, custodianId: null }),
    (third) => ({ ...Object(third), about: null, severity: null }),
  ],
  label: 'Look up exceptions',
  log: 'account',
  payload: z.strictObject({ ...whichExceptions, after }),
  of: ({ after: _, ...filter }) => filter,
  lane: ({ projectId }) => `project:${projectId}:exceptions`,
  limit: 40,
  retry,
  ask: (asked, { call, cached }): Promise<Paged<ExceptionRow>> =>
    onwards(
      cached(exceptions.cache, exceptions.key(asked))?.rows ?? [],
      asked.after,
      ({ exceptionId }) => exceptionId,
      (place) =>
        call(listExceptions, { projectId: asked.projectId, query: { ...place, ...narrowingOf(asked) } }),
    ),
})

/** How many there are, of a project or of one job. */
export const exceptionFigures = read({
  name: 'collect.exceptionFigures',
  label: 'Count the exceptions',
  log: 'account',
  payload: z.strictObject({ projectId, jobId: z.nullable(z.int()) }),
  lane: ({ projectId }) => `project:${projectId}:exceptionFigures`,
  retry,
  ask: ({ projectId, jobId }, { call }) =>
    call(exceptionFiguresCall, { projectId, query: jobId === null ? {} : { jobId } }),
})

export const leftOut = read({
  name: 'collect.leftOut',
  label: 'Look up suppressed items',
  log: 'account',
  payload: z.strictObject({ projectId, kind: z.enum(leftOutKinds), after }),
  of: ({ projectId, kind }) => ({ projectId, kind }),
  lane: ({ projectId }) => `project:${projectId}:left-out`,
  retry,
  ask: async (asked, { call, cached }): Promise<Paged<LeftOutRow> & { readonly reconciled: number }> => {
    const { projectId, kind } = asked
    let reconciled = 0
    const page = await onwards(
      cached(leftOut.cache, leftOut.key(asked))?.rows ?? [],
      asked.after,
      ({ leftOutId }) => leftOutId,
      async (place) => {
        const reply = await call(listLeftOut, { projectId, query: { ...place, kind } })
        reconciled = reply.reconciled
        return reply
      },
    )
    return { ...page, reconciled }
  },
})
