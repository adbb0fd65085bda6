/** The calls of contracts/samples.ts. */
import * as contract from '#contracts/samples.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { documentsOfSet } from '../search/document-sets.ts'
import { deleteSample, drawSample, samples } from './samples.ts'

export const routes: readonly Route[] = [
  route(contract.listSamples, (ctx) => samples(ctx)),
  route(contract.populationOf, async (ctx, { body }) => ({
    population: (await documentsOfSet(ctx, body.set)).length,
  })),
  route(contract.drawSample, (ctx, { body }) => drawSample(ctx, body)),
  route(contract.deleteSample, (ctx, { query }) => deleteSample(ctx, query.sampleId)),
]
