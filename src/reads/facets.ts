/** Figures of documents, as the server counts them. */
import * as z from 'zod/mini'
import type { BodyOf } from '#contracts/call.ts'
import { listFilter, listViewer, searchQuery } from '#contracts/documents.ts'
import { type Facet, type FacetReply, type Histogram, type Matrix, readFacets } from '#contracts/facets.ts'
import { chosenDocuments, fieldsChosen } from '#contracts/filter.ts'
import { type Field, fieldTypes, listFields } from '#contracts/project.ts'
import type { Stage } from '#contracts/stages.ts'
import { readTimeout } from '../effects/define.ts'
import { withoutField } from '../events/filter/choice.ts'
import { searchOf } from '../events/filter/query.ts'
import { read, withoutTab } from './read.ts'

/** While one types and ticks, nothing is asked. */
const quietMs = 200

const stages = ['review', 'processing'] as const satisfies readonly Stage[]
const binnings = ['month', 'year', 'powers'] as const satisfies readonly Histogram['by'][]

const figuresQuestion = z.strictObject({
  stage: z.enum(stages),
  of: chosenDocuments,
  /** The families of what is found are counted too; then all figures are of exactly these documents. */
  families: z.boolean(),
  facets: z.array(z.strictObject({ field: z.string(), most: z.int() })),
  histograms: z.array(z.strictObject({ field: z.string(), by: z.enum(binnings) })),
  matrix: z.nullable(z.strictObject({ pivotOn: z.string(), groupBy: z.string(), most: z.int() })),
})
export type FiguresQuestion = z.infer<typeof figuresQuestion>

export interface Figures {
  readonly documents: number
  readonly bytes: number
  /** Families with at least one of these documents. */
  readonly families: number
  /** By field. A field's own figures leave out what is chosen of it, so that more of it can be chosen (see `families`). */
  readonly facets: Readonly<Record<string, Facet>>
  readonly histograms: Readonly<Record<string, Histogram>>
  readonly matrix: Matrix | null
  /** How query and choice were read, as one query. */
  readonly reading: string
}

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

/** `place`: where on the screen they show; what is asked there next takes their place. */
export const figures = read({
  name: 'facets.count',
  event: 'facets.asked',
  ...withoutTab,
  label: 'Count documents',
  log: 'project',
  payload: z.strictObject({ place: z.string(), question: figuresQuestion }),
  of: ({ question }) => question,
  lane: ({ place }) => `facets:${place}`,
  limit: 60,
  ask: async ({ question }, { call, rest }) => {
    await rest(quietMs)
    const counted = (body: Asked) =>
      call(readFacets, { body, idempotencyKey: null, repeatable: true, timeout: readTimeout })
    return figuresIn(await Promise.all(bodiesOf(question).map(counted)))
  },
})

/** How many values of a field are listed beside a result. */
const mostBeside = 200

export interface FieldFigures {
  readonly facet: Facet | null
  readonly histogram: Histogram | null
}

/** The figures of one field beside a list; a field's next question takes the place of the one before. */
export const fieldBeside = read({
  name: 'facets.besideList',
  event: 'facets.besideListAsked',
  label: ({ field }) => `Count the result by ${field}`,
  log: 'project',
  payload: z.strictObject({
    field: z.string(),
    as: z.enum(['values', 'months']),
    query: searchQuery,
    shown: z.strictObject({ viewer: listViewer, filter: listFilter }),
  }),
  lane: ({ field }) => `facets.beside:${field}`,
  limit: 60,
  ask: async ({ field, as, query, shown }, { call, rest }): Promise<FieldFigures> => {
    await rest(quietMs)
    const { facets, histograms } = await call(readFacets, {
      body: {
        ...{ stage: 'review', query, filter: null, shown, matrix: null },
        facets: as === 'values' ? [{ field, most: mostBeside }] : [],
        histograms: as === 'months' ? [{ field, by: 'month' }] : [],
      },
      ...{ idempotencyKey: null, repeatable: true, timeout: readTimeout },
    })
    return { facet: facets[0] ?? null, histogram: histograms[0] ?? null }
  },
})

const choiceTypes: ReadonlySet<number> = new Set([
  fieldTypes.boolean,
  fieldTypes.singleChoice,
  fieldTypes.multipleChoice,
])

/** The fields by which a result can be counted beside a list: the product's, and the project's own that hold choices. */
export const fieldsBeside = read({
  name: 'facets.fieldsBesideList',
  label: 'Look up the fields to count by',
  log: 'project',
  payload: z.strictObject({}),
  strategy: 'first',
  limit: 1,
  ask: async (_, { call }): Promise<readonly Field[]> =>
    (await call(listFields)).data.filter(
      ({ kind, typeId, searchable }) => searchable && (kind === 'metadata' || choiceTypes.has(typeId)),
    ),
})
