/** Links to the files of one document: for one person, for a short time, and only while they may have the file. */
import * as z from 'zod/mini'
import { call } from './call.ts'
import { idParam, instant } from './ids.ts'

/** The files of a document that can be downloaded, by their numbers. */
export const downloadTypes = {
  /** The file as it was collected. */
  originalNative: 1,
  /** All of its pages as a PDF, with redactions burned in. */
  originalImage: 2,
  /** Its pages as they were produced: of the latest production, or of the one that is named. */
  productionImage: 3,
  /** A PDF that was made of its file, as of an office document: not of what is redacted. */
  transcodedNative: 4,
} as const
export type DownloadType = (typeof downloadTypes)[keyof typeof downloadTypes]

/** Minutes for which a link holds. */
export const linkMinutes = 5

const fileType = z.enum(['1', '2', '3', '4'])

export const downloadUrl = call({
  name: 'downloads.link',
  method: 'GET',
  path: '/review/pcc/downloadUrl',
  needs: 'document.download',
  scope: 'project',
  query: z.strictObject({
    documentId: idParam,
    fileType,
    /** Of type 3: the production; left out: the latest that has the document. */
    productionId: z.optional(idParam),
  }),
  reply: z.object({
    /** An address of this server, to be opened as it is. */
    url: z.string(),
    expiresAt: instant,
  }),
  summary:
    'A link to a file of a document (`fileType`: original native 1, original image 2, production image 3, transcoded native ' +
    '4). It holds for five minutes, for the session that has asked and no other, and only while that may download the ' +
    'document. 404 with a sentence where the document has no such file.',
})

export const downloadByLink = call({
  name: 'downloads.open',
  method: 'GET',
  path: '/review/pcc/download',
  needs: 'document.download',
  scope: 'project',
  query: z.strictObject({
    projectId: idParam,
    /** As `downloads.link` has made it. Without the session that it was made for, it opens nothing. */
    link: z.string().check(z.minLength(1), z.maxLength(500)),
  }),
  rawReply: true,
  reply: z.any(),
  summary: 'The file that a link is for, always as a download; recorded in the audit log.',
})
