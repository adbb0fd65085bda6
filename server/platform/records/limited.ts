/**
 * Reading through limits: of some tables only rows that meet a condition are there. Whoever reads with it needs to know
 * nothing of that, and cannot read past it.
 */
import {
  AliasNode,
  type DeleteQueryNode,
  type FromNode,
  IdentifierNode,
  type JoinNode,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  type RawNode,
  type RootOperationNode,
  type SelectQueryNode,
  TableNode,
  type UnknownRow,
  type UsingNode,
} from 'kysely'

/** What stands in the place of each limited table: a select of its rows that there are. */
export type Limits = ReadonlyMap<string, SelectQueryNode>

/**
 * A plugin for a reader (or a transaction) under which every query reads limited tables through their selects: in `from`,
 * in joins, in subqueries and in what an update or an insert reads. The target of a write is not limited. Raw SQL that names
 * a limited table is refused.
 */
export class LimitedReading implements KyselyPlugin {
  readonly #transformer: Limiter

  constructor(limits: Limits) {
    this.#transformer = new Limiter(limits)
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    return this.#transformer.transformNode(node, queryId)
  }

  transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return Promise.resolve(result)
  }
}

type QueryId = PluginTransformQueryArgs['queryId']

class Limiter extends OperationNodeTransformer {
  readonly #limits: Limits
  readonly #selects: ReadonlySet<SelectQueryNode>
  readonly #named: RegExp

  constructor(limits: Limits) {
    super()
    this.#limits = limits
    this.#selects = new Set(limits.values())
    this.#named = new RegExp(`\\b(?:from|join|using|,)\\s*"?(?:${[...limits.keys()].join('|')})\\b`, 'i')
  }

  /** A subquery that was made with the same reader comes with its limits: they are no further limited. */
  protected override transformSelectQuery(node: SelectQueryNode, queryId?: QueryId): SelectQueryNode {
    return this.#selects.has(node) ? node : super.transformSelectQuery(node, queryId)
  }

  protected override transformFrom(node: FromNode, queryId?: QueryId): FromNode {
    const { froms, ...rest } = super.transformFrom(node, queryId)
    return { ...rest, froms: froms.map((from) => this.#limited(from)) }
  }

  protected override transformJoin(node: JoinNode, queryId?: QueryId): JoinNode {
    const { table, ...rest } = super.transformJoin(node, queryId)
    return { ...rest, table: this.#limited(table) }
  }

  protected override transformUsing(node: UsingNode, queryId?: QueryId): UsingNode {
    const { tables, ...rest } = super.transformUsing(node, queryId)
    return { ...rest, tables: tables.map((table) => this.#limited(table)) }
  }

  /** Rows are deleted from the table itself. */
  protected override transformDeleteQuery(node: DeleteQueryNode, queryId?: QueryId): DeleteQueryNode {
    return { ...super.transformDeleteQuery(node, queryId), from: node.from }
  }

  protected override transformRaw(node: RawNode, queryId?: QueryId): RawNode {
    const names = node.parameters.some(
      (one) => TableNode.is(one) && this.#limits.has(one.table.identifier.name),
    )
    if (names || this.#named.test(node.sqlFragments.join(' ')))
      throw new Error('Raw SQL would read a limited table past its limits.')
    return super.transformRaw(node, queryId)
  }

  #limited(node: OperationNode): OperationNode {
    if (AliasNode.is(node) && TableNode.is(node.node)) {
      const select = this.#limits.get(node.node.table.identifier.name)
      return select === undefined ? node : AliasNode.create(select, node.alias)
    }
    if (!TableNode.is(node)) return node
    const { name } = node.table.identifier
    const select = this.#limits.get(name)
    return select === undefined ? node : AliasNode.create(select, IdentifierNode.create(name))
  }
}
