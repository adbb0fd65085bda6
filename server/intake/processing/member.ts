/** What a family is made of. */

import type { ExceptionCode } from '#contracts/collect.ts'
import type { ProcessingSettings } from '#contracts/processing.ts'
import type { Address } from '../../review/documents/mail-address.ts'
import type { KnownFiles } from './hash-lists/known-files.ts'
import type { FileCategory } from './identify/identify.ts'
import type { OnDisk } from './large.ts'
import type { Limits } from './limits.ts'

export type RecordType = 'E-mail' | 'E-mail attachment' | 'Loose file' | 'Chat'

/** Something about a document that could not be done; the document itself is there. */
export interface ProcessingException {
  readonly code: ExceptionCode
  readonly reason: string
  readonly stage: 'expand' | 'parse' | 'text'
}

export interface Mail {
  readonly from: readonly Address[]
  readonly to: readonly Address[]
  readonly cc: readonly Address[]
  readonly bcc: readonly Address[]
}

export interface Member {
  /** Position in the family's reading order; the parent is 0. */
  readonly ordinal: number
  /** Ordinal of the direct parent. */
  readonly parent: number | null
  readonly depth: number
  readonly recordType: RecordType
  readonly category: FileCategory
  readonly title: string
  readonly fileName: string
  readonly extension: string
  readonly mimeType: string
  readonly bytes: Buffer | OnDisk
  readonly md5: string
  readonly sha1: string
  readonly sha256: string
  readonly mail: Mail | null
  readonly fromText: string
  readonly sentAt: string | null
  readonly sentOriginal: string
  readonly messageId: string
  readonly inReplyTo: string
  readonly references: readonly string[]
  readonly path: readonly string[]
  readonly attachmentCount: number
  readonly text: string | null
  readonly html: string | null
  /** Words that it holds and that nobody sees who looks at it; a text of its own, empty where there are none. */
  readonly hidden: string
  readonly truncated: boolean
  readonly noText: string | null
  readonly metadata: Readonly<Record<string, readonly string[]>>
  readonly flaws: readonly ProcessingException[]
}

export interface Family {
  readonly members: readonly Member[]
  readonly dedupeHash: string
  /** Best date of the top parent. */
  readonly date: string | null
  /** Images that were recorded with their message and not made documents. */
  readonly inlineImages: readonly PartOfMember[]
  /** Attachments that are known files and were left out; their parents name them. */
  readonly leftOut: readonly KnownMember[]
}

/** What came with a member and is none itself. */
export interface PartOfMember {
  /** Ordinal of the member that it was in. */
  readonly parent: number
  readonly path: readonly string[]
  readonly size: number
  readonly sha256: string
}

/** A known file that was left out of a family. */
export interface KnownMember extends PartOfMember {
  readonly hashListId: number
}

/** How a project takes messages. */
export type MessageRules = Pick<ProcessingSettings, 'inlineImages' | 'compareBcc'>

export interface FamilyOptions {
  readonly maxTextSize: number
  readonly limits: Limits
  /** Tried in this order on what is locked. */
  readonly passwords: readonly string[]
  /** IANA name of the zone whose days conversations are of. */
  readonly timeZone: string
  readonly messages: MessageRules
  /** De-NIST lists, and what becomes of those; none where files are not tested. */
  readonly known?: KnownFiles
  /** For what has to be a file while it is read; emptied of what was put there. */
  readonly spoolFolder: string
}

export interface Origin {
  /** Path inside its containers, outermost first; the last part names the item. */
  readonly path: readonly string[]
  /** What it is called, where the path says what it was called before. */
  readonly name?: string
  /** Date of the mbox separator, where there is one. */
  readonly receivedAt?: string | null
  /** Last change, as the archive has it, for loose files. */
  readonly modifiedAt?: string | null
}
