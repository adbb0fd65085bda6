/** The calls of contracts/productions.ts, production-checks.ts and production-volumes.ts. */
import { extractedText, filesByProject } from '#contracts/pages.ts'
import * as pages from '#contracts/produced-pages.ts'
import * as checks from '#contracts/production-checks.ts'
import * as comparison from '#contracts/production-comparison.ts'
import * as preview from '#contracts/production-preview.ts'
import * as sample from '#contracts/production-sample.ts'
import * as templates from '#contracts/production-templates.ts'
import * as volumes from '#contracts/production-volumes.ts'
import * as contract from '#contracts/productions.ts'
import { verifyUpload } from '#contracts/verify-upload.ts'
import { type Route, route } from '../platform/http/route.ts'
import { accept, validate, validationOf } from './checks/validate.ts'
import { compare, comparedPage } from './compare/compare.ts'
import { sendComparison } from './compare/file.ts'
import { pagesOfNumber } from './fields/page-numbers.ts'
import { keepSlipSheet } from './making/slip-sheet-upload.ts'
import { verify } from './making/verify-upload.ts'
import { familiesOfSet, typesOfSet } from './planning/about-set.ts'
import { previewOf, sendPreviewPage } from './preview/preview.ts'
import { beginWith, sortableFields } from './record/begin-with.ts'
import { plannedDocuments } from './record/planned.ts'
import { prefixOf } from './record/ranges.ts'
import { productionOf, productionsOf, storedProduction } from './record/stored.ts'
import { deleteTemplate, saveTemplate, templateNameTaken } from './record/templates.ts'
import { beginProduction, changeProduction, nameTaken, reserve } from './record/write.ts'
import { run } from './running/begin.ts'
import { deliver, rollback, slip } from './running/ends.ts'
import { drawSample, look, sampleOf } from './sample/sample.ts'
import { imageTypes } from './viewing/image-types.ts'
import { pagesOf, sendPage } from './viewing/pages.ts'
import { receivedPagesOf, sendReceived } from './viewing/received.ts'
import { productionsOfDocument } from './viewing/where.ts'
import { download } from './volumes/download.ts'
import { downloadsOf } from './volumes/downloads.ts'
import { qualityOf } from './volumes/quality.ts'
import { volumesOf } from './volumes/stored-volumes.ts'

export const routes: readonly Route[] = [
  route(contract.productionNames, async (ctx) => {
    const all = await productionsOf(ctx.records.read, ctx.project.projectId, null)
    const data = all.map(({ productionId, name, state }) => ({ productionId, name, state }))
    return { data, totalCount: data.length }
  }),
  route(contract.listProductions, async (ctx) => {
    const data = await productionsOf(ctx.records.read, ctx.project.projectId, null)
    return { data, totalCount: data.length }
  }),
  route(contract.productionExists, async (ctx, { query }) => ({
    exists: (await nameTaken(ctx.records.read, ctx.project.projectId, query.name)) !== null,
  })),
  route(
    contract.prefixNumbers,
    async (ctx, { query: { prefix } }) =>
      (await prefixOf(ctx.records.read, ctx.project.projectId, prefix)) ?? {
        ...{ prefix, digits: null, next: 1, taken: [] },
      },
  ),
  route(contract.reserveNumbers, (ctx, { body }) => reserve(ctx, body)),
  route(contract.insertProduction, (ctx, { body }) => beginProduction(ctx, body)),
  route(contract.getSettings, async (ctx, { query: { productionId } }) => ({
    production: await productionOf(ctx, productionId),
    settings: (await storedProduction(ctx.records.read, ctx.project.projectId, productionId)).settings,
  })),
  route(contract.updateSettings, (ctx, { body }) => changeProduction(ctx, body)),
  route(contract.initStuff, (ctx) => beginWith(ctx)),
  route(contract.sortFields, (ctx) => sortableFields(ctx)),
  route(contract.requiredDocuments, (ctx, { body }) => familiesOfSet(ctx, body)),
  route(contract.applicationTypes, (ctx, { body }) => typesOfSet(ctx, body)),
  route(contract.uploadSlipSheet, (ctx, { query, body }) => keepSlipSheet(ctx, query.name, body)),
  route(verifyUpload, (ctx, { body }) => verify(ctx, body)),
  route(templates.productionTemplateName, async (ctx, { query: { name } }) => ({
    available: !(await templateNameTaken(ctx.records.read, ctx.project.projectId, name)),
  })),
  route(templates.saveProductionTemplate, (ctx, { body }) => saveTemplate(ctx, body)),
  route(templates.deleteProductionTemplate, (ctx, { query }) => deleteTemplate(ctx, query.templateId)),
  route(preview.previewDocument, (ctx, { query }) => previewOf(ctx, query)),
  route(preview.previewPage, (ctx, { query, raw, reply }) => sendPreviewPage(ctx, query, raw, reply)),
  route(contract.productionDocuments, (ctx, { query }) => plannedDocuments(ctx, query)),
  route(checks.validateProduction, (ctx, { body }) => validate(ctx, body)),
  route(checks.getValidation, (ctx, { query }) => validationOf(ctx, ctx.records.read, query.productionId)),
  route(checks.acceptWarning, (ctx, { body }) => accept(ctx, body)),
  route(contract.runProduction, (ctx, { body }) => run(ctx, body)),
  route(contract.slipFailed, (ctx, { body }) => slip(ctx, body)),
  route(contract.rollbackProduction, (ctx, { body }) => rollback(ctx, body)),
  route(contract.deliverProduction, (ctx, { body }) => deliver(ctx, body.productionId)),
  route(volumes.listVolumes, async (ctx, { query: { productionId } }) => {
    const { read } = ctx.records
    const data = await volumesOf(read, await storedProduction(read, ctx.project.projectId, productionId))
    return { data, totalCount: data.length }
  }),
  route(filesByProject, async (ctx, { query }) => {
    const images = await imageTypes(ctx, query.documentId ?? null)
    return {
      images: { data: images, totalCount: images.length },
      texts: { data: [extractedText], totalCount: 1 },
    }
  }),
  route(pages.documentProductions, async (ctx, { query: { documentId } }) => {
    const data = await productionsOfDocument(ctx, documentId)
    return { data, totalCount: data.length }
  }),
  route(pages.getProducedPages, (ctx, { query }) => pagesOf(ctx, query)),
  route(pages.producedPageBytes, (ctx, { params, raw, reply }) => sendPage(ctx, params, raw, reply)),
  route(comparison.compareProductions, (ctx, { query }) => compare(ctx, query)),
  route(comparison.comparedDocuments, (ctx, { query }) => comparedPage(ctx, query)),
  route(comparison.comparisonFile, (ctx, { query, reply }) => sendComparison(ctx, query, reply)),
  route(volumes.downloadVolume, (ctx, { query, raw, reply }) => download(ctx, query, raw, reply)),
  route(volumes.getQuality, async (ctx, { query: { productionId } }) =>
    qualityOf(ctx, await storedProduction(ctx.records.read, ctx.project.projectId, productionId)),
  ),
  route(volumes.listDownloads, async (ctx, { query: { productionId } }) => {
    await storedProduction(ctx.records.read, ctx.project.projectId, productionId)
    return await downloadsOf(ctx, 'production', productionId)
  }),
  route(sample.getProductionSample, (ctx, { query }) => sampleOf(ctx, query.productionId)),
  route(sample.drawProductionSample, (ctx, { body }) => drawSample(ctx, body)),
  route(sample.lookAtSampled, (ctx, { body }) => look(ctx, body)),
  route(pages.pagesOfNumber, async (ctx, { query: { number } }) => {
    const data = await pagesOfNumber(ctx.records.read, ctx.project.projectId, number)
    return { data, totalCount: data.length }
  }),
  route(pages.getReceivedPages, (ctx, { query }) => receivedPagesOf(ctx, query.documentId)),
  route(pages.receivedPageBytes, (ctx, { params, raw, reply }) => sendReceived(ctx, params, raw, reply)),
]
