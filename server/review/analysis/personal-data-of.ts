/** Where personal data stands in the texts of a document: looked for when somebody asks, and kept nowhere. */
import type { PersonalDataFound } from '#contracts/analysis.ts'
import { searchedOrigins, type TextOrigin } from '#contracts/texts.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { ChildFault } from '../../platform/jobs/child.ts'
import { recordGiven } from '../documents/trail.ts'
import { requireReadable } from '../documents/visible.ts'
import { textsOf } from '../texts/texts.ts'
import { type Places, parsePlaces, type Task } from './protocol.ts'

const workerModule = new URL('./worker.ts', import.meta.url)

/** 404 where the project has none of this id. Translations and summaries are others' words. */
export async function personalDataOf(ctx: ProjectContext, documentId: number): Promise<PersonalDataFound> {
  await requireReadable(ctx, documentId)
  const all = await textsOf(ctx.records.read, ctx.project.projectId, documentId)
  if (all === null) throw notFound('document')
  await recordGiven(ctx, 'document.personalDataRead', documentId)
  const searched: readonly TextOrigin[] = ['extracted', ...searchedOrigins]
  const own = all.filter(({ origin }) => searched.includes(origin))
  const { data, totalCount } = await placesIn(
    ctx,
    own.map(({ text }) => text),
  )
  return {
    documentId,
    data: data.flatMap(({ id, ...place }) => {
      const text = own[id]
      return text === undefined ? [] : [{ origin: text.origin, language: text.language, ...place }]
    }),
    totalCount,
  }
}

/** A child looks: a text may be made to keep whoever reads it busy. */
async function placesIn(ctx: ProjectContext, texts: readonly string[]): Promise<Places> {
  if (texts.length === 0) return { data: [], totalCount: 0 }
  const task: Task = { what: 'places', texts: texts.map((text, id) => ({ id, text })) }
  try {
    return parsePlaces(await ctx.children.run(workerModule, task, { signal: ctx.signal }))
  } catch (error) {
    ctx.signal.throwIfAborted()
    if (error instanceof ChildFault)
      throw new ApiError('unavailable', 'PII could not be searched for in this text.')
    throw error
  }
}
