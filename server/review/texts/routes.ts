/** The calls of contracts/texts.ts. */
import * as texts from '#contracts/texts.ts'
import { notFound } from '../../platform/http/error.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { recordGiven } from '../documents/trail.ts'
import { requireReadable } from '../documents/visible.ts'
import { entryOf, sentencesOf, textsOf, unsureWords } from './texts.ts'

export const routes: readonly Route[] = [
  route(texts.getTextList, async (ctx, { query }) => {
    await requireReadable(ctx, query.documentId)
    const all = await textsOf(ctx.records.read, ctx.project.projectId, query.documentId)
    if (all === null) throw notFound('document')
    return { data: all.map(entryOf), totalCount: all.length }
  }),

  route(texts.getText, async (ctx, { query }) => {
    const { documentId, origin, language } = query
    await requireReadable(ctx, documentId)
    const all = await textsOf(ctx.records.read, ctx.project.projectId, documentId)
    if (all === null) throw notFound('document')
    const wanted = all.find(
      (one) => one.origin === origin && (language === undefined || one.language === language),
    )
    if (wanted === undefined) throw notFound('text')
    await recordGiven(ctx, 'document.textRead', documentId)
    const { madeOf: _madeOf, ...text } = wanted
    const unsure = await unsureWords(ctx.records.read, documentId, wanted)
    return { documentId, ...text, unsure, sentences: sentencesOf(all, wanted) }
  }),
]
