/** An Office Open XML file (ECMA-376) as parts that refer to each other by relationships. */
import type { Draft } from '../draft.ts'
import type { Parts } from '../parts.ts'
import { walkXml, type XmlHandler } from '../xml.ts'

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
  readonly #relations = new Map<string, readonly Relation[]>()
  constructor(parts: Parts, draft: Draft) {
    this.parts = parts
    this.draft = draft
  }

  /** Walks a part, if it is there. Each part is walked once, however often it is referred to: that ends cycles too. */
  walk(part: string, handler: XmlHandler): boolean {
    if (this.#walked.has(part.toLowerCase())) return false
    this.#walked.add(part.toLowerCase())
    const xml = this.parts.xml(part)
    if (xml === null) return false
    walkXml(xml, handler)
    return true
  }

  wasWalked(part: string): boolean {
    return this.#walked.has(part.toLowerCase())
  }

  /** What a part refers to; of the package itself for the empty name. Parts that are not there are told as missing. */
  relations(part: string): readonly Relation[] {
    const known = this.#relations.get(part.toLowerCase())
    if (known !== undefined) return known
    const found = this.#readRelations(part)
    this.#relations.set(part.toLowerCase(), found)
    for (const relation of found) if (namesPart(relation)) this.parts.expect(relation.target)
    return found
  }

  /** The part that a part refers to by the id of a relationship; what leads nowhere is told. */
  byId(part: string, id: string | undefined): string | undefined {
    // Lists of Office have entries of the same name that refer to nothing, such as those of sections.
    if (id === undefined) return undefined
    const relation = this.relations(part).find((one) => one.id === id)
    if (relation === undefined) this.parts.leadsNowhere(part)
    return relation === undefined || relation.external ? undefined : relation.target
  }

  #readRelations(part: string): readonly Relation[] {
    const slash = part.lastIndexOf('/') + 1
    const xml = this.parts.xml(`${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`)
    if (xml === null) return []
    const found: Relation[] = []
    walkXml(xml, {
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

/** Opens the zip. Rejects with Unreadable where it is none. */
export async function openOfficeFile(bytes: Buffer, draft: Draft): Promise<OfficeFile> {
  return new OfficeFile(await draft.open(bytes), draft)
}

/** Links within the document lead to places; the others are parts that say nothing, and that programs leave out. */
const noLoss = /^(hyperlink|calcChain|printerSettings|thumbnail)$/

/** Of a picture that was lost before, Word writes "NULL". */
const namesPart = ({ type, target, external }: Relation): boolean =>
  !external && !noLoss.test(type) && !/(^|\/)NULL$|#/.test(target)

function resolvePart(from: string, target: string): string {
  const path = target.startsWith('/') ? [] : from.split('/').slice(0, -1)
  for (const step of target.replaceAll('\\', '/').split('/')) {
    if (step === '..') path.pop()
    else if (step !== '.' && step !== '') path.push(step)
  }
  return path.join('/')
}
