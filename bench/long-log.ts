/** A page whose open project has a long log, and what it holds in memory. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { build } from 'vite'
import type {} from './browser/long-log.ts'

/** The page needs `bypassCSP`: what fills its log is no script of the product. */
export async function fillLog(page: Page, events: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'affiant-bench-'))
  try {
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
          entry: new URL('./browser/long-log.ts', import.meta.url).pathname,
          formats: ['iife'],
          name: 'filling',
          fileName: () => 'long-log.js',
        },
      },
    })
    await page.addScriptTag({ content: await readFile(join(folder, 'long-log.js'), 'utf8') })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  await page.evaluate((count) => globalThis.longLog.fill(count), events)
  // The page looks whether somebody else has written when it is looked at again.
  await page.evaluate(() => dispatchEvent(new Event('focus')))
}

/** Bytes in use, garbage collected, once what still folds and seals has ended: until no second leaves less than the one before. */
export async function heapOf(page: Page): Promise<number> {
  let least = await heapNow(page)
  for (;;) {
    await page.waitForTimeout(1_000)
    const now = await heapNow(page)
    if (now > 0.99 * least) return Math.min(least, now)
    least = now
  }
}

const heapNow = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const free: unknown = Reflect.get(window, 'gc')
    if (typeof free === 'function') free()
    return (Reflect.get(performance, 'memory') as { usedJSHeapSize: number }).usedJSHeapSize
  })
