/** What load files in the XML of the EDRM (1.x) say: documents with their tags and files, and how they belong together. */

export interface EdrmTag {
  /** Standard ones begin with `#`. */
  readonly name: string
  /** `Text`, `DateTime` and the like; empty where the file does not say it. */
  readonly type: string
  readonly value: string
}
export interface EdrmFile {
  /** `Native`, `Image`, `Text`. */
  readonly type: string
  /** The folder, as it stands there. */
  readonly folder: string
  readonly name: string
  readonly bytes: number | null
  readonly hash: string
}
export interface EdrmDocument {
  readonly id: string
  /** `Message`, `File` and the like. */
  readonly type: string
  readonly tags: readonly EdrmTag[]
  readonly files: readonly EdrmFile[]
  readonly custodians: readonly string[]
}
export interface EdrmRelationship {
  /** `Attachment` and the like. */
  readonly type: string
  readonly parent: string
  readonly child: string
}

export type EdrmItem =
  | { readonly kind: 'document'; readonly line: number; readonly document: EdrmDocument }
  | { readonly kind: 'relationship'; readonly line: number; readonly relationship: EdrmRelationship }
  | { readonly kind: 'refused'; readonly line: number; readonly reason: string }
  /** Elements of this name hold something that is not read; told once for each name. */
  | { readonly kind: 'notRead'; readonly line: number; readonly element: string }
