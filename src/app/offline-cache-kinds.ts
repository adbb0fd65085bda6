/** What is kept for work without the network, and how much of each. */
import * as z from 'zod/mini'
import { company, projectRow } from '#contracts/company.ts'
import { documentDetail, documentRow, metadata } from '#contracts/documents.ts'
import { projectReport as report } from '#contracts/project.ts'
import type { Node } from '#query/tree.ts'
import { clients, projects } from '../reads/company.ts'
import { projectReport } from '../reads/project.ts'
import { documentMetadata, fieldNames } from '../reads/review.ts'
import type { Cache } from '../stores/cache.ts'
import { documentCache, pageCache, searchCache, searchFound, treeCache } from '../stores/review.ts'

/** One kind of entry, as the rest of the program need not know its type. */
export interface Kind {
  readonly cache: string
  /** Emptied with the project: its entries are that project's alone. */
  readonly ofProject: boolean
  /** So many entries at most. */
  readonly most: number
  /** About how many bytes. */
  readonly weigh: (value: unknown) => number
  /** What a version of the program before this one kept may look different: undefined then. */
  readonly read: (value: unknown) => unknown
}

function kind<V>(
  { name, life }: Cache<V>,
  schema: z.ZodMiniType<V>,
  most: number,
  weigh: (value: V) => number,
): Kind {
  return {
    cache: name,
    ofProject: life === 'project',
    most,
    read: (value) => schema.safeParse(value).data,
    // Whatever is weighed is on its way from that cache.
    weigh: (value) => weigh(value as V),
  }
}

/** Bytes of a row of a list, of a name. */
const row = 800
const few = 60
const rows = (list: readonly unknown[]): number => list.length * row

const tree = z.custom<Node | null>(
  (value) => value === null || (typeof value === 'object' && value !== null && 'kind' in value),
)

const all: readonly Kind[] = [
  kind(documentCache, documentDetail, 300, ({ text, html, family }) => {
    return 2 * ((text?.length ?? 0) + (html?.length ?? 0)) + family.length * row + 4_000
  }),
  kind(pageCache, z.array(documentRow), few, rows),
  kind(searchCache, searchFound, 10, ({ answer }) => rows(answer.data)),
  kind(treeCache, tree, 20, () => 4_000),
  kind(documentMetadata.cache, metadata.shape.data, 300, (fields) => fields.length * 200),
  kind(fieldNames.cache, z.array(z.string()), few, rows),
  kind(clients.cache, z.array(company), few, rows),
  kind(projects.cache, z.array(projectRow), few, rows),
  kind(projectReport.cache, report, few, () => 10_000),
]

export const keptKinds: ReadonlyMap<string, Kind> = new Map(all.map((one) => [one.cache, one]))

/** What is heavier is not kept: sealing it would hold a key press up. */
export const heaviest = 8_000_000
/** All of it together, in bytes. */
export const maxBytes = 100_000_000
