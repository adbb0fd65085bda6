/** How fast documents of office programs become PDFs, as the product has it done; only where LibreOffice is installed. */
import { spawnSync } from 'node:child_process'
import { createReadStream, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { openOffice } from '../server/platform/office/office.ts'
import { soffice } from '../tests/fixtures/soffice.ts'
import type { TimeFigure } from './figure.ts'
import { times } from './references.ts'

const corpus = new URL('../../shared/corpus/office/', import.meta.url).pathname
const usual = /\.(docx?|xlsx?|pptx?|rtf|od[tsp])$/

/** All real documents of the usual kinds, as many at once as the product has; starting LibreOffice for each included. */
export async function* officeFigures(folder: string): AsyncGenerator<TimeFigure> {
  mkdirSync(folder)
  const office = openOffice(soffice, folder)
  try {
    if (office.missing !== null) return console.log(`  ${office.missing} Nothing is measured.`)
    const convert = async (name: string): Promise<boolean> => {
      const document = createReadStream(join(corpus, name))
      const extension = name.split('.').at(-1) ?? ''
      const to = join(folder, `${name}.pdf`)
      const { signal } = new AbortController()
      const fault = await office.convert({ document, extension, to, urgent: false, signal })
      return fault === null
    }
    const names = readdirSync(corpus).filter((name) => usual.test(name))
    const [first = ''] = names
    // Its settings are made with the first one, once for each start of the server.
    await convert(first)
    const began = performance.now()
    const done = await Promise.all(names.map(async (name) => ((await convert(name)) ? [] : [name])))
    const seconds = (performance.now() - began) / 1000
    const alone = byItself(names, join(folder, 'alone'))
    console.log(`  ${names.length} office documents; not converted: ${done.flat().join(', ') || 'none'}`)
    yield {
      group: 'pages',
      name: 'real office documents laid out as PDF by LibreOffice',
      value: names.length / seconds,
      unit: 'files/s',
      reference: times('LibreOffice by itself, all files in one run', names.length / alone),
      bound: 0.4,
      better: 'higher',
    }
  } finally {
    await office.stop()
  }
}

/** Seconds of LibreOffice alone over all of them. */
function byItself(names: readonly string[], to: string): number {
  mkdirSync(to)
  const files = names.map((name) => join(corpus, name))
  const settings = `-env:UserInstallation=file://${join(to, 'settings')}`
  const began = performance.now()
  if (soffice === null) throw new Error('LibreOffice is not installed.')
  spawnSync(soffice, [settings, '--headless', '--convert-to', 'pdf', '--outdir', to, ...files], {
    stdio: 'ignore',
    timeout: 600_000,
  })
  return (performance.now() - began) / 1000
}
