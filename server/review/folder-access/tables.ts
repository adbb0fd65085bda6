/** Folders, and the documents in them. */
import type { Generated } from 'kysely'
import type { Instant } from '../../platform/records/schema.ts'

declare module '../../platform/records/schema.ts' {
  interface Schema {
    folder: FolderTable
    document_folder: DocumentFolderTable
  }
}

export interface FolderTable {
  folder_id: Generated<number>
  project_id: number
  /** The folder that it is in; null: at the top. */
  parent_id: number | null
  name: string
  /** The name case aside: unique among the folders that it stands with. */
  name_key: string
  /** Whose it is, or 0 for the shared ones: the same for all of a tree. */
  listed_for: number
  version: number
  made_by: number
  made_at: Instant
  changed_by: number
  changed_at: Instant
  /** The folder with whose deletion it went, be it itself; null: it is there. */
  deleted_with: number | null
}

export interface DocumentFolderTable {
  folder_id: number
  document_id: number
  project_id: number
  /** Who filed it, and when. */
  by_user: number
  at: Instant
}
