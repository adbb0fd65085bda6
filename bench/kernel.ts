/** Figures of the client kernel: commands, tabs and replay, in pages of a real Chromium. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { build } from 'vite'
import { chromiumOptions } from './app.ts'
import { type Figure, p95 } from './figure.ts'

type Kernel = typeof import('./browser/kernel.ts')
declare global {
  var kernel: Kernel
}

const events = 100_000
const runs = 100

export async function* figures(): AsyncGenerator<Figure> {
  const folder = await mkdtemp(join(tmpdir(), 'affiant-bench-'))
  const browser = await chromium.launch(chromiumOptions)
  let server: Server | null = null
  try {
    await bundle(folder)
    server = await serve(folder)
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('The bench has no port')
    const context = await browser.newContext()
    const open = async (): Promise<Page> => {
      const page = await context.newPage()
      await page.goto(`http://127.0.0.1:${address.port}/`)
      await page.waitForFunction(() => 'kernel' in globalThis)
      return page
    }
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
  } finally {
    await browser.close()
    server?.close()
    await rm(folder, { recursive: true, force: true })
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

async function bundle(folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    root: new URL('..', import.meta.url).pathname,
    publicDir: false,
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2023',
      lib: {
        entry: new URL('./browser/kernel.ts', import.meta.url).pathname,
        formats: ['es'],
        fileName: () => 'kernel.js',
      },
    },
  })
}

async function serve(folder: string): Promise<Server> {
  const script = await readFile(join(folder, 'kernel.js'))
  const server = createServer((request, response) => {
    const isScript = request.url === '/kernel.js'
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? script : page)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

const page =
  '<!doctype html><title>Bench</title><script type="module">import * as kernel from "/kernel.js"; globalThis.kernel = kernel</script>'
