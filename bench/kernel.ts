/** Figures of the client kernel: commands, tabs and replay, in pages of a real Chromium. */
import { createServer, type Server } from 'node:http'
import { type BrowserContext, chromium, type Page } from 'playwright'
import { chromiumOptions, openApp } from './app.ts'
import { type Figure, p95 } from './figure.ts'
import { kernelPage, kernelScript } from './kernel-script.ts'
import { times } from './references.ts'
import { recordedSession, startUp } from './start-up.ts'

type Kernel = typeof import('./browser/kernel.ts')
declare global {
  var kernel: Kernel
}

const events = 100_000
const runs = 100

export async function* figures(): AsyncGenerator<Figure> {
  const script = await kernelScript()
  const browser = await chromium.launch(chromiumOptions)
  const app = await openApp()
  let server: Server | null = null
  try {
    const session = await recordedSession(app, browser, script)
    server = await serve(script)
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('The bench has no port')
    const openIn = async (context: BrowserContext): Promise<Page> => {
      const page = await context.newPage()
      await page.goto(`http://127.0.0.1:${address.port}/`)
      await page.waitForFunction(() => 'kernel' in globalThis)
      await page.evaluate((envelopes) => globalThis.kernel.takeMix(envelopes), session)
      return page
    }
    const context = await browser.newContext()
    const open = () => openIn(context)
    const figure = (
      name: string,
      samples: readonly number[],
      beside: readonly [name: string, samples: readonly number[]],
      bound: number,
    ): Figure => ({
      group: 'kernel',
      name,
      value: p95(samples),
      unit: 'ms',
      reference: times(beside[0], p95(beside[1])),
      bound,
      better: 'lower',
    })

    const one = await open()
    await one.evaluate(() => globalThis.kernel.open())
    await one.evaluate(() => globalThis.kernel.prepareCoding())
    await one.evaluate(() => globalThis.kernel.commandTimes(50))
    const alone = await one.evaluate(() => globalThis.kernel.commandTimes(500))
    const appends = await one.evaluate(() => globalThis.kernel.bareAppends(500))
    yield figure(
      'decide + append + fold of one command',
      alone,
      ['a bare row into the browser’s database', appends],
      8,
    )

    const two = await open()
    await two.evaluate(() => globalThis.kernel.open())
    yield figure(
      'event in one tab visible in another',
      await betweenTabs(one, two),
      [
        'a bare row, a message by a channel, and the row read by the other tab',
        await bareBetweenTabs(one, two),
      ],
      5,
    )
    await two.close()
    await one.close()

    const page = await open()
    await page.evaluate((count) => globalThis.kernel.fillLog(count), events)
    await page.evaluate(() => globalThis.kernel.openTimes(3))
    const whole = await page.evaluate((count) => globalThis.kernel.openTimes(count), runs)
    const bare = await page.evaluate(
      (count) => globalThis.kernel.readingTimes(globalThis.kernel.nameOfLog(), count),
      runs,
    )
    yield figure(
      'replay of 100,000 events of a real session’s mix without snapshot',
      whole,
      ['the same rows read, decrypted and parsed in a bare loop', bare],
      2,
    )
    await page.evaluate(() => globalThis.kernel.takeSnapshot())
    await page.evaluate(() => globalThis.kernel.openTimes(3))
    const rest = await page.evaluate((count) => globalThis.kernel.openTimes(count), runs)
    const kept = await page.evaluate(
      (count) => globalThis.kernel.snapshotTimes(globalThis.kernel.nameOfLog(), count),
      runs,
    )
    yield figure(
      'replay of 100,000 events of a real session’s mix with snapshot',
      rest,
      ['the snapshots and the newest rows read and decrypted in a bare loop', kept],
      2,
    )
    await page.close()

    const apart = await browser.newContext()
    const four = await Promise.all(['one', 'two', 'three', 'four'].map(() => openIn(apart)))
    const appended = await appending(four)
    const bareAppended = await Promise.all(
      four.map((each) => each.evaluate(() => globalThis.kernel.bareAppends(250))),
    )
    yield figure(
      'append with four tabs writing at full speed',
      appended,
      ['the same four tabs, each with bare rows', bareAppended.flat()],
      6,
    )
    const [reader] = four
    if (!reader) throw new Error('No page')
    await reader.evaluate(() => globalThis.kernel.gapTimes(1_000, 3))
    const gaps = await reader.evaluate((count) => globalThis.kernel.gapTimes(1_000, count), runs)
    const tails = await reader.evaluate(
      (count) => globalThis.kernel.tailTimes(globalThis.kernel.nameOfLog(), 1_000, count),
      runs,
    )
    yield figure(
      'reading a gap of 1,000 events',
      gaps,
      ['as many rows read, decrypted and parsed in a bare loop', tails],
      2,
    )
    await apart.close()

    yield figure(
      'a new leader after the old one’s death',
      await succession(open, () => globalThis.kernel.leads()),
      [
        'a bare lock of the browser that changes hands so',
        await succession(open, () => globalThis.kernel.bareLock()),
      ],
      4,
    )
    yield* startUp(app, browser, script, session)
  } finally {
    await browser.close()
    await app.close()
    server?.close()
  }
}

/** The same of a bare row and a bare channel. */
async function bareBetweenTabs(one: Page, two: Page): Promise<number[]> {
  const taken: number[] = []
  for (let nth = 0; nth < runs; nth++) {
    const hearing = two.evaluate(() => globalThis.kernel.bareHeard())
    const said = await one.evaluate(() => globalThis.kernel.bareSay())
    taken.push((await hearing) - said)
  }
  return taken
}

/** Times from asking for a change in one page to seeing it in the other's store, on the clock that both share. */
async function betweenTabs(one: Page, two: Page): Promise<number[]> {
  const taken: number[] = []
  for (let nth = 0; nth < runs; nth++) {
    const text = `heard ${nth};`
    const hearing = two.evaluate((word) => globalThis.kernel.heard(word), text)
    const said = await one.evaluate((word) => globalThis.kernel.say(word), text)
    taken.push((await hearing) - said)
  }
  return taken
}

/** Four pages that each append as fast as they can; no seq is missing or twice, and every page is handed on all of them. */
async function appending(pages: readonly Page[]): Promise<number[]> {
  const each = 250
  for (const [nth, page] of pages.entries()) {
    await page.evaluate((name) => globalThis.kernel.following(name).then(() => undefined), `page ${nth}`)
  }
  const taken = await Promise.all(
    pages.map((page, nth) =>
      page.evaluate(([name, times]) => globalThis.kernel.appendTimes(name, times), [
        `page ${nth}`,
        each,
      ] as const),
    ),
  )
  const count = pages.length * each
  for (const [nth, page] of pages.entries()) {
    const seqs = await page.evaluate((name) => globalThis.kernel.seqsOf(name), `page ${nth}`)
    if (seqs.length !== count || seqs.some((seq, at) => seq !== at + 1)) {
      throw new Error(`Page ${nth} was handed on ${seqs.length} events, not ${count} without a gap`)
    }
  }
  return taken.flat()
}

/** From the moment a leading page is taken away until the next one leads: every page is first the heir, then the one that dies. */
async function succession(open: () => Promise<Page>, leads: () => Promise<number>): Promise<number[]> {
  const taken: number[] = []
  let leader = await open()
  await leader.evaluate(leads)
  for (let nth = 0; nth < runs; nth++) {
    const heir = await open()
    const leading = heir.evaluate(leads)
    // It stands in line before the other one dies.
    await heir.waitForFunction(async () => ((await navigator.locks.query()).pending?.length ?? 0) > 0)
    const died = performance.timeOrigin + performance.now()
    await leader.close()
    taken.push((await leading) - died)
    leader = heir
  }
  await leader.close()
  return taken
}

async function serve(script: string): Promise<Server> {
  const server = createServer((request, response) => {
    const isScript = request.url === '/kernel.js'
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? script : kernelPage('/kernel.js'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
