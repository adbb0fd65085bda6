/** Tags, in projects that are not coded with forms: by category, at once, with their way back. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { Link } from 'react-router-dom'
import { dispatch } from '../../commands/dispatch.ts'
import { next } from '../../commands/review.ts'
import { acceptRefusal, applyTags, quickTag } from '../../commands/tags.ts'
import { $currentDocument } from '../../stores/review.ts'
import { $tagsView, type TagsView } from '../../stores/tags.ts'
import { Trail } from '../coding-form/trail.tsx'
import { ReadOnlyNotice, useMayNotCode, useReadOnly } from '../review/read-only-notice.tsx'
import { RefusalNotice } from '../review/refusal-notice.tsx'
import { useWho } from '../session/who.ts'
import { type Action, useActions } from '../ui/actions.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { EmptyState, Skeleton } from '../ui/states.tsx'

export function TagPanel(): ReactElement {
  const { view, run, document } = useUnit({ view: $tagsView, run: dispatch, document: $currentDocument })
  const documentId = view?.documentId
  const unseen = document === null
  const mayNot = useMayNotCode()
  useActions(
    (mayNot ? [] : (view?.quick.tags ?? [])).map(
      (tag): Action => ({
        id: `quick-${tag.tagId}`,
        label: `Quick tag ${tag.name}`,
        group: view?.quick.name ?? '',
        keys: `t ${tag.quickKey}`,
        run: () => run(quickTag({ documentId, key: tag.quickKey ?? 0, unseen })),
      }),
    ),
  )
  return (
    <chakra.aside
      aria-label="Tags"
      display="flex"
      flexDirection="column"
      height="full"
      background="surface"
      data-testid="tag-panel"
    >
      {view === null ? (
        <EmptyState icon="tag" title="No document is open">
          Its tags show here.
        </EmptyState>
      ) : !view.loaded ? (
        <Skeleton rows={8} />
      ) : (
        <Categories view={view} />
      )}
    </chakra.aside>
  )
}

const said = ['coding'] as const

function Categories({ view }: { readonly view: TagsView }): ReactElement {
  const run = useUnit(dispatch)
  const isReadOnly = useReadOnly()
  const mayNot = useMayNotCode()
  const manages = useWho().can('tag.manage')
  const { documentId, refused } = view
  return (
    <>
      <chakra.header
        display="flex"
        alignItems="center"
        gap="2"
        height="40px"
        px="3"
        borderBottomWidth="1px"
        borderColor="line"
        flexShrink={0}
      >
        <chakra.h2 fontSize="sm" flex="1">
          Tags
        </chakra.h2>
        {manages && <Link to="/overview/ProjectSetting/tags">Manage</Link>}
        <Badge
          tone={refused !== null ? 'danger' : view.saving ? 'info' : 'ok'}
          role="status"
          data-testid="coding-status"
        >
          {refused !== null ? 'Not saved' : view.saving ? 'Saving' : 'Saved'}
        </Badge>
      </chakra.header>
      <ReadOnlyNotice key={documentId} documentId={documentId} />
      <chakra.div
        flex="1"
        minHeight="0"
        overflowY="auto"
        // Nothing in it takes the focus then: it does so itself, so that keys scroll it.
        tabIndex={isReadOnly ? 0 : undefined}
        data-coding-fields
      >
        {refused !== null && (
          <chakra.div role="alert" fontSize="xs" px="3" py="2" background="dangerGround">
            <chakra.p color="dangerInk" pb="2">
              Not saved, and taken back: {namesOf(view, refused)}. {refused.message}
            </chakra.p>
            <chakra.div display="flex" gap="2">
              <Button
                size="sm"
                onClick={() => run(applyTags({ documentId, add: [...refused.on], remove: [...refused.off] }))}
              >
                Try again
              </Button>
              <Button size="sm" look="quiet" onClick={() => run(acceptRefusal({ documentId }))}>
                Leave it
              </Button>
            </chakra.div>
          </chakra.div>
        )}
        {view.categories.map((category) => (
          <chakra.fieldset
            key={category.tagCategoryId}
            disabled={isReadOnly}
            px="3"
            py="2"
            borderBottomWidth="1px"
            borderColor="line"
          >
            <chakra.legend fontSize="xs" fontWeight={600} color="faint" float="left" width="full" pb="1">
              {category.name}
              {category.exclusive && ' (one of)'}
            </chakra.legend>
            {category.tags.map((tag) => (
              <chakra.label
                key={tag.tagId}
                display="flex"
                clear="both"
                alignItems="center"
                gap="2"
                minHeight="26px"
                px="1"
                borderRadius="sm"
                fontSize="sm"
                cursor="pointer"
                _hover={{ background: 'hover' }}
              >
                <input
                  type="checkbox"
                  checked={tag.on}
                  disabled={tag.leavesTo !== undefined}
                  onChange={() =>
                    run(
                      applyTags(
                        tag.on
                          ? { documentId, add: [], remove: [tag.tagId] }
                          : { documentId, add: [tag.tagId], remove: [] },
                      ),
                    )
                  }
                />
                <chakra.span flex="1">
                  {tag.name}
                  {tag.leavesTo !== undefined && (
                    <chakra.span color="faint"> (being merged into {tag.leavesTo})</chakra.span>
                  )}
                </chakra.span>
                {tag.quickKey !== null && <Kbd keys={`t ${tag.quickKey}`} />}
              </chakra.label>
            ))}
          </chakra.fieldset>
        ))}
        <fieldset disabled={mayNot}>
          <Trail documentId={documentId} />
        </fieldset>
      </chakra.div>
      <chakra.footer position="relative" borderTopWidth="1px" borderColor="line" px="3" py="2" display="flex">
        <RefusalNotice about={said} at="above" />
        <Button look="primary" flex="1" onClick={() => run(next({}))}>
          Next document <Kbd keys="j" inverse />
        </Button>
      </chakra.footer>
    </>
  )
}

/** What a change was about. */
const namesOf = (
  { categories }: TagsView,
  { on, off }: { readonly on: readonly number[]; readonly off: readonly number[] },
): string =>
  categories
    .flatMap(({ tags }) => tags)
    .filter(({ tagId }) => on.includes(tagId) || off.includes(tagId))
    .map(({ name }) => name)
    .join(', ')
