/** Analysis: threads, near-duplicates, languages and PII of documents, and the job that finds them. */
import * as z from 'zod/mini'
import { call } from './call.ts'
import { documentState, familyMember } from './documents.ts'
import { id, idParam, instant } from './ids.ts'
import { jobNeeds } from './jobs.ts'
import { textOrigin } from './texts.ts'

/**
 * Whether a message must be read. `inclusive`: it has content that no other message of its thread repeats; `repeated`: all
 * of it is in an answer that is read; `spare`: a second copy of an inclusive one.
 */
export const inclusives = ['inclusive', 'repeated', 'spare'] as const
export const inclusive = z.enum(inclusives)
export type Inclusive = z.infer<typeof inclusive>

/** Values of the field `Thread_Inclusive`. */
export const inclusiveWords: Readonly<Record<Inclusive, string>> = {
  inclusive: 'Inclusive',
  repeated: 'Not inclusive',
  spare: 'Spare',
}

/** Why a message that has answers is not shown. */
export const absences = ['notCollected', 'notInReview'] as const
export type Absence = (typeof absences)[number]

/** At most so many of each are listed; the rest are counted. */
export const relatedLimits = { thread: 500, nearDuplicates: 200, copies: 200 } as const

/** A document of another family, as the lists beside a document show it. */
const beside = z.object({
  documentId: id,
  /** Empty if it is not in review. */
  controlNumber: z.string(),
  /** Reviewers see only documents in review. */
  state: documentState,
  title: z.string(),
  recordType: z.string(),
  custodian: z.string(),
})

export const threadNode = z.object({
  /** Depth in the thread: an answer is one level below the message it answers. */
  depth: z.int(),
  /** Null: a message that has answers but is not there. The thread says why. */
  message: z.nullable(
    z.object({
      ...beside.shape,
      from: z.string(),
      sentAt: z.nullable(instant),
      attachments: z.int(),
      inclusive: z.nullable(inclusive),
    }),
  ),
})
export type ThreadNode = z.infer<typeof threadNode>

export const nearDuplicate = z.object({
  ...beside.shape,
  parentDate: z.nullable(instant),
  principal: z.boolean(),
  /** In percent of the pivot, whose own value is 100. */
  similarity: z.int(),
})
export type NearDuplicate = z.infer<typeof nearDuplicate>

export const suppressedCopy = z.object({
  custodian: z.string(),
  /** Outermost first. */
  path: z.array(z.string()),
})

export const related = z.object({
  documentId: id,
  /** False if no analysis has covered this document yet: threads and near-duplicates are unknown. */
  analysed: z.boolean(),
  /** In order, including this document. */
  family: z.array(familyMember),
  /** In conversation order, answers below the message they answer; empty if the document is not mail. */
  thread: z.object({
    data: z.array(threadNode),
    /** Number of messages, without missing ones. */
    totalCount: z.int(),
    /**
     * Why messages that have answers are not there. Users who see processing see everything that was collected. Reviewers
     * are told that the messages are not in review, but not whether they were collected.
     */
    absent: z.enum(absences),
  }),
  /** The pivot first, then by similarity. */
  nearDuplicates: z.object({ data: z.array(nearDuplicate), totalCount: z.int() }),
  /** Suppressed duplicates of the family. */
  copies: z.object({ data: z.array(suppressedCopy), totalCount: z.int() }),
})
export type Related = z.infer<typeof related>

export const relatedDocuments = call({
  name: 'analysis.related',
  method: 'GET',
  path: '/review/document/related',
  needs: 'document.view',
  scope: 'project',
  query: z.strictObject({ documentId: idParam }),
  reply: related,
  summary: 'The family, thread, near-duplicates and suppressed duplicates of a document.',
})

/** Evidence for PII: its form with a checksum or a nearby word (likely), or its form alone (possible). */
export const confidences = ['likely', 'potential'] as const
export type Confidence = (typeof confidences)[number]

/** The location of PII in one of the document's own texts. The value itself is only in the text. */
export const personalDataPlace = z.object({
  origin: textOrigin,
  language: z.nullable(z.string()),
  /** Kind of PII: `Payment card`. */
  kind: z.string(),
  confidence: z.enum(confidences),
  /** UTF-16 units from the start of that text. */
  start: z.int(),
  end: z.int(),
})
export type PersonalDataPlace = z.infer<typeof personalDataPlace>

/** At most so many are listed; the rest are counted. */
export const maxPersonalData = 500

export const personalData = call({
  name: 'analysis.personalData',
  method: 'GET',
  path: '/review/document/personal-data',
  needs: 'document.view',
  scope: 'project',
  query: z.strictObject({ documentId: idParam }),
  reply: z.object({
    documentId: id,
    /** Likely ones first, then in text order. */
    data: z.array(personalDataPlace),
    totalCount: z.int(),
  }),
  summary:
    'Locations of PII in the texts of a document. They are computed on request and not stored. Recorded in ' +
    'the audit log once per session.',
})
export type PersonalDataFound = z.infer<typeof personalData.reply>

export const startAnalysis = call({
  name: 'analysis.start',
  method: 'POST',
  path: '/job/analysis',
  needs: jobNeeds.analysis,
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({}),
  reply: z.object({ /** The job that does it; one that waits already, where there is one. */ jobId: id }),
  summary:
    'Compute threads, near-duplicates, languages and PII of all documents again. Also started by each import, ' +
    'promotion, filter and OCR job.',
})
