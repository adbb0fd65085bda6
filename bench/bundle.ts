/** How much JavaScript stands between a click and a screen, gzipped: what the page loads, read off a real browser. */

import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright'
import { atRest } from '../tests/e2e/rest.ts'
import { chromiumOptions, openApp } from './app.ts'
import { type AreaFile, areaFiles } from './area-files.ts'
import type { Figure, Table } from './figure.ts'

export async function* figures(): AsyncGenerator<Figure | Table> {
  const app = await openApp()
  const browser = await chromium.launch(chromiumOptions)
  try {
    const page = await browser.newPage({ baseURL: app.url })
    let bytes = 0
    const counted = new Set<string>()
    const names = new Set<string>()
    page.on('response', async (response) => {
      if (!response.url().endsWith('.js') || counted.has(response.url())) return
      counted.add(response.url())
      names.add(/([\w-]+?)(-[\w-]{8})?\.js$/.exec(response.url())?.[1] ?? '')
      const body = await response.body().catch(() => Buffer.alloc(0))
      bytes += gzipSync(body).length
    })
    await page.goto(app.url)
    await page.getByLabel('E-mail').waitFor()
    await page.waitForLoadState('networkidle')
    yield {
      group: 'bundle',
      name: 'JavaScript to the sign-in screen',
      value: bytes / 1000,
      unit: 'kB gzipped',
      bound: 165,
      better: 'lower',
    }
    await app.signIn(page, 'reviewer@northwind.example')
    await app.openReview(page)
    await atRest(page)
    yield {
      group: 'bundle',
      name: 'JavaScript to the review screen',
      value: bytes / 1000,
      unit: 'kB gzipped',
      bound: 300,
      better: 'lower',
    }
    // Whatever it would fetch in time is not the screen's.
    const loaded = new Set(names)
    await page.close()
    yield* perArea(loaded)
  } finally {
    await browser.close()
    await app.close()
  }
}

async function* perArea(loaded: ReadonlySet<string>): AsyncGenerator<Figure | Table> {
  const files: AreaFile[] = []
  for await (const file of areaFiles(loaded)) {
    files.push(file)
    yield {
      group: 'bundle',
      name: `what the area ${file.name} adds to the JavaScript of the review screen`,
      value: Math.max(0, file.added) / 1000,
      unit: 'kB gzipped',
      bound: 1,
      better: 'lower',
    }
  }
  yield {
    group: 'bundle',
    title: 'Files of the areas that come on demand',
    text: 'What is added was measured by building the page without the area. A few bytes less than nothing is how files pack.',
    head: ['area', 'its file, kB gzipped', 'added to the review screen, kB', 'loaded with the review screen'],
    rows: files.map(({ name, own, added, used }) => [
      name,
      (own / 1000).toFixed(2),
      (added / 1000).toFixed(2),
      used ? 'yes' : 'no',
    ]),
  }
}
