/** The calls of contracts/list-templates.ts. */
import * as contract from '#contracts/list-templates.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { ownTemplates, putTemplate } from './templates.ts'

export const routes: readonly Route[] = [
  route(contract.listTemplates, (ctx) => ownTemplates(ctx)),
  route(contract.saveTemplate, (ctx, { body }) => putTemplate(ctx, body)),
]
