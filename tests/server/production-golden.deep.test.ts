/**
 * Golden volumes: what each built-in template makes of the sample matter is the same, byte for byte, as what is kept in
 * tests/fixtures/golden-volumes.json. Where a change of it is meant,
 *
 *   AFFIANT_GOLDEN=write npx vitest run tests/server/production-golden.deep.test.ts
 *
 * keeps what is made now, and says which files of which volume have changed: that belongs into the commit.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProductionSettings } from '#contracts/production-settings.ts'
import * as contract from '#contracts/productions.ts'
import { presets } from '#server/production/record/presets.ts'
import { mailboxes } from '#server/sample/mailboxes.ts'
import { withoutAnalysis } from './harness.ts'
import { type Intake, startIntake } from './intake.ts'
import { productionsOf } from './produced.ts'

withoutAnalysis()

const keptPath = new URL('../fixtures/golden-volumes.json', import.meta.url)
/** SHA-256 of each file by its path, by the name of the template. */
type Golden = Readonly<Record<string, Readonly<Record<string, string>>>>
const kept: Golden = existsSync(keptPath) ? JSON.parse(readFileSync(keptPath, 'utf8')) : {}
const isWriting = process.env.AFFIANT_GOLDEN === 'write'

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** What is another now, as people read it. */
function changes(before: Readonly<Record<string, string>>, now: Readonly<Record<string, string>>): string[] {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(now)])].toSorted()
  return paths.flatMap((path) => {
    const [was, is] = [before[path], now[path]]
    if (was === is) return []
    return `${path} ${was === undefined ? 'is new' : is === undefined ? 'is gone' : 'has changed'}`
  })
}

describe('volumes of the sample matter (SQLite)', () => {
  let intake: Intake
  let productions: ReturnType<typeof productionsOf>
  /** A document of each type of file that the sample has, with its family. */
  let query = ''
  beforeAll(async () => {
    intake = await startIntake('sqlite')
    await intake.server.user({ role: 'SystemAdmin' })
    productions = productionsOf(intake)
    for (const { custodian, fileName, bytes } of mailboxes('matter'))
      await productions.imported(intake.write(fileName, bytes), custodian)
    const rows = await intake.server.services.records.read
      .selectFrom('document')
      .select(['control', 'file_category', 'extension'])
      .orderBy('control')
      .execute()
    const first = new Map<string, number>()
    for (const { control, file_category, extension } of rows) {
      const type = `${file_category} ${extension}`
      first.set(type, first.get(type) ?? control)
    }
    expect(first.size).toBeGreaterThan(8)
    query = [...first.values()]
      .map((control) => `Control_Number:AFF${String(control).padStart(8, '0')}`)
      .join(' OR ')
    await intake.server.services.search.settled(intake.project)
  }, 240_000)
  afterAll(() => intake.close())

  const settingsOf = (
    template: string,
    prefix: string,
    settings: ProductionSettings,
  ): ProductionSettings => ({
    ...settings,
    set: { ...settings.set, query: { ...settings.set.query, queryString: query } },
    numbering: { ...settings.numbering, prefix, start: 1 },
    designations: [
      { query: 'harmon', text: template === 'SEC style' ? 'FOIA CONFIDENTIAL' : 'CONFIDENTIAL' },
    ],
  })
  const filesOf = async (productionId: number): Promise<Record<string, Buffer>> => {
    const zips = await productions.volumesOf(productionId)
    return Object.fromEntries(
      zips
        .flatMap(({ zip }) => Object.entries(unzipSync(zip)))
        .flatMap(([path, bytes]) => (path.endsWith('/') ? [] : [[path, Buffer.from(bytes)] as const])),
    )
  }
  const hashesOf = (files: Readonly<Record<string, Buffer>>): Record<string, string> =>
    Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, sha256(bytes)]))

  it('are those that are kept, by every template', async () => {
    const now: Record<string, Record<string, string>> = {}
    for (const [nth, { name, settings }] of presets.entries()) {
      const prefix = `GOLD${'ABCDEFGH'[nth] ?? 'Z'}`
      now[name] = hashesOf(await filesOf(await productions.produce(name, settingsOf(name, prefix, settings))))
    }
    const changed = Object.keys({ ...kept, ...now }).map((name) => [
      name,
      changes(kept[name] ?? {}, now[name] ?? {}),
    ])
    if (isWriting) {
      for (const [name, lines] of changed) console.log(name, lines)
      writeFileSync(keptPath, `${JSON.stringify(now, null, 2)}\n`)
      return
    }
    expect(changed).toEqual(presets.map(({ name }) => [name, []]))
  }, 240_000)

  it('are the same bytes where one is taken back and made again', async () => {
    const [first] = presets
    if (first === undefined) throw new Error('There are no templates.')
    const { server, user, project } = intake
    const settings = settingsOf('Again', 'AGAIN', first.settings)
    const one = await productions.produce('Again one', settings)
    const before = await filesOf(one)
    const rolled = await server.call(user, contract.rollbackProduction, {
      ...{ project, body: { productionId: one, release: true } },
    })
    expect(rolled.data.state).toBe('RolledBack')
    const after = await filesOf(await productions.produce('Again two', settings))
    // The letter names the production, and the manifest has the hash of the letter.
    const cover = after['VOL001/COVER.txt']?.toString().replace('Again two', 'Again one')
    expect(cover).toBe(before['VOL001/COVER.txt']?.toString())
    const ofBoth = ['VOL001/COVER.txt', 'VOL001/MANIFEST.csv']
    expect(changes(hashesOf(before), hashesOf(after))).toEqual(ofBoth.map((path) => `${path} has changed`))
  }, 120_000)
})
