/** Securable groups: who sees which part of a project once it has walls. */
import type { Generated } from 'kysely'
import type { Instant } from '../../platform/records/schema.ts'

declare module '../../platform/records/schema.ts' {
  interface Schema {
    securable_group: SecurableGroupTable
    securable_group_user: SecurableGroupUserTable
    securable_group_part: SecurableGroupPartTable
  }
}

export interface SecurableGroupTable {
  group_id: Generated<number>
  project_id: number
  name: string
  created_at: Instant
}

export interface SecurableGroupUserTable {
  group_id: number
  user_id: number
}

/** A part of the project that a group may see, or must not. */
export interface SecurableGroupPartTable {
  group_id: number
  /** `custodian` or `source`. */
  kind: string
  /** Of that kind. */
  part_id: number
  /** `allow` or `deny`. */
  access: string
}
