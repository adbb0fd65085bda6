/**
 * An index of very many synthetic documents, written by the index's own writer alone: mail of about 300 words of a vocabulary as
 * large as a real one, three words of each its own. It is made once and kept: making it takes a quarter of an hour and more, on a
 * busy machine several times that, so it can be made in several runs.
 */
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Value } from '#query/evaluate.ts'
import type { IndexRow } from '#server/review/search/embedded/row.ts'
import { IndexWriter } from '#server/review/search/embedded/writer.ts'
import { type FactKey, factKeys, type WordColumn, wordColumns } from '#server/review/search/list.ts'
import { Words } from './search.ts'

const chunk = 1_000
/** Ids of a coding field and of the first of some tags. */
const codingField = 7
const firstTag = 11

export interface MadeIndex {
  readonly file: string
  /** Bytes of all texts. */
  readonly textBytes: number
  readonly fileBytes: number
  /** Documents a second, of those that were made now; null where they were there. */
  readonly rate: number | null
}

/**
 * Makes what is missing of the index in a folder. One that was broken off is gone on with: each chunk is one transaction, and the same
 * wherever it begins. Null where it is not whole after so many ms.
 */
export function madeIndex(folder: string, documents: number, budgetMs: number): MadeIndex | null {
  const since = performance.now()
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `documents-${documents}.sqlite`)
  const done = documentsIn(file)
  let ms = 0
  if (done < documents) {
    const writer = new IndexWriter(file)
    for (let from = done; from < documents; from += chunk) {
      const rows = rowsFrom(from, Math.min(chunk, documents - from))
      const began = performance.now()
      writer.apply({ at: '2026-01-01T00:00:00.000Z', rows, facts: [], codings: [], removed: [] })
      ms += performance.now() - began
      const made = from + rows.length
      if (made % 20_000 === 0) console.log(`    ${made} of ${documents} documents, ${pace(made - done, ms)}`)
      if (made < documents && performance.now() - since > budgetMs) {
        writer.close()
        return null
      }
    }
    writer.tidy()
    writer.close()
  }
  const { size } = statSync(file)
  return {
    file,
    textBytes: textBytes(file),
    fileBytes: size,
    rate: done < documents ? ((documents - done) * 1000) / ms : null,
  }
}

/** What one looks at where it takes long: whether it slows down, and whether memory grows. */
const pace = (documents: number, ms: number): string =>
  `${Math.round((documents * 1000) / ms)}/s, ${Math.round(process.memoryUsage.rss() / 2 ** 20)} MB in memory`

function documentsIn(file: string): number {
  try {
    const db = new Database(file, { readonly: true, fileMustExist: true })
    const count = db.prepare('select count(*) from doc').pluck().get()
    db.close()
    return Number(count)
  } catch {
    return 0
  }
}

/** The sum of a fact: the texts are not kept as they were. */
function textBytes(file: string): number {
  const db = new Database(file, { readonly: true })
  const place = factKeys.indexOf('Text_Size')
  const sum = db.prepare(`select sum(json_extract(facts, '$[3][${place}][0]')) from doc`).pluck().get()
  db.close()
  return Number(sum)
}

/** The same on every machine, wherever it begins. */
function rowsFrom(from: number, count: number): IndexRow[] {
  const words = new Words((Math.imul(from / chunk + 1, 2_654_435_761) ^ 20_260_101) >>> 0)
  return Array.from({ length: count }, (_, i) => rowOf(words, from + i))
}

const languages = ['English', 'English', 'English', 'German', 'French']
const own = (position: number, nth: number): string => `own${nth}${(position * 7 + nth).toString(36)}q`

function rowOf(words: Words, position: number): IndexRow {
  const made = words.document(position)
  const documentId = position + 1
  const familyId = position - (position % 4 === 3 ? 3 : 0) + 1
  const ordinal = position % 4 === 3 ? 1 : 0
  const text = `${made.text} ${own(position, 1)} ${own(position, 2)} ${own(position, 3)}`
  const date = Date.parse(made.parentDate ?? '')
  const extension = made.extension ?? 'eml'
  const facts: Partial<Record<FactKey, readonly Value[]>> = {
    Custodian: [made.custodian],
    All_Custodian: [made.custodian],
    Record_Type: [ordinal === 0 ? 'Email' : 'Attachment'],
    File_Type_Category: [ordinal === 0 ? 'Email' : 'Document'],
    File_Extension: [extension],
    MIME_Type: [
      ordinal === 0
        ? 'message/rfc822'
        : 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    Has_Text: ['Yes'],
    Text_Truncated: ['No'],
    Document_Id: [documentId],
    Family_Id: [familyId],
    Family_Ordinal: [ordinal],
    File_Size: [text.length * 3],
    Text_Size: [text.length],
    Attachment_Count: [position % 4 === 0 ? 1 : 0],
    Parent_Date: [date],
    Sent_Date: [date],
    Document_State: ['Promoted'],
    Domains: (made.to ?? []).length > 0 ? ['northwind.example', `d${position % 997}.example`] : [],
    Is_Duplicate: ['No'],
    Recipient_Count: [(made.to ?? []).length],
    Family_Count: [position % 4 === 0 || ordinal === 1 ? 2 : 1],
    Language: [languages[position % languages.length] ?? 'English'],
    Author: ordinal === 1 ? [`Author ${position % 5_003}`] : [],
    Created_Date: [date - 86_400_000],
    Page_Count: [1 + (position % 9)],
  }
  const inWords: Partial<Record<WordColumn, readonly string[]>> = {
    Subject: [made.title],
    From: made.from === undefined ? [] : [made.from],
    To: made.to ?? [],
    File_Name: [`${position}.${extension}`],
    Document_Name: [made.title],
    Control_Number: [`NWI-${String(documentId).padStart(8, '0')}`],
    Source_Path: [`${made.custodian}/Inbox/${Math.floor(position / 500)}/${position}.${extension}`],
  }
  return {
    documentId,
    familyId,
    ordinal,
    parentDate: date,
    words: wordColumns.map((column) => inWords[column] ?? []),
    facts: factKeys.map((key) => facts[key] ?? []),
    texts: [text],
    coding: {
      documentId,
      coded: position % 3 === 0 ? { [codingField]: [`Choice ${position % 12}`] } : {},
      tagIds: position % 5 === 0 ? [firstTag + (position % 10)] : [],
    },
  }
}
