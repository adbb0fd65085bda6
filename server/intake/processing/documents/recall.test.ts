/** Every word of real documents is found: compared with all text between the tags of their parts, taken by other means. */
import { readdirSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { corpus, corpusFile, hasCorpus, kindOf, readCorpus } from '#tests/support/office.ts'
import { readerOf } from './readers.ts'

if (!hasCorpus) console.warn('The real documents are not here: the tests on them are skipped.')

/** Parts whose text people wrote, by the beginning of their names. */
const said =
  /^(word\/(document|header|footer|footnotes|endnotes|comments|glossary\/document)|xl\/(sharedStrings|comments|threadedComments|drawings\/drawing|charts\/chart)|ppt\/(slides|notesSlides|comments)\/|(word|ppt|xl)\/(charts\/chart|diagrams\/data)|content\.xml|styles\.xml).*$/
const paragraphEnds =
  /<\/(\w+:)?(p|h|v|si|author|text|tc|pt|note-citation|title|desc|creator|date)>|<(\w+:)?(tab|br|cr|s|line-break|ptab)\b[^>]*\/>/g

/** Words of the file by plain replacement in its parts. */
function wordsBetweenTags(bytes: Buffer): string[] {
  const parts = unzipSync(bytes, { filter: ({ name }) => said.test(name) && name.endsWith('.xml') })
  return Object.entries(parts).flatMap(([name, part]) => {
    let xml = strFromU8(part)
    // Styles have text only where pages show it.
    if (name === 'styles.xml') xml = /<office:master-styles>.*<\/office:master-styles>/s.exec(xml)?.[0] ?? ''
    if (name === 'content.xml') xml = /<office:body>.*<\/office:body>/s.exec(xml)?.[0] ?? ''
    return words(
      xml
        .replace(/<mc:Fallback>.*?<\/mc:Fallback>/gs, ' ')
        .replace(
          /<(w:instrText|wp:posOffset|wp14:pctWidth|wp14:pctHeight|wp:align|c:f|c:formatCode|xdr:(from|to)|xdr:row|xdr:col|a:ext)\b[^>]*>.*?<\/\1>/gs,
          ' ',
        )
        // How words are read aloud is told once for each word.
        .replace(/<rPh\b.*?<\/rPh>/gs, '')
        .replace(/<w:(delText)\b[^>]*>/g, ' ')
        .replace(/<\/w:(delText|del|ins)>/g, ' ')
        .replace(paragraphEnds, ' ')
        .replace(/<[^>]*>/g, '')
        .replace(/&(amp|lt|gt|quot|apos);|&#\w+;/g, ' '),
    )
  })
}

const words = (text: string): string[] =>
  text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

function counted(all: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of all) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

describe.skipIf(!hasCorpus)('real documents', () => {
  const names = hasCorpus ? readdirSync(`${corpus}office`) : []
  it.each([
    ['Office Open XML', /\.(docx|xlsx|pptx)$/],
    ['OpenDocument', /\.od[tsp]$/],
  ])('nothing that was written in %s is lost', async (family, pattern) => {
    let all = 0
    let found = 0
    const lost: string[] = []
    for (const name of names.filter((each) => pattern.test(each))) {
      const expected = counted(wordsBetweenTags(corpusFile(`office/${name}`)))
      const { text } = await readCorpus(`office/${name}`)
      const read = counted(words(text ?? ''))
      for (const [word, count] of expected) {
        const missing = count - Math.min(count, read.get(word) ?? 0)
        all += count
        found += count - missing
        if (missing > 0) lost.push(`${name}: ${word} (${missing} of ${count})`)
      }
    }
    process.stdout.write(`${family}: ${found} of ${all} words found. ${lost.slice(0, 20).join('; ')}\n`)
    expect(all).toBeGreaterThan(200)
    expect(found / all).toBeGreaterThanOrEqual(0.995)
  })

  it('all of them are read at a good pace', async () => {
    const files = names.filter((name) => kindOf(name) !== null && readerOf(kindOf(name) ?? never()) !== null)
    const bytes = files.map((name) => [name, corpusFile(`office/${name}`)] as const)
    const began = performance.now()
    for (const [name] of bytes) await readCorpus(`office/${name}`).catch(() => null)
    const perSecond = (files.length / (performance.now() - began)) * 1000
    process.stdout.write(`${files.length} documents, ${Math.round(perSecond)} in a second.\n`)
    expect(perSecond).toBeGreaterThan(20)
  })
})

function never(): never {
  throw new Error('It was asked for before.')
}
