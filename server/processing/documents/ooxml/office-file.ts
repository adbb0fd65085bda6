/** An Office Open XML file (ECMA-376) as parts that refer to each other by relationships. */
import type { Draft } from '../draft.ts'
import { openParts, type Parts } from '../parts.ts'
import { decodeXml, walkXml, type XmlHandler } from '../xml.ts'

export interface Relation {
  readonly id: string
  /** The last word of the type's address: it is the same in both editions of the standard (`comments`, `slide`). */
  readonly type: string
  /** A part's name, or an address where it is external. */
  readonly target: string
  readonly external: boolean
}

export class OfficeFile {
  readonly parts: Parts
  readonly draft: Draft
  readonly #walked = new Set<string>()
  constructor(parts: Parts, draft: Draft) {
    this.parts = parts
    this.draft = draft
  }

  /** Walks a part, if it is there. Each part is walked once, however often it is referred to: that ends cycles too. */
  walk(part: string, handler: XmlHandler): boolean {
    if (this.#walked.has(part.toLowerCase())) return false
    this.#walked.add(part.toLowerCase())
    const bytes = this.parts.read(part)
    if (bytes === null) return false
    walkXml(decodeXml(bytes), handler)
    return true
  }

  wasWalked(part: string): boolean {
    return this.#walked.has(part.toLowerCase())
  }

  /** What a part refers to; of the package itself for the empty name. */
  relations(part: string): readonly Relation[] {
    const slash = part.lastIndexOf('/') + 1
    const bytes = this.parts.read(`${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`)
    if (bytes === null) return []
    const found: Relation[] = []
    walkXml(decodeXml(bytes), {
      open(name, attributes) {
        if (name !== 'Relationship') return
        const target = attributes.get('Target') ?? ''
        const external = attributes.get('TargetMode') === 'External'
        found.push({
          id: attributes.get('Id') ?? '',
          type: (attributes.get('Type') ?? '').replace(/^.*\//, ''),
          target: external ? target : resolvePart(part, target),
          external,
        })
      },
    })
    return found
  }

  /** The part that a part refers to by a relationship of this type. */
  related(part: string, type: string): string[] {
    return this.relations(part)
      .filter((relation) => relation.type === type && !relation.external)
      .map(({ target }) => target)
  }
}

/** Opens the zip, and says so where it was not whole. Rejects with Unreadable where it is none. */
export async function openOfficeFile(bytes: Buffer, draft: Draft): Promise<OfficeFile> {
  const parts = await openParts(bytes, draft.options.limits)
  if (parts.salvaged)
    draft.flaw('corrupt', 'It is cut or damaged: what could be found of it was read.', 'parse')
  return new OfficeFile(parts, draft)
}

function resolvePart(from: string, target: string): string {
  const path = target.startsWith('/') ? [] : from.split('/').slice(0, -1)
  for (const step of target.replaceAll('\\', '/').split('/')) {
    if (step === '..') path.pop()
    else if (step !== '.' && step !== '') path.push(step)
  }
  return path.join('/')
}
