/** The calls of contracts/fields.ts and contracts/excluded-fields.ts, and all fields of a project. */
import { hasOptions, kindOf, textLimits } from '#contracts/coding-values.ts'
import { getExcludedFields, putExcludedFields } from '#contracts/excluded-fields.ts'
import * as fields from '#contracts/fields.ts'
import { type Field, fieldTypes, listFields as listFieldsCall } from '#contracts/project.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Writer } from '../../platform/records/records.ts'
import { changeOf, versionsIn } from '../coding/asked.ts'
import { figures } from '../facets/figures.ts'
import { addField, addValue, removeField, replaceField } from './custom.ts'
import { changeExcludedFields, excludedFieldsOf } from './excluded-fields.ts'
import { customField, listCustomFields } from './list.ts'
import { listFields } from './project-fields.ts'
import { setValue } from './set.ts'

const all = { queryString: '', includeFamily: false, objectId: null, type: null }

export const routes: readonly Route[] = [
  route(listFieldsCall, async (ctx) => {
    const data = await listFields(ctx.records.read, ctx.project.projectId, ctx.project.view === null)
    return { data, totalCount: data.length }
  }),
  route(getExcludedFields, (ctx) => excludedFieldsOf(ctx.records.read, ctx.project.projectId)),
  route(putExcludedFields, (ctx, { body }) => changeExcludedFields(ctx, body)),

  route(fields.listFieldTypes, async () => {
    const data = Object.values(fieldTypes).map((typeId) => ({
      typeId,
      name: fields.editorTypeOf[typeId],
      hasChoices: hasOptions(kindOf({ field_type_id: typeId })),
      multiValue: typeId === fieldTypes.multipleChoice,
      longest: textLimits[typeId] ?? null,
    }))
    return { data, totalCount: data.length }
  }),

  route(fields.listCustomFields, async (ctx) => {
    const data = await listCustomFields(ctx.records.read, ctx.project.projectId)
    return { data, totalCount: data.length }
  }),

  route(fields.createField, (ctx, { body }) => changed(ctx, (trx) => addField(trx, changeOf(ctx), body))),

  route(fields.changeField, (ctx, { params, body }) =>
    changed(ctx, (trx) => replaceField(trx, changeOf(ctx), params.fieldId, body)),
  ),

  route(fields.addFieldValue, (ctx, { params, body }) =>
    changed(ctx, (trx) => addValue(trx, changeOf(ctx), params.fieldId, body)),
  ),

  route(fields.deleteField, async (ctx, { params }) => {
    await idempotent(ctx, (trx) => removeField(trx, changeOf(ctx), params.fieldId))
  }),

  route(fields.listMultiValueFields, async (ctx) => {
    const all = await listFields(ctx.records.read, ctx.project.projectId, ctx.project.view === null)
    const data = all.filter(({ multiValue }) => multiValue)
    return { data, totalCount: data.length }
  }),

  route(fields.searchFields, async (ctx, { body }) => {
    const found = named(
      await listFields(ctx.records.read, ctx.project.projectId, ctx.project.view === null),
      body.text,
    )
    return { data: found.slice(0, body.most), totalCount: found.length }
  }),

  route(fields.countByField, async (ctx, { body }) => {
    const found = await figures(ctx, {
      stage: 'review',
      query: body.query ?? all,
      filter: null,
      facets: [{ field: body.field, most: body.most }],
      histograms: [],
      matrix: null,
    })
    const [facet] = found.facets
    if (facet === undefined) throw new Error(`The figures say nothing of ${body.field}.`)
    return {
      field: facet.field,
      documents: found.documents - facet.none.documents,
      none: facet.none.documents,
      values: facet.values.map(({ value, documents }) => ({ value, documents })),
      others: facet.others.values,
    }
  }),

  route(fields.setCustomField, async (ctx, { body }) => {
    const seen = versionsIn(ctx, fields.setCustomField)
    const saved = await idempotent(ctx, (trx) => setValue(trx, ctx, body, seen))
    ctx.search.wake()
    return saved
  }),
]

/** Changes a field and answers it as it is then. */
async function changed(ctx: ProjectContext, work: (trx: Writer) => Promise<number>) {
  const { fieldId } = await idempotent(ctx, async (trx) => ({ fieldId: await work(trx) }))
  // A choice with a new name is found by it.
  ctx.search.wake()
  return customField(ctx.records.read, ctx.project.projectId, fieldId)
}

/** Fields by a part of what they are called, to people or in a query; those that begin so first. */
function named(fields: readonly Field[], text: string): readonly Field[] {
  const wanted = text.trim().toLowerCase()
  const placeOf = ({ name, displayName }: Field): number => {
    const places = [name, displayName].map((one) => one.toLowerCase().indexOf(wanted)).filter((at) => at >= 0)
    return places.length === 0 ? -1 : Math.min(1, ...places)
  }
  return fields
    .map((field) => ({ field, place: placeOf(field) }))
    .filter(({ place }) => place >= 0)
    .sort((a, b) => a.place - b.place || a.field.displayName.localeCompare(b.field.displayName, 'en'))
    .map(({ field }) => field)
}
