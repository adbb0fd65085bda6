/**
 * `npm run faults`: reviewers code while tabs, workers and the server itself are killed at random, for five minutes. At
 * the end all that was acknowledged is on the record, the chains hold, and every browser's log agrees with the record:
 * nothing is left that cannot be explained.
 */
import { readdir, readFile } from 'node:fs/promises'
import { type BrowserContext, chromium } from 'playwright'
import { chance } from '../tests/chance.ts'
import { Api } from '../tests/e2e/api.ts'
import { mbox } from '../tests/e2e/mail.ts'
import { addPerson } from '../tests/e2e/people.ts'
import { bringIn, ownProject } from '../tests/e2e/projects.ts'
import { openProject, openReview } from '../tests/e2e/review.ts'
import { startTurmoil, unexplained } from '../tests/e2e/turmoil.ts'
import { type App, chromiumOptions, openApp } from './app.ts'
import type { Figure, SizeFigure } from './figure.ts'

const minutes = Number(process.env.AFFIANT_FAULT_MINUTES ?? '5')
const reviewers = ['Ada Storm', 'Ben Gale']
const betweenKills = 12_000

export async function* figures(): AsyncGenerator<Figure> {
  const app = await openApp()
  const browser = await chromium.launch(chromiumOptions)
  const contexts: BrowserContext[] = []
  const seed = Number(process.env.AFFIANT_FAULT_SEED ?? Date.now() % 1_000_000)
  console.log(`  seed ${seed} (AFFIANT_FAULT_SEED), ${minutes} minutes (AFFIANT_FAULT_MINUTES)`)
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
    const work = people.map(async ({ turmoil }) => {
      while (Date.now() < until) await turmoil.step()
    })
    const kills = (async () => {
      while (Date.now() < until - betweenKills) {
        await new Promise((wake) => setTimeout(wake, betweenKills * (0.5 + random())))
        if (random() < 0.5) {
          await app.kill()
          killed.server += 1
          await app.restart()
        } else if (await killWorker(app, random)) killed.worker += 1
      }
    })()
    await Promise.all([...work, kills])
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
    const figure = (
      what: string,
      value: number,
      unit: SizeFigure['unit'],
      bound: number,
      better: Figure['better'],
    ): SizeFigure => ({
      group: 'faults',
      name: `${what} in ${minutes} minutes`,
      value,
      unit,
      bound,
      better,
    })
    yield figure('kills of the server', killed.server, 'kills', 1, 'higher')
    yield figure('kills of workers', killed.worker, 'kills', 1, 'higher')
    yield figure('kills of tabs', tabs, 'kills', 1, 'higher')
    yield figure('saves acknowledged under faults', saves, 'saves', 20, 'higher')
    yield figure('saves, log entries and chains left unexplained', found.length, 'left', 0, 'lower')
  } finally {
    for (const context of contexts) await context.close()
    await browser.close()
    await app.close()
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
