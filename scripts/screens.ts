/**
 * `npm run screens`: takes the pictures of docs/screens/ anew, off the sample matter: every screen, and every state of one
 * that looks different, in light and dark, at 1440 and 600 px. `npm run screens -- FOLDER` takes them into another folder.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { chromium, type Page } from 'playwright'
import { chromiumOptions } from '../bench/app.ts'
import { atRest } from '../tests/e2e/rest.ts'
import { startServer } from '../tests/e2e/server.ts'
import { type Theme, walks, wear, wears } from '../tests/e2e/walks.ts'

const shown = resolve(import.meta.dirname, '../docs/screens')
const target = process.argv[2] === undefined ? shown : resolve(process.argv[2])
const widths = [1440, 600] as const
const themes = ['light', 'dark'] as const

// A folder of somebody's own is added to; the product's own holds what is taken now and nothing else.
if (target === shown) rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
const browser = await chromium.launch(chromiumOptions)
try {
  for (const width of widths) for (const theme of themes) await takeAll(width, theme)
} finally {
  await browser.close()
}

/** All walks on a server of their own: what one round has coded is not what the next one finds. */
async function takeAll(width: number, theme: Theme): Promise<void> {
  const server = await startServer()
  const taken = new Set<string>()
  try {
    for (const walk of Object.values(walks)) {
      const context = await browser.newContext({
        baseURL: server.url,
        viewport: { width, height: 900 },
        reducedMotion: 'reduce',
      })
      await wear(context, theme)
      for await (const { name, page } of walk(await context.newPage(), server)) {
        // The same screen stands at several addresses.
        if (taken.has(name)) continue
        taken.add(name)
        await take(page, theme, `${name}-${theme}-${width}.webp`)
      }
      await context.close()
    }
  } finally {
    await server.close()
  }
}

/** A quarter of what a PNG of the same takes, and hardly to be told from it. */
async function take(page: Page, theme: Theme, file: string): Promise<void> {
  // Nothing on its way any more, and nothing half-drawn.
  await atRest(page)
  await page.waitForTimeout(300)
  if (!(await wears(page, theme))) throw new Error(`${file} is not in the ${theme} theme.`)
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 70 })
  await session.detach()
  writeFileSync(resolve(target, file), data, 'base64')
  console.log(file)
}
