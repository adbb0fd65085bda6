/** Invariant 5 where it counts: in a real browser, whose database gives the order and whose channel hints at it. */
import { build } from 'vite'
import { expect, type Page, test } from './fixture.ts'

type Log = typeof import('./browser/log.ts')
declare global {
  var log: Log
}

const html =
  '<!doctype html><title>Log</title><script type="module">import * as log from "/log-of-four/log.js"; globalThis.log = log</script>'

/** The client's log as a script of one file. */
async function scriptOfLog(): Promise<string> {
  const entry = new URL('./browser/log.ts', import.meta.url).pathname
  const built = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: { write: false, target: 'es2023', lib: { entry, formats: ['es'], fileName: () => 'log.js' } },
  })
  const [chunk] = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  if (chunk?.type !== 'chunk') throw new Error('Nothing was built')
  return chunk.code
}

test('invariant 5: four pages that append at full speed leave no gap and nothing twice, and all see one order', async ({
  context,
  server,
}) => {
  const script = await scriptOfLog()
  await context.route(`${server.url}/log-of-four/**`, (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ contentType: 'text/javascript', body: script })
      : route.fulfill({ contentType: 'text/html', body: html }),
  )
  const pages: Page[] = []
  for (const name of ['one', 'two', 'three', 'four']) {
    const page = await context.newPage()
    await page.goto(`${server.url}/log-of-four/`)
    await page.waitForFunction(() => 'log' in globalThis)
    await page.evaluate((own) => globalThis.log.open(own), name)
    pages.push(page)
  }

  const ids = (await Promise.all(pages.map((page) => page.evaluate(() => globalThis.log.append(150))))).flat()
  const results = await Promise.all(pages.map((page) => page.evaluate(() => globalThis.log.result())))

  const [first] = results
  expect(first?.stored.map(({ seq }) => seq)).toEqual(ids.map((_, index) => index + 1))
  expect(first?.stored.map(({ id }) => id).sort()).toEqual([...ids].sort())
  for (const { handedOn, stored, head, faults } of results) {
    expect(faults).toEqual([])
    expect(head).toBe(ids.length)
    expect(stored).toEqual(first?.stored)
    expect(handedOn).toEqual(stored)
  }
  // They did get in each other's way: nobody's envelopes stand together from first to last.
  const order = first?.stored.map(({ id }) => id.split('-')[0]) ?? []
  const changes = order.filter((page, index) => index > 0 && page !== order[index - 1]).length
  expect(changes).toBeGreaterThan(pages.length)
})
