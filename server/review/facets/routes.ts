/** The calls of contracts/facets.ts. */
import { readFacets } from '#contracts/facets.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { figures } from './figures.ts'

export const routes: readonly Route[] = [route(readFacets, (ctx, { body }) => figures(ctx, body))]
