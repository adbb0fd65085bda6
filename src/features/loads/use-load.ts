/** A load as it is being prepared for a source: what was found out, and over it what was chosen, in this or another tab. */
import { useUnit } from 'effector-react'
import { useRef } from 'react'
import type { LoadDialect } from '#contracts/loads.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { draftLoad, fillColumns } from '#src/commands/loads.ts'
import type { LoadDraft } from '#src/events/catalog/loads.ts'
import { loadFileLook, loadFiles } from '#src/reads/loads.ts'
import type { Failure } from '#src/stores/answers.ts'
import { $loadDrafts } from '#src/stores/loads.ts'
import { type Reading, useRead } from '../ui/answer.ts'
import { begun, type Filled, type FoundFiles, foundDialect, type Look, stillThere } from './draft.ts'

export interface LookedAt {
  /** What was found out by itself; null while it comes. */
  readonly found: Look | null
  /** By the dialect that is chosen; while the next comes, the one before. */
  readonly look: Look | null
  /** The look is that of an earlier choice. */
  readonly isOld: boolean
  /** Null where nobody could find it out and nobody has said. */
  readonly dialect: LoadDialect | null
  readonly failure: Failure | null
  readonly again: () => void
}

export interface LoadBeingPrepared {
  readonly files: Reading<FoundFiles>
  /** Null while load files are looked for. */
  readonly draft: LoadDraft | null
  readonly rows: LookedAt
  readonly images: Reading<Look>
  readonly change: (part: Partial<LoadDraft>) => void
  /** Says what some columns fill; what was said of the others in the same moment stays. */
  readonly fill: (columns: readonly Filled[]) => void
  readonly beginAnew: () => void
}

export function useLoad(sourceId: number): LoadBeingPrepared {
  const { run, drafts } = useUnit({ run: dispatch, drafts: $loadDrafts })
  const files = useRead(loadFiles, { sourceId })
  const held = drafts[String(sourceId)]
  const draft = files.value === null ? null : stillThere(held ?? begun(files.value), files.value)
  const images = useRead(loadFileLook, draft?.images ? { sourceId, ...draft.images, dialect: null } : null, {
    once: true,
  })
  return {
    files,
    draft,
    rows: useRows(sourceId, draft),
    images,
    change: (part) => {
      if (draft !== null) run(draftLoad({ sourceId, draft: { ...draft, ...part } }))
    },
    fill: (columns) => {
      if (draft !== null) run(fillColumns({ sourceId, begins: draft, columns: [...columns] }))
    },
    beginAnew: () => run(draftLoad({ sourceId, draft: null })),
  }
}

function useRows(sourceId: number, draft: LoadDraft | null): LookedAt {
  const file = draft?.rows ?? null
  const own = draft?.dialect ?? null
  const found = useRead(loadFileLook, file && { sourceId, ...file, dialect: null }, { once: true })
  const chosen = useRead(loadFileLook, file && own && { sourceId, ...file, dialect: own }, { once: true })
  const now = own === null ? found : chosen
  // While the next comes the one before stays, of the same file: nothing jumps.
  const last = useRef<{ readonly of: number; readonly look: Look } | null>(null)
  if (file !== null && now.value !== null) last.current = { of: file.sourceFileId, look: now.value }
  const before = last.current !== null && last.current.of === file?.sourceFileId ? last.current.look : null
  return {
    found: found.value,
    look: file === null ? null : (now.value ?? before),
    isOld: now.value === null,
    dialect: own ?? (found.value && foundDialect(found.value)),
    failure: now.value === null ? now.failure : null,
    again: now.again,
  }
}
