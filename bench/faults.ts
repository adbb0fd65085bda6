/**
 * `npm run faults`: reviewers code while tabs, workers and the server itself are killed at random, for five minutes, and
 * until the server has been killed as often as asked; programs save meanwhile without a pause. At the end all that was
 * acknowledged is on the record, the chains hold, and every browser's log agrees with the record: nothing is left that
 * cannot be explained. `AFFIANT_FAULT_KILLS=100 npm run faults` kills the server a hundred times.
 */
import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { type BrowserContext, chromium } from 'playwright'
import { getForm, listForms, readCoding, saveCoding } from '../contracts/coding.ts'
import { ifMatchOf } from '../contracts/coding-versions.ts'
import { chance } from '../tests/chance.ts'
import { Api, Refused } from '../tests/e2e/api.ts'
import { mbox } from '../tests/e2e/mail.ts'
import { addPerson } from '../tests/e2e/people.ts'
import { bringIn, ownProject } from '../tests/e2e/projects.ts'
import { openProject, openReview } from '../tests/e2e/review.ts'
import { historyOf, startTurmoil, unexplained } from '../tests/e2e/turmoil.ts'
import { type App, chromiumOptions, openApp } from './app.ts'
import type { Figure, SizeFigure } from './figure.ts'

const minutes = Number(process.env.AFFIANT_FAULT_MINUTES ?? '5')
/** So often the server is killed at least. */
const kills = Number(process.env.AFFIANT_FAULT_KILLS ?? '1')
const reviewers = ['Ada Storm', 'Ben Gale']
/** Programs that save without a pause: so that a kill meets transactions which several saves share. */
const programs = 8
/** Shorter where that many kills would not fit into the time otherwise; browsers need some to get anything done. */
const betweenKills = Math.min(12_000, Math.max(4_000, (minutes * 60_000) / (kills + 1)))

export async function* figures(): AsyncGenerator<Figure> {
  const app = await openApp()
  const browser = await chromium.launch(chromiumOptions)
  const contexts: BrowserContext[] = []
  const seed = Number(process.env.AFFIANT_FAULT_SEED ?? Date.now() % 1_000_000)
  console.log(
    `  seed ${seed} (AFFIANT_FAULT_SEED), ${minutes} minutes (AFFIANT_FAULT_MINUTES), ${kills} kills of the server at least (AFFIANT_FAULT_KILLS)`,
  )
  const random = chance(seed)
  try {
    const project = await ownProject(app, 'Under faults')
    const { name, projectId, api } = project
    await bringIn(project, 'faults.mbox', letters(40))
    const documents = (await api.search(projectId)).map(({ documentId }) => documentId)
    const people = await Promise.all(
      reviewers.map(async (userName, nth) => {
        const who = await addPerson(app, { name: userName, project: name })
        const context = await browser.newContext({
          baseURL: app.url,
          viewport: { width: 1440, height: 900 },
          // What it answers is not seen by who follows what the server has said.
          serviceWorkers: 'block',
        })
        contexts.push(context)
        const page = await context.newPage()
        await app.signIn(page, who)
        await openProject(page, name)
        await openReview(page)
        const turmoil = await startTurmoil({
          context,
          address: page.url(),
          seed: seed + nth,
          other: await Api.signIn(app.url, 'clientadmin'),
          projectId,
          documents,
          pages: 4,
        })
        await page.close()
        return { userName, turmoil }
      }),
    )

    const until = Date.now() + minutes * 60_000
    const killed = { server: 0, worker: 0 }
    const goesOn = () => Date.now() < until || killed.server < kills
    const savers = await Promise.all(documents.slice(0, programs).map((one) => saverOf(api, projectId, one)))
    const work = [...people.map(({ turmoil }) => turmoil), ...savers].map(async (one) => {
      while (goesOn()) await one.step()
    })
    const killing = (async () => {
      while (Date.now() < until - betweenKills || killed.server < kills) {
        await new Promise((wake) => setTimeout(wake, betweenKills * (0.5 + random())))
        if (random() < 0.5 || killed.server < kills - 1) {
          await app.kill()
          killed.server += 1
          await app.restart()
        } else if (await killWorker(app, random)) killed.worker += 1
      }
    })()
    await Promise.all([...work, killing])
    for (const { turmoil } of people) await turmoil.mend()

    const left = async () =>
      (
        await Promise.all(
          people.map(({ userName, turmoil: { acknowledged } }) =>
            unexplained({ api, projectId, documents, userName, acknowledged }),
          ),
        )
      ).flat()
    let found = await left()
    for (let tries = 0; found.length > 0 && tries < 60; tries++) {
      await new Promise((wake) => setTimeout(wake, 2_000))
      found = await left()
    }
    for (const { lost, odd } of savers) found = [...found, ...odd, ...(await lost())]
    const chains = await app.affiant(['audit', 'verify', '--all'])
    if (chains.code !== 0) found = [...found, chains.out]
    for (const one of found.slice(0, 20)) console.log(`  unexplained: ${one}`)
    for (const { userName, turmoil } of people) {
      const steps = [...turmoil.done.values()].reduce((sum, times) => sum + times, 0)
      const refused = [...turmoil.refused].map(([status, times]) => `${times} x ${status}`)
      console.log(`  ${userName}: ${steps} steps, refused: ${refused.join(', ') || 'nothing'}`)
    }

    const tabs = people.reduce((sum, { turmoil }) => sum + (turmoil.done.get('crash') ?? 0), 0)
    const saves = people.reduce((sum, { turmoil }) => sum + turmoil.acknowledged.size, 0)
    const ofPrograms = savers.map(({ acknowledged }) => acknowledged.size)
    console.log(`  programs: ${ofPrograms.join(', ')} saves acknowledged`)
    const figure = (
      what: string,
      value: number,
      unit: SizeFigure['unit'],
      bound: number,
      better: Figure['better'],
    ): SizeFigure => ({
      group: 'faults',
      name: kills > 1 ? what : `${what} in ${minutes} minutes`,
      value,
      unit,
      bound,
      better,
    })
    yield figure('kills of the server', killed.server, 'kills', kills, 'higher')
    if (kills === 1) yield figure('kills of workers', killed.worker, 'kills', 1, 'higher')
    yield figure('kills of tabs', tabs, 'kills', 1, 'higher')
    yield figure('saves acknowledged under faults', saves, 'saves', 20, 'higher')
    yield figure(
      'saves acknowledged of the program that got fewest, for each kill of the server',
      Math.min(...ofPrograms) / Math.max(1, killed.server),
      'saves',
      1,
      'higher',
    )
    yield figure('saves, log entries and chains left unexplained', found.length, 'left', 0, 'lower')
  } finally {
    for (const context of contexts) await context.close()
    await browser.close()
    await app.close()
  }
}

/** A program that codes a document again and again, and remembers what was acknowledged. */
async function saverOf(api: Api, project: number, documentId: number) {
  const { data: forms } = await api.call(listForms, { project, query: {} })
  const form = await api.call(getForm, { project, params: { id: forms[0]?.coding_form_id ?? 0 } })
  const note = form.sections.flatMap(({ fields }) => fields).find((one) => one.field_name === 'Note')
  if (note === undefined) throw new Error('The form has no such field.')
  const { coding_form_field_id: place, field_name: name } = note
  const acknowledged = new Map<number, string>()
  const odd: string[] = []
  const told = (fault: unknown): void => {
    // A line that was cut, while it was asked or while it answered.
    const isCut = fault instanceof TypeError && ['fetch failed', 'terminated'].includes(fault.message)
    // Somebody else has coded it meanwhile, or the server is only just there.
    const isMeant = fault instanceof Refused && (fault.status === 412 || fault.status === 503)
    if (!isCut && !isMeant) odd.push(`a program that codes document ${documentId}: ${fault}`)
  }
  let seen = 0
  const standing = async () =>
    (await api.call(readCoding, { project, query: { documentId } })).data.find(
      ({ fieldId }) => fieldId === note.fieldId,
    )
  return {
    acknowledged,
    /** What it was told that no kill and nobody else's save explains. */
    odd,
    step: async () => {
      const value = `turn ${randomUUID()}`
      try {
        const { values } = await api.call(saveCoding, {
          project,
          key: randomUUID(),
          ifMatch: ifMatchOf(new Map([[place, seen]])),
          body: {
            documentId,
            coding_form_id: form.coding_form_id,
            fields: [{ name, value, coding_form_field_id: place }],
            undo: { kind: 'do', group: randomUUID(), targets: [] },
            correlationId: randomUUID(),
          },
        })
        const [saved] = values
        if (saved === undefined) throw new Error('A save was answered without the version of what it saved.')
        seen = saved.version
        acknowledged.set(seen, value)
      } catch (fault) {
        told(fault)
        // Killed in the middle: it may have been written or not. Or somebody else has coded it meanwhile.
        await pause(50)
        seen = (await standing().catch(told))?.version ?? seen
      }
    },
    /** What was acknowledged and is not in the history of the document. */
    lost: async (): Promise<string[]> => {
      const rows = await historyOf(api, project, documentId)
      const told = new Set(rows.map(({ newValue }) => newValue))
      const last = await standing()
      return [
        ...[...acknowledged].flatMap(([version, value]) =>
          told.has(value)
            ? []
            : [`version ${version} of document ${documentId} was acknowledged and is lost`],
        ),
        ...((last?.version ?? 0) < Math.max(0, ...acknowledged.keys())
          ? [`document ${documentId} has gone back to version ${last?.version}`]
          : []),
      ]
    },
  }
}

/** Kills one of the processes that the server works with, as a lack of memory would. */
async function killWorker({ pid }: App, random: () => number): Promise<boolean> {
  const children: number[] = []
  for (const name of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid) children.push(Number(name))
  }
  const chosen = children[Math.floor(random() * children.length)]
  if (chosen === undefined) return false
  process.kill(chosen, 'SIGKILL')
  return true
}

const letters = (count: number): Buffer =>
  mbox(
    Array.from({ length: count }, (_, nth) => ({
      id: `faults-${nth}`,
      subject: `Faults ${nth}`,
      text: `Message ${nth}: what was found in the well.`,
    })),
  )
