/** The calls of contracts/list-templates.ts. */
import * as contract from '#contracts/list-templates.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { deleteTemplate, saveTemplate, templates } from './templates.ts'

export const routes: readonly Route[] = [
  route(contract.listTemplates, (ctx) => templates(ctx)),
  route(contract.saveTemplate, (ctx, { body }) => saveTemplate(ctx, body)),
  route(contract.deleteTemplate, (ctx, { query }) => deleteTemplate(ctx, query)),
]
