/** The calls of contracts/coding.ts, but for the save (coding-saves). */
import * as coding from '#contracts/coding.ts'
import * as builder from '#contracts/form-builder.ts'
import * as drafts from '#contracts/form-drafts.ts'
import { requireForms } from '../../organization/project/features.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { notFound } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Writer } from '../../platform/records/records.ts'
import { listForms, readForm, type StoredForm, sectionsOf } from '../coding-values/form-queries.ts'
import { valuesOf } from '../coding-values/values.ts'
import { isInReview } from '../documents/visible.ts'
import { changeOf, seenForm } from './asked.ts'
import { formFindings } from './form-check.ts'
import { formVersion, formVersions } from './form-versions.ts'
import { addForm, checkDraft, patchForm, removeForm, replaceForm } from './forms.ts'
import { managedForms } from './managed-forms.ts'

export const routes: readonly Route[] = [
  route(coding.listForms, async (ctx, { query }) => {
    const { read } = ctx.records
    const forms = await listForms(read, ctx.project.projectId)
    if (query.basicInfoOnly === 'true') return { data: forms, totalCount: forms.length }
    const sections = await sectionsOf(
      read,
      forms.map((form) => form.coding_form_id),
    )
    const data = forms.map((form) => ({ ...form, sections: sections.get(form.coding_form_id) ?? [] }))
    return { data, totalCount: data.length }
  }),

  route(coding.getForm, (ctx, { params }) => formOr404(ctx, params.id)),

  route(drafts.createForm, async (ctx, { body }) => {
    const { id } = await building(ctx, async (trx) => ({ id: await addForm(trx, changeOf(ctx), body) }))
    return formOr404(ctx, id)
  }),

  route(drafts.putForm, async (ctx, { params, body }) => {
    const seen = ctx.ifMatch === null ? null : seenForm(ctx, params.id)
    await building(ctx, (trx) => replaceForm(trx, changeOf(ctx), params.id, body, seen))
    // A choice with a new name is found by it.
    ctx.search.wake()
    return formOr404(ctx, params.id)
  }),

  route(drafts.patchForm, (ctx, { params, body }) =>
    building(ctx, (trx) => patchForm(trx, changeOf(ctx), params.id, body)),
  ),

  route(drafts.deleteForm, async (ctx, { params }) => {
    await building(ctx, (trx) => removeForm(trx, changeOf(ctx), params.id))
  }),

  route(builder.listManagedForms, async (ctx) => {
    const data = await managedForms(ctx.records.read, ctx.project.projectId)
    return { data, totalCount: data.length }
  }),

  route(builder.listFormVersions, async (ctx, { params }) => {
    const data = await formVersions(ctx.records.read, ctx.project.projectId, params.id)
    return { data, totalCount: data.length }
  }),

  route(builder.getFormVersion, (ctx, { params }) =>
    formVersion(ctx.records.read, ctx.project.projectId, params.id, params.version),
  ),

  route(builder.checkForm, async (ctx, { params, body }) => {
    checkDraft(body)
    const { projectId } = ctx.project
    return { findings: await formFindings(ctx.records.read, projectId, params.id, body) }
  }),

  route(coding.readCoding, async (ctx, { query }) => {
    const { projectId } = ctx.project
    if (!(await isInReview(ctx.records.read, projectId, query.documentId))) throw notFound('document')
    const data = await valuesOf(ctx.records.read, projectId, query.documentId)
    return { data, totalCount: data.length }
  }),
]

/** Changes forms, in a project that is coded with them; saves do not share its transaction. */
const building = <T>(ctx: ProjectContext, work: (trx: Writer) => Promise<T>): Promise<T> =>
  idempotent(
    ctx,
    async (trx) => {
      await requireForms(trx, ctx.project.projectId)
      return await work(trx)
    },
    { alone: true },
  )

async function formOr404(ctx: ProjectContext, formId: number): Promise<StoredForm> {
  const form = await readForm(ctx.records.read, ctx.project.projectId, formId)
  if (form === null) throw notFound('coding form')
  return form
}
