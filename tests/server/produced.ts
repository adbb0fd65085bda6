/** Productions of a test's project, from their settings to the volumes that are handed over. */
import { expect } from 'vitest'
import type { BodyOf } from '#contracts/call.ts'
import { getPages, getPageTexts } from '#contracts/pages.ts'
import { acceptWarning, validateProduction } from '#contracts/production-checks.ts'
import type { ProductionSettings } from '#contracts/production-settings.ts'
import { downloadVolume, listVolumes } from '#contracts/production-volumes.ts'
import * as contract from '#contracts/productions.ts'
import { saveCells } from '#contracts/redacted-cells.ts'
import { saveMarkup } from '#contracts/redactions.ts'
import { importPath, settledJob } from '#server/intake/import/import-path.ts'
import type { TestServer, TestUser } from './harness.ts'

interface Place {
  readonly server: TestServer
  readonly user: TestUser
  readonly project: number
}

let sent = 0
const key = () => `produced-command-${sent++}`

/** Of somebody who manages the project. */
export function productionsOf({ server, user, project }: Place) {
  /** Imports a file; answers the id of what it is itself. */
  const imported = async (path: string, custodian = 'Reyes'): Promise<number> => {
    const { jobId } = await importPath(server.services, { path, projectId: project, custodian })
    await settledJob(server.services, jobId)
    const { id } = await server.services.records.read
      .selectFrom('document')
      .select((eb) => eb.fn.max('document_id').as('id'))
      .where('parent_id', 'is', null)
      .where('project_id', '=', project)
      .executeTakeFirstOrThrow()
    return Number(id)
  }

  /** What a new production begins with by a template. */
  const template = async (name: string): Promise<ProductionSettings> => {
    const { data } = await server.call(user, contract.initStuff, { project })
    const found = data.templates.find((one) => one.name === name)
    if (found === undefined) throw new Error(`There is no template ${name}.`)
    return found.settings
  }

  /** Prepared and checked, each warning accepted, and its job begun. */
  const begin = async (name: string, settings: ProductionSettings) => {
    const made = await server.call(user, contract.insertProduction, {
      ...{ project, key: key(), body: { name, settings } },
    })
    const { productionId, version } = made.data
    const body = { productionId, version }
    const checked = await server.call(user, validateProduction, { project, body })
    for (const { check, blocks, message } of checked.data.found) {
      expect([blocks, message]).toEqual([false, message])
      const accepting = { productionId, check, reason: 'It is meant so.' }
      await server.call(user, acceptWarning, { project, key: key(), body: accepting })
    }
    const running = await server.call(user, contract.runProduction, { project, key: key(), body })
    return { productionId, jobId: running.data.job?.jobId ?? 0 }
  }

  const stateOf = async (productionId: number) => {
    const { data } = await server.call(user, contract.listProductions, { project })
    const production = data.data.find((one) => one.productionId === productionId)
    if (production === undefined) throw new Error('The production is gone.')
    return production
  }

  /** Answers its id once it is produced. */
  const produce = async (name: string, settings: ProductionSettings): Promise<number> => {
    const { productionId, jobId } = await begin(name, settings)
    await settledJob(server.services, jobId)
    const { state, job } = await stateOf(productionId)
    expect([state, job?.message]).toEqual(['Produced', null])
    return productionId
  }

  const planOf = async (productionId: number) =>
    (await server.call(user, contract.productionDocuments, { project, query: { productionId } })).data.data

  /** Its zips, in their order. */
  const volumesOf = async (productionId: number): Promise<{ name: string; zip: Buffer }[]> => {
    const { data } = await server.call(user, listVolumes, { project, query: { productionId } })
    const zips = []
    for (const { name, volume, bytes } of data.data) {
      const query = { projectId: project, productionId, volume }
      const { raw } = await server.call(user, downloadVolume, { project, query })
      expect([raw.statusCode, raw.rawPayload.length]).toEqual([200, bytes])
      zips.push({ name, zip: raw.rawPayload })
    }
    return zips
  }

  /** Redacts the first of a word on the first page. */
  const cover = async (documentId: number, word: string): Promise<void> => {
    const at = { project, query: { documentId } }
    await server.call(user, getPages, at)
    const { data } = await server.call(user, getPageTexts, at)
    const [first] = data.data
    const nth = first?.text.split(/\s+/).indexOf(word) ?? -1
    const boxes = first?.boxes.slice(4 * nth, 4 * nth + 4) ?? []
    const gesture = key()
    const add = [{ key: `key-${gesture}`, page: 1, kind: 'words' as const, boxes, label: '', reason: '' }]
    await save(saveMarkup, documentId, gesture, add)
  }

  /** Redacts cells of the first sheet. */
  const coverCells = async (documentId: number, range: string): Promise<void> => {
    const gesture = key()
    const add = [...[{ key: `key-${gesture}`, sheet: 0, kind: 'cells' as const, range, pieces: [] }]].map(
      (one) => ({ ...one, label: '', reason: '' }),
    )
    await save(saveCells, documentId, gesture, add)
  }

  const save = async <C extends typeof saveMarkup | typeof saveCells>(
    call: C,
    documentId: number,
    gesture: string,
    add: BodyOf<C>['markup']['add'],
  ): Promise<void> => {
    const markup = { add, change: [], remove: [], restore: [] }
    const body = { documentId, gesture, markup }
    const { status } = await server.call<AnySave>(user, call, { project, key: gesture, body })
    expect(status).toBe(200)
  }

  return { imported, template, begin, stateOf, produce, planOf, volumesOf, cover, coverCells }
}

type AnySave = typeof saveMarkup | typeof saveCells
