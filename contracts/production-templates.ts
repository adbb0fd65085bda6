/** Settings of productions that a project keeps under a name, beside the templates that are built in. */
import * as z from 'zod/mini'
import { call } from './call.ts'
import { id, idParam } from './ids.ts'
import { productionName } from './production-settings.ts'

/** Templates of a project. */
export const mostProductionTemplates = 50

export const productionTemplateName = call({
  name: 'productionTemplates.available',
  method: 'GET',
  path: '/project/avaliableProductionTemplateName',
  needs: 'production.manage',
  scope: 'project',
  query: z.strictObject({ name: productionName }),
  reply: z.object({ available: z.boolean() }),
  summary: 'Whether a template of productions can have this name: no other has it, ignoring case.',
})

export const saveProductionTemplate = call({
  name: 'productionTemplates.save',
  method: 'POST',
  path: '/job/prod/template',
  needs: 'production.manage',
  scope: 'project',
  idempotencyKey: 'required',
  body: z.strictObject({ productionId: id, name: productionName }),
  reply: z.object({ templateId: id }),
  summary:
    'Keep the settings of a production as a template of the project: all but what goes out and its first number. 409 where ' +
    'another template has the name.',
})

export const deleteProductionTemplate = call({
  name: 'productionTemplates.delete',
  method: 'DELETE',
  path: '/job/prod/template',
  needs: 'production.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  query: z.strictObject({ templateId: idParam }),
  reply: z.void(),
  summary: 'Delete a template of the project. Productions that began with it stay as they are.',
})
