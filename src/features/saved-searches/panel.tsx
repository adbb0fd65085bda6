/** Saved searches by folder: what each finds now, what is new in it, and what can be done with it. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import type { SavedSearch, SearchSettings } from '#contracts/saved-searches.ts'
import { isSameWidening } from '#contracts/widened.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { search } from '#src/commands/review-list.ts'
import { deleteSavedSearch, openSavedSearch } from '#src/commands/saved-searches.ts'
import { hasResult } from '#src/events/review/views.ts'
import { savedSearchCount, savedSearches } from '#src/reads/saved-searches.ts'
import { $list, type ListState } from '#src/stores/review.ts'
import { $chosenSearch } from '#src/stores/saved-searches.ts'
import { useIsArchived } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { DeleteDialog } from '../ui/delete-dialog.tsx'
import { exactTime, number } from '../ui/format.ts'
import { Menu } from '../ui/menu.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { SaveSearchDialog } from './save-search-dialog.tsx'
import { settingsWords } from './words.ts'

const refresh = 60_000

type Open =
  | { readonly what: 'save' }
  | { readonly what: 'rename' | 'replace' | 'delete'; readonly saved: SavedSearch }

export function SavedSearchesPanel(): ReactElement {
  const { run, list } = useUnit({ run: dispatch, list: $list })
  const { value, failure, again } = useRead(savedSearches, {}, { every: refresh })
  const isArchived = useIsArchived()
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const present = settingsOf(list)
  const saving = open === null ? null : savingOf(open, present)
  const folders = [...new Set(value?.map(({ folder }) => folder))].sort((a, b) => a.localeCompare(b))
  return (
    <>
      <chakra.div px="3" pt="3" pb="2" borderBottomWidth="1px" borderColor="line">
        {isArchived || present === null ? (
          <chakra.p fontSize="xs" color="muted">
            {isArchived
              ? 'This project is archived: its saved searches can be opened, and no search is saved.'
              : list !== null && hasResult(list)
                ? 'A search inside a batch, a folder or another search is not saved: search all documents first.'
                : 'Search for documents: the search can then be saved here.'}
          </chakra.p>
        ) : (
          <Button icon="saved" onClick={() => setOpen({ what: 'save' })}>
            Save this search
          </Button>
        )}
      </chakra.div>
      {value === null && failure === null && <Skeleton rows={6} />}
      {value === null && failure !== null && (
        <ErrorState
          title="The saved searches could not be loaded"
          message={failure.message}
          onRetry={again}
        />
      )}
      {value?.length === 0 && (
        <EmptyState icon="saved" title="No saved searches">
          Save a search to find it here again, with its count and what is new in it.
        </EmptyState>
      )}
      {value !== null &&
        folders.map((folder) => (
          <Folder
            key={folder}
            name={folder}
            isOnly={folders.length === 1}
            searches={value
              .filter((saved) => saved.folder === folder)
              .map((saved) => (isArchived ? { ...saved, mayChange: false } : saved))}
            mayReplace={present !== null}
            onOpen={setOpen}
          />
        ))}
      {saving !== null && (
        <SaveSearchDialog {...saving} folders={folders.filter((folder) => folder !== '')} onClose={close} />
      )}
      {open?.what === 'delete' && (
        <DeleteDialog
          title={`Delete ${open.saved.name}?`}
          act="Delete the saved search"
          onDelete={() => {
            const { savedSearchId, name } = open.saved
            run(deleteSavedSearch({ savedSearchId, name }))
          }}
          onClose={close}
        >
          <p>
            {open.saved.shared
              ? 'Nobody in this project finds it here any more.'
              : 'You do not find it here any more.'}{' '}
            No document is changed by it.
          </p>
        </DeleteDialog>
      )}
    </>
  )
}

/** What is saved over what; null: nothing is. */
function savingOf(open: Open, present: SearchSettings | null) {
  if (open.what === 'rename')
    return { title: `Change ${open.saved.name}`, over: open.saved, search: open.saved.search }
  if (open.what === 'delete' || present === null) return null
  return open.what === 'save'
    ? { title: 'Save this search', over: null, search: present }
    : { title: `Save this search as ${open.saved.name}`, over: open.saved, search: present }
}

/** What the list was asked for; null where nothing was found yet, or not in all documents. */
function settingsOf(list: ListState | null): SearchSettings | null {
  if (list === null || !hasResult(list)) return null
  const { query, sort, viewer, filter } = list.answers ?? list
  if (query.type !== null) return null
  const { queryString, includeFamily, also = [] } = query
  return { queryString, includeFamily, also, sort, viewer, filter }
}

function Folder({
  name,
  isOnly,
  searches,
  mayReplace,
  onOpen,
}: {
  readonly name: string
  readonly isOnly: boolean
  readonly searches: readonly SavedSearch[]
  readonly mayReplace: boolean
  readonly onOpen: (open: Open) => void
}): ReactElement {
  return (
    <section aria-label={name === '' ? 'In no folder' : name}>
      {!(isOnly && name === '') && (
        <chakra.h3 px="3" pt="3" pb="1" fontSize="xs" fontWeight={600} color="faint" truncate title={name}>
          {name === '' ? 'In no folder' : name}
        </chakra.h3>
      )}
      <chakra.ul listStyleType="none">
        {searches.map((saved) => (
          <Row key={saved.savedSearchId} saved={saved} mayReplace={mayReplace} onOpen={onOpen} />
        ))}
      </chakra.ul>
    </section>
  )
}

function Row({
  saved,
  mayReplace,
  onOpen,
}: {
  readonly saved: SavedSearch
  readonly mayReplace: boolean
  readonly onOpen: (open: Open) => void
}): ReactElement {
  const { run, list, chosen } = useUnit({ run: dispatch, list: $list, chosen: $chosenSearch })
  const { savedSearchId, name, fault, readBefore, reading } = saved
  const { value: count } = useRead(savedSearchCount, fault === null ? { savedSearchId } : null, {
    every: refresh,
    // What the index has taken in since then may be among what it finds.
    asOf: list?.indexedAsOf ?? '',
  })
  const isShown = chosen?.savedSearchId === savedSearchId && isOf(list, saved)
  const added = count?.added ?? 0
  const words = settingsWords(saved.search).join(' · ')
  const show = () => {
    run(search({ ...saved.search, batchId: null, openAt: 0 }))
    run(openSavedSearch({ savedSearchId, name, inside: false }))
  }
  const searchInside = () => {
    run(
      search({
        queryString: '',
        within: { objectId: savedSearchId, type: 'savedSearch' },
        includeFamily: false,
        filter: 'all',
        viewer: 'parentsAndChildren',
        openAt: 0,
      }),
    )
    run(openSavedSearch({ savedSearchId, name, inside: true }))
  }
  return (
    <chakra.li borderBottomWidth="1px" borderColor="line" px="1" py="1">
      <chakra.div display="flex" alignItems="flex-start" gap="1">
        <chakra.button
          type="button"
          aria-current={isShown}
          disabled={fault !== null}
          title={fault === null ? `Show what it finds: ${words}` : undefined}
          onClick={show}
          flex="1"
          minWidth="0"
          textAlign="start"
          px="2"
          py="1"
          borderRadius="sm"
          background={isShown ? 'selected' : 'transparent'}
          _hover={{ background: isShown ? 'selected' : 'hover' }}
          _focusVisible={{ outlineOffset: '-2px' }}
        >
          <chakra.span display="flex" alignItems="center" gap="2">
            <chakra.span flex="1" minWidth="0" truncate fontSize="sm" fontWeight={600}>
              {name}
            </chakra.span>
            {added > 0 && (
              <Badge
                tone="accent"
                title={count?.openedAt ? `Since you opened it: ${exactTime(count.openedAt)}` : undefined}
              >
                {number(added)} new
              </Badge>
            )}
            <chakra.span fontSize="sm" color="muted" fontVariantNumeric="tabular-nums">
              {fault !== null || count === null ? '' : number(count.count)}
              {count !== null && (
                <chakra.span srOnly>{count.count === 1 ? ' document' : ' documents'}</chakra.span>
              )}
            </chakra.span>
          </chakra.span>
          <chakra.span display="block" fontSize="xs" color="muted" truncate>
            {words}
          </chakra.span>
          <chakra.span display="block" fontSize="xs" color="faint" truncate>
            {saved.shared ? `Shared by ${saved.madeBy}` : 'Yours alone'}
          </chakra.span>
        </chakra.button>
        <Menu
          end
          trigger={<IconButton size="sm" icon="dots" label={`More for ${name}`} />}
          groups={[
            ...(fault === null
              ? [{ items: [{ id: 'inside', label: 'Search inside it', run: searchInside }] }]
              : []),
            ...(saved.mayChange
              ? [
                  {
                    items: [
                      {
                        id: 'rename',
                        label: 'Name, folder, sharing …',
                        run: () => onOpen({ what: 'rename', saved }),
                      },
                      ...(mayReplace
                        ? [
                            {
                              id: 'replace',
                              label: 'Save the present search over it …',
                              run: () => onOpen({ what: 'replace', saved }),
                            },
                          ]
                        : []),
                      { id: 'delete', label: 'Delete …', run: () => onOpen({ what: 'delete', saved }) },
                    ],
                  },
                ]
              : []),
          ]}
        />
      </chakra.div>
      {fault !== null && (
        <chakra.p px="2" fontSize="xs" color="attentionInk">
          It can no longer be read: {fault}
        </chakra.p>
      )}
      {readBefore !== null && (
        <chakra.p px="2" fontSize="xs" color="attentionInk" overflowWrap="anywhere">
          Read otherwise than when it was saved. Then: {readBefore === '' ? 'all documents' : readBefore}.
          Now: {reading === '' ? 'all documents' : reading}. Save over it to keep today’s reading.
        </chakra.p>
      )}
    </chakra.li>
  )
}

/** Whether the list shows what it finds, or searches inside it. */
function isOf(list: ListState | null, { savedSearchId, search: asked }: SavedSearch): boolean {
  if (list === null) return false
  const { query, viewer, filter } = list
  if (query.type === 'savedSearch') return query.objectId === savedSearchId
  return (
    query.type === null &&
    query.queryString === asked.queryString &&
    isSameWidening(query, asked) &&
    viewer === asked.viewer &&
    filter === asked.filter
  )
}
