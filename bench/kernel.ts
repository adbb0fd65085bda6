/** Figures of the client kernel: commands, tabs and replay, in pages of a real Chromium. */
import { createServer, type Server } from 'node:http'
import { type BrowserContext, chromium, type Page } from 'playwright'
import { chromiumOptions } from './app.ts'
import { type Figure, p95 } from './figure.ts'
import { kernelPage, kernelScript } from './kernel-script.ts'
import { startUp } from './start-up.ts'

type Kernel = typeof import('./browser/kernel.ts')
declare global {
  var kernel: Kernel
}

const events = 100_000
const runs = 100

export async function* figures(): AsyncGenerator<Figure> {
  const script = await kernelScript()
  const browser = await chromium.launch(chromiumOptions)
  let server: Server | null = null
  try {
    server = await serve(script)
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('The bench has no port')
    const openIn = async (context: BrowserContext): Promise<Page> => {
      const page = await context.newPage()
      await page.goto(`http://127.0.0.1:${address.port}/`)
      await page.waitForFunction(() => 'kernel' in globalThis)
      return page
    }
    const context = await browser.newContext()
    const open = () => openIn(context)
    const figure = (name: string, samples: readonly number[], bound: number): Figure => ({
      group: 'kernel',
      name,
      value: p95(samples),
      unit: 'ms',
      bound,
      better: 'lower',
    })

    const one = await open()
    await one.evaluate(() => globalThis.kernel.open())
    await one.evaluate(() => globalThis.kernel.prepareCoding())
    await one.evaluate(() => globalThis.kernel.commandTimes(50))
    const alone = await one.evaluate(() => globalThis.kernel.commandTimes(500))
    yield figure('decide + append + fold of one command', alone, 5)

    const two = await open()
    await two.evaluate(() => globalThis.kernel.open())
    yield figure('event in one tab visible in another', await betweenTabs(one, two), 20)
    await two.close()
    await one.close()

    const page = await open()
    await page.evaluate((count) => globalThis.kernel.fillLog(count), events)
    await page.evaluate(() => globalThis.kernel.openTimes(3))
    const whole = await page.evaluate((times) => globalThis.kernel.openTimes(times), runs)
    yield figure('replay of 100,000 events without snapshot', whole, 500)
    await page.evaluate(() => globalThis.kernel.takeSnapshot())
    await page.evaluate(() => globalThis.kernel.openTimes(3))
    const rest = await page.evaluate((times) => globalThis.kernel.openTimes(times), runs)
    yield figure('replay of 100,000 events with snapshot', rest, 100)
    await page.close()

    const apart = await browser.newContext()
    const four = await Promise.all(['one', 'two', 'three', 'four'].map(() => openIn(apart)))
    yield figure('append with four tabs writing at full speed', await appending(four), 10)
    const [reader] = four
    if (!reader) throw new Error('No page')
    await reader.evaluate(() => globalThis.kernel.gapTimes(1_000, 3))
    const gaps = await reader.evaluate((times) => globalThis.kernel.gapTimes(1_000, times), runs)
    yield figure('reading a gap of 1,000 events', gaps, 50)
    await apart.close()

    yield figure('a new leader after the old one’s death', await succession(() => openIn(context)), 250)
    yield* startUp(browser, script)
  } finally {
    await browser.close()
    server?.close()
  }
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
async function succession(open: () => Promise<Page>): Promise<number[]> {
  const taken: number[] = []
  let leader = await open()
  await leader.evaluate(() => globalThis.kernel.leads())
  for (let nth = 0; nth < runs; nth++) {
    const heir = await open()
    const leading = heir.evaluate(() => globalThis.kernel.leads())
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
