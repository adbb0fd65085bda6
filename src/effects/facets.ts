/** Has documents counted. */
import type { BodyOf } from '#contracts/call.ts'
import { type FacetReply, readFacets } from '#contracts/facets.ts'
import { fieldsChosen } from '#contracts/filter.ts'
import { type FiguresQuestion, figuresAsked } from '../events/catalog/facets.ts'
import { withoutField } from '../events/filter/choice.ts'
import { searchOf } from '../events/filter/query.ts'
import { type Figures, figures, figuresKey } from '../stores/facets.ts'
import { effect, type RequestContext, readTimeout } from './define.ts'
import { came, missed } from './outcomes.ts'

/** While one types and ticks, nothing is asked. */
const quietMs = 200

type Asked = BodyOf<typeof readFacets>

/** What the server is asked: once for all, and once for each field of which something is chosen, without that choice. */
export function bodiesOf({
  stage,
  of,
  families,
  facets,
  histograms,
  matrix,
}: FiguresQuestion): readonly Asked[] {
  const chosen = new Set(fieldsChosen(of))
  const own = (field: string) => !families && chosen.has(field)
  const asked = { stage, query: searchOf(of, families), filter: of.filter }
  const one: Asked = {
    ...asked,
    facets: [
      ...facets.filter(({ field }) => !own(field)),
      ...(facets.some(({ field }) => field === familyField) ? [] : [{ field: familyField, most: 1 }]),
    ],
    histograms: histograms.filter(({ field }) => !own(field)),
    matrix,
  }
  const fields = [...facets, ...histograms].map(({ field }) => field).filter(own)
  const others = [...new Set(fields)].map((field): Asked => {
    const rest = withoutField(of, field)
    return {
      stage,
      query: searchOf(rest, families),
      filter: rest.filter,
      facets: facets.filter((facet) => facet.field === field),
      histograms: histograms.filter((histogram) => histogram.field === field),
      matrix: null,
    }
  })
  return [one, ...others]
}

/** Each document has one: its values are the families. */
const familyField = 'Family_Id'

export function figuresIn(replies: readonly FacetReply[]): Figures {
  const [all] = replies
  if (all === undefined) throw new Error('Nothing was asked.')
  const facets = Object.fromEntries(
    replies.flatMap((reply) => reply.facets).map((facet) => [facet.field, facet]),
  )
  const { values = [], others } = facets[familyField] ?? {}
  return {
    documents: all.documents,
    bytes: all.bytes,
    families: values.length + (others?.values ?? 0),
    facets,
    histograms: Object.fromEntries(
      replies.flatMap((reply) => reply.histograms).map((histogram) => [histogram.field, histogram]),
    ),
    matrix: all.matrix,
    reading: all.reading,
  }
}

async function figuresFor(question: FiguresQuestion, { call, rest }: RequestContext): Promise<Figures> {
  await rest(quietMs)
  const read = (body: Asked) =>
    call(readFacets, { body, idempotencyKey: null, repeatable: true, timeout: readTimeout })
  return figuresIn(await Promise.all(bodiesOf(question).map(read)))
}

const count = effect({
  name: 'facets.count',
  on: figuresAsked,
  strategy: 'latest',
  scope: 'project',
  retry: { times: 2, base: 300, cap: 5_000 },
  request: ({ payload: { question } }, ctx) => figuresFor(question, ctx),
  done: ({ payload: { question } }, found) => came(figures, figuresKey(question), found),
  fail: ({ payload: { question } }, failure) => missed(figuresKey(question), failure),
})

export const facetsEffects = [count]
