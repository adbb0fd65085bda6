/** Tags, in projects that are not coded with forms: by category, at once, with their way back. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { dispatch } from '../../commands/dispatch.ts'
import { next } from '../../commands/review.ts'
import { applyTags, quickTag } from '../../commands/tags.ts'
import { $tagsView, type TagsView } from '../../stores/tags.ts'
import { Trail } from '../coding-form/trail.tsx'
import { type Action, useActions } from '../ui/actions.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { RefusalNotice } from '../ui/refusal-notice.tsx'
import { EmptyState, Skeleton } from '../ui/states.tsx'

export function TagPanel(): ReactElement {
  const { view, run } = useUnit({ view: $tagsView, run: dispatch })
  useActions(
    (view?.quick.tags ?? []).map(
      (tag): Action => ({
        id: `quick-${tag.tagId}`,
        label: `Quick tag ${tag.name}`,
        group: 'Tags',
        keys: `t ${tag.quickKey}`,
        run: () => run(quickTag({ key: tag.quickKey ?? 0 })),
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
  const { documentId } = view
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
        <Badge
          tone={view.failure !== null ? 'danger' : view.saving ? 'info' : 'ok'}
          role="status"
          data-testid="coding-status"
        >
          {view.failure !== null ? 'Not saved' : view.saving ? 'Saving' : 'Saved'}
        </Badge>
      </chakra.header>
      <chakra.div flex="1" minHeight="0" overflowY="auto" data-coding-fields>
        {view.failure !== null && (
          <chakra.p role="alert" color="dangerInk" fontSize="xs" px="3" pt="2">
            {view.failure}
          </chakra.p>
        )}
        {view.categories.map((category) => (
          <chakra.fieldset
            key={category.tagCategoryId}
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
                <chakra.span flex="1">{tag.name}</chakra.span>
                {tag.quickKey !== null && <Kbd keys={`t ${tag.quickKey}`} />}
              </chakra.label>
            ))}
          </chakra.fieldset>
        ))}
        <Trail documentId={documentId} />
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
