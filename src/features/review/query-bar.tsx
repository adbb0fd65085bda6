/** The query, how it was read, what was found. Keystrokes stay here until Enter. */
import { chakra } from '@chakra-ui/react'
import { reflect } from '@effector/reflect'
import { useUnit } from 'effector-react'
import {
  type ComponentProps,
  type FormEvent,
  memo,
  type ReactElement,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { type Widened, widenedBy, widenedWords } from '#contracts/widened.ts'
import { fieldNames } from '#src/reads/review.ts'
import { dispatch } from '../../commands/dispatch.ts'
import { cancelRun } from '../../commands/effects.ts'
import { search, sortList } from '../../commands/review-list.ts'
import { hasResult } from '../../events/review/views.ts'
import { $online } from '../../stores/network.ts'
import { $list, type ListState, openingCache } from '../../stores/review.ts'
import { useCached, useHeld } from '../ui/answer.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { counted, number } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Menu } from '../ui/menu.tsx'
import { part } from '../ui/part.tsx'
import { useWaited } from '../ui/use-waited.ts'
import { focusList } from './list-focus.ts'
import { ListTools } from './list-tools.tsx'

/** Fetched when a query is begun to be written. */
const QueryForms = part(() => import('./query-forms.tsx').then((module) => module.QueryForms))

/** Drawn again with the list, not with every document of it. */
export const QueryBar = memo(function QueryBar(): ReactElement {
  const { list, run } = useUnit({ list: $list, run: dispatch })
  const asked = list?.query.queryString ?? ''
  const [typed, setTyped] = useState(asked)
  const input = useRef<HTMLInputElement>(null)
  const faultId = useId()
  const fieldsId = useId()
  const names = useHeld(fieldNames, {}).value
  const [focused, setFocused] = useState(false)
  // While a query is written; what was made of it is not covered.
  const hinted = focused && names !== null && (typed !== asked || asked === '')
  // What another tab or a saved search asked for shows here, but never in the midst of what is being typed: a tab that
  // comes up searches by itself, and somebody quick writes meanwhile.
  const typing = useRef(false)
  useLayoutEffect(() => {
    if (!typing.current) setTyped(asked)
  }, [asked])
  // What came while the input was already entered gives way to the first key.
  useLayoutEffect(() => {
    if (typed !== '' && !typing.current && document.activeElement === input.current) input.current?.select()
  }, [typed])

  // From the query the keyboard goes on to what was found; a query that was refused keeps it.
  const leaves = useRef(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    leaves.current = true
    typing.current = false
    run(search({ queryString: typed, openAt: 0 }))
  }
  const searchId = list?.phase === 'answered' && list.totalCount > 0 ? list.searchId : null
  useEffect(() => {
    if (searchId === null || !leaves.current) return
    leaves.current = false
    if (document.activeElement === input.current) focusList()
  }, [searchId])
  const fault = list?.phase === 'failed' ? list.fault : null
  const position = fault?.position ?? null
  useEffect(() => {
    if (position !== null) input.current?.setSelectionRange(position, position + 1)
  }, [position])

  return (
    <chakra.form
      role="search"
      onSubmit={submit}
      px="2"
      pt="2"
      pb="1"
      borderBottomWidth="1px"
      borderColor="line"
    >
      <chakra.div
        position="relative"
        display="flex"
        alignItems="center"
        gap="1"
        borderWidth="1px"
        borderColor={fault ? 'dangerBar' : 'control'}
        borderRadius="md"
        background="surface"
        pl="2"
        _focusWithin={{ outline: '2px solid', outlineColor: 'focus', outlineOffset: '-1px' }}
      >
        <Icon name="search" />
        <chakra.input
          ref={input}
          value={typed}
          onChange={(event) => {
            typing.current = true
            setTyped(event.target.value)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            typing.current = false
            setTyped(asked)
            focusList()
          }}
          aria-label="Search documents"
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? faultId : hinted ? fieldsId : undefined}
          onFocus={() => {
            setFocused(true)
            run(fieldNames.request({}))
          }}
          onBlur={() => {
            typing.current = false
            setFocused(false)
          }}
          placeholder="Words, “phrases”, AND OR NOT, Field:value"
          data-shortcut="/"
          spellCheck={false}
          autoComplete="off"
          flex="1"
          minWidth="0"
          height="30px"
          fontFamily="mono"
          fontSize="sm"
          background="transparent"
          outline="none"
        />
        {typed !== '' && (
          <IconButton
            icon="close"
            label="Clear the search"
            onClick={() => {
              typing.current = false
              setTyped('')
              run(search({ queryString: '', openAt: 0 }))
              input.current?.focus()
            }}
          />
        )}
        {hinted && <QueryForms id={fieldsId} fields={names} typed={typed} />}
      </chakra.div>
      <Options />
      {fault ? (
        <chakra.p id={faultId} role="alert" color="dangerInk" fontSize="xs" pt="1">
          {position === null ? '' : `At character ${position + 1}: `}
          {fault.message}
          {(fault.transient || fault.stopped) && (
            <Button size="sm" look="quiet" icon="retry" onClick={() => run(search({ queryString: asked }))}>
              Try again
            </Button>
          )}
        </chakra.p>
      ) : (
        list !== null && (list.reading !== '' || list.notes.length > 0) && <Reading list={list} />
      )}
    </chakra.form>
  )
})

function Options(): ReactElement {
  const { list, run } = useUnit({ list: $list, run: dispatch })
  const query = list?.query.queryString ?? ''
  const sort = list?.sort ?? 'parentDateAsc'
  const included = widenedBy(list?.query ?? { includeFamily: false })
  const include = (kind: Widened) => {
    const next = included.includes(kind) ? included.filter((one) => one !== kind) : [...included, kind]
    const also = next.filter((one) => one !== 'families')
    run(search({ queryString: query, includeFamily: next.includes('families'), also }))
  }
  return (
    <chakra.div display="flex" alignItems="center" gap="2" pt="1" fontSize="xs" color="muted" flexWrap="wrap">
      <Menu
        stays
        groups={[
          {
            items: includes.map(([kind, label]) => ({
              ...{ id: kind, label, checked: included.includes(kind) },
              run: () => include(kind),
            })),
          },
        ]}
        trigger={<IncludeButton included={included} />}
      />
      <Choice
        label="Sort"
        value={typeof sort === 'string' ? sort : 'columns'}
        options={typeof sort === 'string' ? sorts : [...sorts, ['columns', 'By columns'] as const]}
        onChange={(chosen) => chosen !== 'columns' && run(sortList({ sort: chosen }))}
      />
      <Choice
        label="Show"
        value={list?.filter ?? 'all'}
        options={filters}
        onChange={(filter) => run(search({ queryString: query, filter }))}
      />
    </chakra.div>
  )
}

const includes = [
  ['families', 'Families'],
  ['threads', 'E-mail threads'],
  ['duplicates', 'Duplicates'],
  ['nearDuplicates', 'Near-duplicates'],
] as const

/** Says what comes beside what matches, in the room of a choice: the first of several, and how many more. */
function IncludeButton({
  included,
  ...menu
}: ComponentProps<typeof chakra.button> & { readonly included: readonly Widened[] }): ReactElement {
  const [first, ...more] = includes.filter(([kind]) => included.includes(kind))
  return (
    <chakra.button type="button" title={title(included)} {...includeLook} {...menu}>
      Include{' '}
      <chakra.span color="ink" fontWeight={first === undefined ? undefined : 600}>
        {first?.[1] ?? 'Only matches'}
        {more.length > 0 && (
          <>
            <span aria-hidden> +{more.length}</span>
            <chakra.span srOnly>, {more.map(([, label]) => label).join(', ')}</chakra.span>
          </>
        )}
      </chakra.span>
      <Icon name="down" />
    </chakra.button>
  )
}

const title = (included: readonly Widened[]): string =>
  included.length === 0
    ? 'Include families, e-mail threads and duplicates of what matches'
    : `Include ${widenedWords(included)} of what matches`

const includeLook = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1',
  height: '24px',
  whiteSpace: 'nowrap',
  borderRadius: 'sm',
} as const

const sorts = [
  ['parentDateAsc', 'Oldest first'],
  ['parentDateDesc', 'Newest first'],
  ['documentId', 'Control number'],
  ['custodian', 'Custodian'],
  ['relevance', 'Relevance'],
] as const
const filters = [
  ['all', 'All'],
  ['unreviewed', 'Not coded'],
  ['reviewed', 'Coded'],
  ['tagged', 'Tagged'],
  ['untagged', 'Not tagged'],
] as const

function Choice<T extends string>({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string
  readonly value: T
  readonly options: readonly (readonly [T, string])[]
  readonly onChange: (value: T) => void
}): ReactElement {
  return (
    <chakra.label display="inline-flex" alignItems="center" gap="1">
      {label}
      <chakra.select
        value={value}
        onChange={(event) => {
          const chosen = options.find(([name]) => name === event.target.value)
          if (chosen) onChange(chosen[0])
        }}
        height="22px"
        fontSize="xs"
        background="transparent"
        color="ink"
        borderRadius="sm"
      >
        {options.map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </chakra.select>
    </chakra.label>
  )
}

/** Fetched with the first search that is not for all documents. */
const Reading = part(() => import('./reading.tsx').then((module) => module.Reading))

/** Fetched with the first search by words that could not find everything. */
const WithoutText = part(() => import('./without-text.tsx').then((module) => module.WithoutText))

/** Most searches are answered before anybody could stop them. */
const untilLong = 1_000

function StopSearch({ commandId }: { readonly commandId: string }): ReactElement | null {
  const run = useUnit(dispatch)
  if (!useWaited(untilLong)) return null
  return (
    <Button size="sm" look="quiet" onClick={() => run(cancelRun({ commandId }))}>
      Stop
    </Button>
  )
}

/** How many, how quickly, and what a search by words cannot see. */
function ListFootView({
  list,
  online,
}: {
  readonly list: ListState | null
  readonly online: boolean
}): ReactElement {
  const opening = useCached(openingCache, list?.searchId ?? '')
  const said =
    list?.phase === 'searching'
      ? online
        ? (opening ?? 'Searching …')
        : 'No connection: searched as soon as it is back'
      : !hasResult(list)
        ? ''
        : [
            // It was found by another query than the one that stands above.
            ...(list.phase === 'failed' ? ['Of the search before'] : []),
            counted(list.totalCount, 'document'),
            ...(list.hitCount < list.totalCount
              ? [`${number(list.hitCount)} found, ${number(list.totalCount - list.hitCount)} added`]
              : []),
            `${(list.tookMs / 1000).toFixed(2)} s`,
          ].join(' · ')
  // All documents, a batch, or those themselves: nothing was missed there.
  const missed =
    hasResult(list) && list.query.type !== 'batch' && !/^(Has_Text:.*)?$/.test(list.query.queryString)
      ? list.withoutText
      : 0
  return (
    <chakra.div
      display="flex"
      gap="2"
      px="3"
      height="26px"
      lineHeight="26px"
      fontSize="xs"
      color="muted"
      borderTopWidth="1px"
      borderColor="line"
      flexShrink={0}
    >
      <chakra.p role="status" flex="1" truncate>
        {said}
      </chakra.p>
      {list?.phase === 'searching' && online && <StopSearch key={list.searchId} commandId={list.askedBy} />}
      {missed > 0 && <WithoutText count={missed} />}
      <chakra.span display="inline-flex" alignItems="center" lineHeight="1">
        <ListTools />
      </chakra.span>
    </chakra.div>
  )
}

export const ListFoot = reflect({ view: ListFootView, bind: { list: $list, online: $online } })
