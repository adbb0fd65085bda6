/** Page images with hits and highlights where their words stand, and the bars that go through them. */
import { type ReactElement, type ReactNode, useMemo, useState } from 'react'
import type { PageImage } from '#contracts/pages.ts'
import { type LegendEntry, readForHits } from '#query/hits.ts'
import { pageTexts } from '#src/reads/pages.ts'
import { HighlightBar } from '../highlights/highlight-bar.tsx'
import { apart, type Place, type ShownSet } from '../highlights/sets.ts'
import { useSteps } from '../highlights/use-steps.ts'
import { useRead } from '../ui/answer.ts'
import { TextNote } from '../viewer/finding.tsx'
import { HitBar } from '../viewer/hit-bar.tsx'
import { useHitKeys } from '../viewer/hit-keys.ts'
import type { Hit } from '../viewer/marks.ts'
import { PageList } from './page-list.tsx'
import { byPage, hitMark, setMark } from './page-marks.ts'
import type { PageOver } from './page-over.ts'
import { type PlacedText, placeWords } from './page-words.ts'

export function MarkedPages({
  documentId,
  projectId,
  images,
  small,
  terms,
  find,
  sets,
  over,
  chooser,
}: {
  readonly documentId: number
  readonly projectId: number
  readonly images: readonly PageImage[]
  readonly small: boolean
  readonly terms: readonly LegendEntry[]
  readonly find: (text: string) => readonly Hit[]
  readonly sets: readonly ShownSet[]
  readonly over: PageOver | null
  /** Chooses whose pages are shown. */
  readonly chooser?: ReactNode
}): ReactElement {
  const { value, failure } = useRead(pageTexts, { documentId }, { once: true })
  const placed = useMemo(() => (value === null ? null : placeWords(value.data)), [value])
  const hits = useMemo(() => (placed === null ? [] : find(placed.text)), [placed, find])
  const places = useMemo(() => placesOf(placed, sets), [placed, sets])
  const [focused, setFocused] = useState<number | null>(null)
  const [goTo, setGoTo] = useState<Place | null>(null)
  const onFocus = (index: number) => {
    setFocused(index)
    setGoTo(hits[index] ?? null)
  }
  const at = focused !== null && focused < hits.length ? focused : null
  const onStep = (by: 1 | -1) => onFocus(((at ?? (by === 1 ? -1 : 0)) + by + hits.length) % hits.length)
  useHitKeys(hits.length > 0, onStep)
  const countOf = (id: number): number => places.get(id)?.length ?? 0
  const steps = useSteps(sets, countOf, documentId, (id, index) => setGoTo(places.get(id)?.[index] ?? null))
  const marks = useMemo(() => {
    if (placed === null) return byPage([])
    const ofHits = apartHits(hits).flatMap(({ hit, index }) =>
      placed.rectsOf(hit).map(hitMark(hit.term, index, index === at)),
    )
    const ofSets = sets.flatMap((set) =>
      (places.get(set.highlightSetId) ?? []).flatMap((place, index) =>
        placed
          .rectsOf(place)
          .map(setMark(set, index, steps.chosen === set.highlightSetId && steps.at === index)),
      ),
    )
    return byPage([...ofHits, ...ofSets])
  }, [placed, hits, at, sets, places, steps.chosen, steps.at])
  const target = useMemo(
    () => (goTo === null || placed === null ? null : (placed.rectsOf(goTo)[0] ?? null)),
    [goTo, placed],
  )
  const note = noteOf(value?.data ?? null, images.length, failure?.message ?? null)
  return (
    <>
      <PageList
        documentId={documentId}
        projectId={projectId}
        images={images}
        small={small}
        marks={marks}
        target={target}
        over={over}
        chooser={chooser}
      />
      {note !== null && <TextNote>{note}</TextNote>}
      {terms.length > 0 && (
        <HitBar
          terms={terms.map(({ label }, term) => ({
            text: label,
            count: hits.filter((hit) => hit.term === term).length,
          }))}
          total={hits.length}
          says={value === null ? (failure?.message ?? 'Finding the words …') : ''}
          focused={at}
          onFocus={onFocus}
          onStep={onStep}
          firstOf={(term) =>
            Math.max(
              0,
              hits.findIndex((hit) => hit.term === term),
            )
          }
        />
      )}
      {sets.length > 0 && <HighlightBar sets={sets} countOf={countOf} steps={steps} />}
    </>
  )
}

function placesOf(
  placed: PlacedText | null,
  sets: readonly ShownSet[],
): ReadonlyMap<number, readonly Place[]> {
  if (placed === null) return new Map()
  const words = readForHits(placed.text)
  return new Map(sets.filter(({ off }) => !off).map((set) => [set.highlightSetId, set.find(words)]))
}

/** One that overlaps an earlier one ("merger" inside "merger costs") is shown by that one's mark. */
function apartHits(hits: readonly Hit[]): { readonly hit: Hit; readonly index: number }[] {
  const shown = apart(hits)
  let next = 0
  return hits.flatMap((hit, index) => {
    if (hit.start !== shown[next]?.start) return []
    next++
    return [{ hit, index }]
  })
}

/** What is not marked, and why. */
function noteOf(
  pages: readonly { readonly text: string }[] | null,
  images: number,
  failure: string | null,
): string | null {
  if (failure !== null) return 'Nothing is marked on the pages: where their words stand could not be found.'
  if (pages === null) return null
  const without = pages.filter(({ text }) => text === '').length
  if (pages.length === without)
    return 'Nothing is marked on these pages: they are pictures, and no words were recognized on them. Start OCR to have them recognized.'
  if (pages.length < images)
    return `Words are marked on the first ${pages.length} pages alone: the document is too long.`
  return without === 0
    ? null
    : `${without} of ${images} pages are pictures, and no words were recognized on them: nothing is marked there.`
}
