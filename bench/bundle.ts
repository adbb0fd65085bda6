/** How much JavaScript stands between a click and a screen, gzipped: what the page loads, read off a real browser. */

import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright'
import { atRest } from '../tests/e2e/rest.ts'
import { chromiumOptions, openApp } from './app.ts'
import type { Figure } from './figure.ts'

export async function* figures(): AsyncGenerator<Figure> {
  const app = await openApp()
  const browser = await chromium.launch(chromiumOptions)
  try {
    const page = await browser.newPage({ baseURL: app.url })
    let bytes = 0
    const counted = new Set<string>()
    page.on('response', async (response) => {
      if (!response.url().endsWith('.js') || counted.has(response.url())) return
      counted.add(response.url())
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
      bound: 180,
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
      bound: 350,
      better: 'lower',
    }
  } finally {
    await browser.close()
    await app.close()
  }
}
