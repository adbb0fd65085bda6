/**
 * Tells whether tables have changed since somebody looked: what is worked out of many rows may then be kept. This process is
 * the only one that changes them (serving.ts), and every statement of it goes through `write`.
 */
import {
  type KyselyPlugin,
  type OperationNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  type RawNode,
  type RootOperationNode,
  TableNode,
  type UnknownRow,
  type UpdateQueryNode,
} from 'kysely'
import type { Records } from './records.ts'

/** Tables, each with the columns whose change counts; rows that come or go always count. */
export type Watched = Readonly<Record<string, readonly string[]>>

/**
 * The same records, and a number that goes up with each transaction that may have changed what is watched, before whoever
 * asked for it hears that it is done. A transaction that was rolled back counts too.
 */
export function watching(
  records: Records,
  watched: Watched,
): { readonly records: Records; readonly version: () => number } {
  let version = 0
  const write: Records['write'] = async (priority, work, how) => {
    const noting = new Noting(watched)
    try {
      return await records.write(priority, (trx) => work(trx.withPlugin(noting)), how)
    } finally {
      if (noting.noted) version++
    }
  }
  return { records: { ...records, write }, version: () => version }
}

class Noting implements KyselyPlugin {
  readonly #watched: Watched
  noted = false

  constructor(watched: Watched) {
    this.#watched = watched
  }

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    this.noted ||= this.#changes(node)
    return node
  }

  transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return Promise.resolve(result)
  }

  #changes(node: RootOperationNode): boolean {
    switch (node.kind) {
      case 'SelectQueryNode':
        return false
      case 'InsertQueryNode':
        return node.into === undefined || this.#isWatched(node.into)
      case 'DeleteQueryNode':
        return node.from.froms.some((from) => this.#isWatched(from))
      case 'UpdateQueryNode':
        return this.#updates(node)
      case 'RawNode':
        return !isSelect(node)
      default:
        return true
    }
  }

  #updates({ table, updates }: UpdateQueryNode): boolean {
    const columns = this.#watched[nameOf(table) ?? '']
    if (columns === undefined) return nameOf(table) === null
    return (updates ?? []).some(({ column }) =>
      column.kind === 'ColumnNode' ? columns.includes((column as ColumnNode).column.name) : true,
    )
  }

  /** A table whose name is not told is taken for one that is watched. */
  #isWatched(node: OperationNode): boolean {
    const name = nameOf(node)
    return name === null || name in this.#watched
  }
}

interface ColumnNode extends OperationNode {
  readonly column: { readonly name: string }
}

function nameOf(node: OperationNode | undefined): string | null {
  if (node === undefined) return null
  if (TableNode.is(node)) return node.table.identifier.name
  return node.kind === 'AliasNode' && 'node' in node ? nameOf(node.node as OperationNode) : null
}

const isSelect = ({ sqlFragments }: RawNode): boolean => /^\s*select\b/i.test(sqlFragments[0] ?? '')
