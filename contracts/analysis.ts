/** Analysis: what stands beside a document, and the job that finds it out. */
import * as z from 'zod/mini'
import { call } from './call.ts'
import { documentState, familyMember } from './documents.ts'
import { id, idParam, instant } from './ids.ts'
import { jobNeeds } from './jobs.ts'
import { textOrigin } from './texts.ts'

/**
 * Whether a message has to be read. `inclusive`: it says or carries something that no other of its thread repeats;
 * `repeated`: all of it is in an answer that is read; `spare`: a second copy of an inclusive one.
 */
export const inclusives = ['inclusive', 'repeated', 'spare'] as const
export const inclusive = z.enum(inclusives)
export type Inclusive = z.infer<typeof inclusive>

/** As the field `Thread_Inclusive` shows them. */
export const inclusiveWords: Readonly<Record<Inclusive, string>> = {
  inclusive: 'Inclusive',
  repeated: 'Not inclusive',
  spare: 'Spare',
}

/** Why a message that others answer is not shown. */
export const absences = ['notCollected', 'notInReview'] as const
export type Absence = (typeof absences)[number]

/** What is shown of each; the rest are counted. */
export const relatedLimits = { thread: 500, nearDuplicates: 200, copies: 200 } as const

/** A document of another family, as the lists beside a document show it. */
const beside = z.object({
  documentId: id,
  /** Empty for what is not in review. */
  controlNumber: z.string(),
  /** Reviewers are shown none but those in review. */
  state: documentState,
  title: z.string(),
  recordType: z.string(),
  custodian: z.string(),
})

export const threadNode = z.object({
  /** Below what it answers. */
  depth: z.int(),
  /** Null: a message that others answer and that is not there, for the reason that the thread tells. */
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
  /** In percent of the principal, whose own is 100. */
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
  /** False where no analysis has come by this document yet: threads and near-duplicates are not known. */
  analysed: z.boolean(),
  /** In order, the document among them. */
  family: z.array(familyMember),
  /** In the order of the conversation, answers below what they answer; empty for what is no mail. */
  thread: z.object({
    data: z.array(threadNode),
    /** Messages: what is not there is not counted. */
    totalCount: z.int(),
    /**
     * Why messages that others answer are not there. Who sees the side of processing sees all that was collected; who
     * sees review is told that they are not in it, and not whether they were collected.
     */
    absent: z.enum(absences),
  }),
  /** The principal first, then the most alike. */
  nearDuplicates: z.object({ data: z.array(nearDuplicate), totalCount: z.int() }),
  /** Copies of the family that were suppressed as duplicates. */
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
  summary: 'What stands beside a document: its family, thread, near-duplicates and suppressed copies.',
})

/** What speaks for personal data: its form and a check sum or a word beside it, or its form alone. */
export const confidences = ['likely', 'potential'] as const
export type Confidence = (typeof confidences)[number]

/** Where personal data stands in one of the document's own texts. What it says is in the text alone. */
export const personalDataPlace = z.object({
  origin: textOrigin,
  language: z.nullable(z.string()),
  /** What it is: `Payment card`. */
  kind: z.string(),
  confidence: z.enum(confidences),
  /** UTF-16 units from the beginning of that text. */
  start: z.int(),
  end: z.int(),
})
export type PersonalDataPlace = z.infer<typeof personalDataPlace>

/** As many are told; the rest are counted. */
export const mostPersonalData = 500

export const personalData = call({
  name: 'analysis.personalData',
  method: 'GET',
  path: '/review/document/personal-data',
  needs: 'document.view',
  scope: 'project',
  query: z.strictObject({ documentId: idParam }),
  reply: z.object({
    documentId: id,
    /** The likely ones first, then as they stand. */
    data: z.array(personalDataPlace),
    totalCount: z.int(),
  }),
  summary:
    'Where personal data stands in the texts of a document, looked for at once: no place is kept. Put on the record once a session.',
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
    'Find threads, near-duplicates, languages and personal data of all documents anew. Also begun by each import, promotion, filter and text recognition.',
})
