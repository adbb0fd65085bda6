/** How long a privilege log of 10,000 described rows takes: to be shown, to be kept as a version, and to be compared with it. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyCall } from '../contracts/call.ts'
import {
  compareLog,
  getLogSettings,
  logRows,
  makeLogVersion,
  type PrivilegeLogSettings,
  saveLogSettings,
} from '../contracts/privilege-log.ts'
import { addDocuments } from '../tests/fixtures/record-documents.ts'
import { type Matter, startMatter } from '../tests/server/matter.ts'
import { type Figure, timedIn } from './figure.ts'
import { bareLoop, bareLoopName, times } from './references.ts'

const many = Number(process.env.BENCH_LOG_ROWS ?? 10_000)
const group = 'privilege-log'
/** Away from the system's folder for temporary files: some file systems are slow where much was deleted just before. */
const cache = new URL('../.cache/', import.meta.url).pathname

export async function* figures(): AsyncGenerator<Figure> {
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'bench-'))
  const matter = await startMatter('sqlite', { documents: 0, dataDir: join(folder, 'data') })
  try {
    const manager = await matter.server.user({ role: 'ProjectManager', companyId: matter.companyId })
    await matter.server.member(matter.projectId, manager.userId, 'ProjectManager')
    await fill({ ...matter, manager })
    const loop = times(bareLoopName, bareLoop())
    const figure = timedIn(group)
    const rows = `a privilege log of ${many.toLocaleString('en-US')} rows`
    const ask = asker({ ...matter, manager })
    const first = await ask(logRows, {})
    yield figure(`${rows}: its first page`, first.seconds, 's', loop, 40)
    const made = await ask(makeLogVersion, { key: 'bench-version', body: { name: 'Served' } })
    yield figure(`${rows}: a version is made`, made.seconds, 's', loop, 60)
    const compared = await ask(compareLog, { query: { versionId: 1 } })
    yield figure(`${rows}: a version is compared with it`, compared.seconds, 's', loop, 60)
    const longest = Math.max(...[first, made, compared].map(({ heldMs }) => heldMs))
    yield figure(
      `${rows}: the longest turn of the event loop meanwhile, processor time`,
      longest,
      'ms',
      times(bareLoopName, bareLoop() * 1000),
      1,
    )
  } finally {
    await matter.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const person = (n: number) => ({
  name: `Person ${n % 400} of Northwind`,
  address: `person.${n % 400}@${n % 9 === 0 ? 'firm' : 'northwind'}.example`,
})

/** Messages with several recipients, all on the log, all described. */
async function fill({ server, projectId, manager }: Matter): Promise<void> {
  const { records, search } = server.services
  const ids: number[] = []
  for (let at = 0; at < many; at += 1_000)
    ids.push(
      ...(await addDocuments(
        records,
        projectId,
        manager.userId,
        Array.from({ length: 1_000 }, (_, n) => ({
          ...{ custodian: `Custodian ${n % 20}`, title: `RE: the price of Larkspur, ${at + n}` },
          ...{ text: `Counsel says of letter ${at + n} what counsel says.`, from: 'counsel@firm.example' },
          sentAt: new Date(Date.UTC(2024, 0, 1) + (at + n) * 977_000).toISOString(),
          parentDate: new Date(Date.UTC(2024, 0, 1) + (at + n) * 977_000).toISOString(),
        })),
      )),
    )
  const facts = { Date: '', Type: 'E-mail', Title: '', Author: '', To: '', CC: '', BCC: '' }
  for (let at = 0; at < ids.length; at += 100)
    await records.write('bulk', async (trx) => {
      for (const id of ids.slice(at, at + 100))
        await trx
          .updateTable('document')
          .set({
            addresses: JSON.stringify({
              ...{ from: [person(id)], to: [1, 2, 3, 4].map((n) => person(id + n * 7)) },
              ...{ cc: [5, 6, 7].map((n) => person(id + n * 11)), bcc: [] },
            }),
          })
          .where('document_id', '=', id)
          .execute()
      await trx
        .insertInto('privilege_log_entry')
        .values(
          ids.slice(at, at + 100).map((id) => ({
            ...{ document_id: id, project_id: projectId, version: 1 },
            cells: JSON.stringify({
              Basis: 'Attorney-client privilege',
              Description: `Communication with counsel requesting legal advice regarding matter ${id % 300}`,
            }),
            ...{ facts: JSON.stringify({ ...facts, Attachments: '0', Treatment: 'withheld' }) },
            ...{ by_user: manager.userId, at: new Date(0).toISOString() },
          })),
        )
        .execute()
    })
  await search.settled(projectId)
  const { settings } = (await server.call(manager, getLogSettings, { project: projectId })).data
  const wanted: PrivilegeLogSettings = {
    ...settings,
    columns: [
      ...settings.columns,
      ...['Attorneys', 'Custodian', 'File_Name', 'Md5'].map((source) => ({ source, heading: source })),
    ],
    withheld: { query: 'counsel', productions: true },
    lawyers: ['@firm.example', ...Array.from({ length: 60 }, (_, n) => person(n * 6).address)],
    people: Array.from({ length: 150 }, (_, n) => ({
      name: `Made One ${n}`,
      spellings: [person(n).address],
    })),
  }
  const saved = await server.call(manager, saveLogSettings, {
    ...{ project: projectId, key: 'bench-settings', body: { settings: wanted, version: 0 } },
  })
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.error))
}

/** How often the event loop is looked at. */
const everyMs = 2

/**
 * Asks, with a watch on the event loop: how long it took, and the most processor time of its thread between two turns. Time
 * that other processes had is not in that.
 */
const asker =
  ({ server, projectId, manager }: Matter) =>
  async <C extends AnyCall>(contract: C, options: object) => {
    let heldMs = 0
    let last = process.threadCpuUsage()
    const watch = setInterval(() => {
      const { user, system } = process.threadCpuUsage(last)
      heldMs = Math.max(heldMs, (user + system) / 1000)
      last = process.threadCpuUsage()
    }, everyMs)
    const began = performance.now()
    const answer = await server.call(manager, contract, { project: projectId, ...options })
    const seconds = (performance.now() - began) / 1000
    clearInterval(watch)
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.error))
    return { seconds, heldMs }
  }
