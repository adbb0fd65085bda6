/** What is in an Outlook data file: folders and their items, and whether all of them are there (MS-PST 2.4). */
import { decoderOf } from '../charsets/code-pages.ts'
import { type Names, namesIn, withNames } from '../mapi/names.ts'
import {
  codePageOf,
  ids,
  type MapiAttachment,
  type MapiObject,
  Properties,
  type Property,
} from '../mapi/properties.ts'
import { BrokenPst } from './broken-pst.ts'
import { Heap } from './heap.ts'
import { type Node, Store } from './store.ts'

/** Kinds of nodes, in the lowest bits of their numbers. */
const kinds = { folder: 0x02, message: 0x04, attachment: 0x05 } as const
const kindOf = (nid: number): number => nid & 0x1f
const nodes = { names: 0x61, root: 0x122, recipients: 0x692 } as const
/** A message is attached (MS-OXCMSG 2.2.2.9), and no file. */
const attachedMessage = 5
/** How many items a folder says that it has. */
const contentCount = 0x3602
const deepestFolder = 100

export interface MailboxItem {
  /** Names of its folders, outermost first. */
  readonly folders: readonly string[]
  /** Its number in the file; no other item has it. */
  readonly nid: number
  /** Throws BrokenPst. */
  read(): MapiObject
}

interface Folder {
  readonly name: string
  readonly parent: number
  readonly count: number | null
}

export class Mailbox {
  readonly #store: Store
  readonly #names: Names
  readonly #folders = new Map<number, Folder>()
  readonly #messages: Node[] = []
  #faults = 0
  readonly #onFault = (): void => {
    this.#faults++
  }
  readonly #depth: number

  /** Throws BrokenPst where nothing of it can be read. `depth`: how many messages may stand in messages. */
  constructor(path: string, limits: { readonly itemBytes: number; readonly depth: number }) {
    this.#store = new Store(path, limits.itemBytes)
    this.#depth = limits.depth
    try {
      const all = guarded(() => [...this.#store.nodes(this.#onFault)])
      this.#names = this.#namesOf(all.find(({ nid }) => nid === nodes.names))
      for (const node of this.#inOrder(all)) {
        if (kindOf(node.nid) === kinds.folder) this.#folders.set(node.nid, this.#folderOf(node))
        // By the index of the whole file, and not by the folders' tables: what no table has is collected too.
        else if (kindOf(node.nid) === kinds.message) this.#messages.push(node)
      }
      if (all.length === 0) throw new BrokenPst('Nothing can be found in it.')
    } catch (error) {
      this.#store.close()
      throw error
    }
  }

  get size(): number {
    return this.#messages.length
  }

  close(): void {
    this.#store.close()
  }

  /** In the order of their numbers, which never changes. */
  *items(): Generator<MailboxItem> {
    for (const node of this.#messages)
      yield {
        folders: this.#pathOf(node.parent),
        nid: node.nid,
        read: () => guarded(() => this.#message(node, [node.data])),
      }
  }

  /** What is missing, by the file's own counts: one sentence for each place; empty where everything is there. */
  shortfalls(): readonly string[] {
    const there = new Map<number, number>()
    for (const { parent } of this.#messages) there.set(parent, (there.get(parent) ?? 0) + 1)
    const short = [...this.#folders].flatMap(([nid, { name, count }]) => {
      const found = there.get(nid) ?? 0
      return count === null || found >= count
        ? []
        : [`The folder "${name.slice(0, 100)}" says that it has ${count} items; ${found} are in the file.`]
    })
    if (this.#faults > 0) short.unshift(`${this.#faults} parts of its index or its folders cannot be read.`)
    return short
  }

  /** In a damaged index numbers may go back or come twice; an item is known by its own, and a walk goes on behind it. */
  #inOrder(nodes: readonly Node[]): readonly Node[] {
    const once = new Map(nodes.map((node) => [node.nid, node]))
    this.#faults += nodes.length - once.size
    return [...once.values()].sort((a, b) => a.nid - b.nid)
  }

  #namesOf(mapping: Node | undefined): Names {
    if (mapping === undefined) return new Map()
    return this.#orElse<Names>(new Map(), () => {
      const properties = new Heap(this.#store, mapping).properties(this.#onFault)
      const read = (id: number): Buffer => properties.get(id)?.values[0] ?? Buffer.alloc(0)
      return namesIn(read(2), read(3), read(4))
    })
  }

  #folderOf(node: Node): Folder {
    const { parent } = node
    return this.#orElse({ name: '', parent, count: null }, () => {
      const p = new Properties(new Heap(this.#store, node).properties(this.#onFault), decoderOf(0))
      return { name: p.text(ids.displayName), parent, count: p.whole(contentCount) }
    })
  }

  /** What is about the mailbox and not about one item costs no item: it is counted as a fault. */
  #orElse<T>(instead: T, read: () => T): T {
    try {
      return guarded(read)
    } catch (error) {
      if (!(error instanceof BrokenPst)) throw error
      this.#onFault()
      return instead
    }
  }

  #pathOf(parent: number): readonly string[] {
    const names: string[] = []
    let at = parent
    for (let n = 0; n < deepestFolder && at !== nodes.root; n++) {
      const folder = this.#folders.get(at)
      if (folder === undefined) break
      names.unshift(folder.name === '' ? 'unnamed' : folder.name)
      // The root is its own parent; so might be what is damaged.
      if (folder.parent === at) break
      at = folder.parent
    }
    return names
  }

  /** `open`: blocks of the messages that it is in; one that is in itself is not read again. */
  #message(node: Pick<Node, 'data' | 'nodes'>, open: readonly number[]): MapiObject {
    const heap = new Heap(this.#store, node)
    const faults: string[] = []
    let lost = 0
    const onFault = (): void => {
      lost++
    }
    const raw = withNames(heap.properties(onFault), this.#names)
    const own = new Properties(raw, decoderOf(0))
    const decode = decoderOf(codePageOf(own))
    const table = heap.inside.get(nodes.recipients)
    const recipients =
      table === undefined
        ? []
        : this.#attempt(faults, 'Its recipients', [], () =>
            new Heap(this.#store, table).rows(onFault).map((row) => new Properties(row, decode)),
          )
    const attachments = [...heap.inside.values()]
      .filter(({ nid }) => kindOf(nid) === kinds.attachment)
      .flatMap((node) =>
        this.#attempt(faults, 'An attachment', [], () => [this.#attachment(node, decode, open, onFault)]),
      )
    if (lost > 0) faults.push(`${lost} of its properties cannot be read.`)
    return { properties: new Properties(raw, decode), recipients, attachments, faults }
  }

  /** What is damaged in a message costs only that. */
  #attempt<T>(faults: string[], what: string, instead: T, read: () => T): T {
    try {
      return guarded(read)
    } catch (error) {
      if (!(error instanceof BrokenPst)) throw error
      faults.push(`${what} cannot be read: ${error.message}`)
      return instead
    }
  }

  #attachment(
    node: Node,
    decode: (bytes: Buffer) => string,
    open: readonly number[],
    onFault: () => void,
  ): MapiAttachment {
    const heap = new Heap(this.#store, node)
    const raw: ReadonlyMap<number, Property> = heap.properties(onFault)
    const properties = new Properties(withNames(raw, this.#names), decode)
    const inner = heap.objectOf(raw.get(ids.attachedData))
    if (properties.whole(ids.attachMethod) !== attachedMessage)
      return {
        properties,
        data: inner === null ? properties.bytes(ids.attachedData) : heap.bytesOf(inner),
        message: null,
      }
    if (inner === null) throw new BrokenPst('The message that is attached is missing.')
    if (open.includes(inner.data)) throw new BrokenPst('It is a message that is in itself.')
    if (open.length > this.#depth) throw new BrokenPst(`Messages are taken apart ${this.#depth} deep.`)
    return { properties, data: null, message: this.#message(inner, [...open, inner.data]) }
  }
}

/** A place that points out of its block is damage like any other. */
function guarded<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) throw new BrokenPst('It is damaged.')
    throw error
  }
}
