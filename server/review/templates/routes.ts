/** The calls of contracts/templates.ts. */
import * as contract from '#contracts/templates.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { filterTemplates } from './filters.ts'
import { deleteTemplate, headingOf, saveTemplate } from './templates.ts'

export const routes: readonly Route[] = [
  route(contract.listTemplates, (ctx) => filterTemplates(ctx)),
  route(contract.saveTemplate, (ctx, { body }) => saveTemplate(ctx, body)),
  route(contract.deleteTemplate, (ctx, { query }) => deleteTemplate(ctx, query.templateId)),
  route(contract.checkFilterName, async (ctx, { body }) => {
    const takenBy = await headingOf(ctx, 'filter', body.name)
    return { available: takenBy === null, takenBy }
  }),
]
