/** How many documents had which value as of a moment; each figure narrows the list to what it counts. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import type { SubjectCount } from '#contracts/reconstruct.ts'
import type { LookFilter, LookList } from '#src/events/catalog/reconstruct.ts'
import type { Counts } from '#src/stores/reconstruct-cache.ts'
import { number, percent } from '../ui/format.ts'

/** Which fields and categories are looked at: all where none is chosen. */
export const isShown = (
  { kind, subjectId }: SubjectCount,
  { fieldIds, tagCategoryIds }: LookFilter,
): boolean =>
  fieldIds.length + tagCategoryIds.length === 0 ||
  (kind === 'field' ? fieldIds : tagCategoryIds).includes(subjectId)

export function CountsThen({
  counts,
  list,
  filter,
  onList,
}: {
  readonly counts: Counts
  readonly list: LookList
  readonly filter: LookFilter
  readonly onList: (list: LookList) => void
}): ReactElement {
  const { documents, coded, notCoded, subjects } = counts
  return (
    <chakra.div p="3" display="flex" flexDirection="column" gap="3">
      <chakra.div display="flex" gap="2" flexWrap="wrap">
        <Whole label="Documents" count={documents} list={{ is: 'all' }} now={list} onList={onList} />
        <Whole
          label="Coded"
          count={coded}
          note={percent(coded, documents)}
          list={{ is: 'coded' }}
          now={list}
          onList={onList}
        />
        <Whole label="Not coded" count={notCoded} list={{ is: 'notCoded' }} now={list} onList={onList} />
      </chakra.div>
      <chakra.div
        display="grid"
        gridTemplateColumns="repeat(auto-fill, minmax(250px, 1fr))"
        gap="4"
        alignItems="start"
      >
        {subjects
          .filter((one) => isShown(one, filter))
          .map((subject) => (
            <Subject
              key={`${subject.kind}-${subject.subjectId}`}
              subject={subject}
              all={documents}
              list={list}
              onList={onList}
            />
          ))}
      </chakra.div>
    </chakra.div>
  )
}

/** A figure that narrows the list to what it counts. */
function Whole({
  label,
  count,
  note,
  list,
  now,
  onList,
}: {
  readonly label: string
  readonly count: number
  readonly note?: string
  readonly list: LookList
  readonly now: LookList
  readonly onList: (list: LookList) => void
}): ReactElement {
  const chosen = now.is === list.is
  return (
    <chakra.button
      type="button"
      aria-pressed={chosen}
      onClick={() => onList(list)}
      px="3"
      py="1"
      minWidth="96px"
      textAlign="start"
      borderWidth="1px"
      borderColor={chosen ? 'accent' : 'line'}
      borderRadius="md"
      background={chosen ? 'selected' : 'surface'}
      _hover={{ background: chosen ? 'selected' : 'hover' }}
    >
      <chakra.span display="block" fontSize="xs" color={chosen ? 'accentInk' : 'muted'}>
        {label}
      </chakra.span>
      <chakra.span fontSize="lg" fontWeight={600}>
        {number(count)}
      </chakra.span>
      {note !== undefined && (
        <chakra.span ml="2" fontSize="xs" color="muted">
          {note}
        </chakra.span>
      )}
    </chakra.button>
  )
}

function Subject({
  subject,
  all,
  list,
  onList,
}: {
  readonly subject: SubjectCount
  readonly all: number
  readonly list: LookList
  readonly onList: (list: LookList) => void
}): ReactElement {
  const { kind, subjectId, name, coded, notCoded, choices } = subject
  const of = { is: kind, subjectId } as const
  const rows: readonly {
    readonly label: string
    readonly documents: number
    readonly list: LookList
  }[] = [
    ...choices.map(({ value, label, documents }) => ({ label, documents, list: { ...of, value } })),
    // Texts and numbers are as many as there are documents: they are counted together.
    ...(choices.length === 0
      ? [{ label: 'With a value', documents: coded, list: { ...of, coded: true } }]
      : []),
    { label: kind === 'tags' ? 'No tag' : 'Not coded', documents: notCoded, list: { ...of, coded: false } },
  ]
  return (
    <chakra.section minWidth="0" aria-label={name}>
      <chakra.h3 fontSize="xs" color="muted" display="flex" gap="2" mb="1">
        <chakra.span flex="1" truncate title={name}>
          {name}
        </chakra.span>
        <chakra.span fontWeight={400}>{number(coded)} coded</chakra.span>
      </chakra.h3>
      <ul style={{ listStyle: 'none' }}>
        {rows.map(({ label, documents, list: own }) => {
          const chosen = sameList(list, own)
          return (
            <li key={JSON.stringify(own)}>
              <CountRow
                label={label}
                documents={documents}
                all={all}
                faint={'coded' in own && !own.coded}
                chosen={chosen}
                onChoose={() => onList(chosen ? { is: 'all' } : own)}
              />
            </li>
          )
        })}
      </ul>
    </chakra.section>
  )
}

const sameList = (a: LookList, b: LookList): boolean =>
  a.is === b.is &&
  ('subjectId' in a ? a.subjectId : null) === ('subjectId' in b ? b.subjectId : null) &&
  ('coded' in a ? a.coded : null) === ('coded' in b ? b.coded : null) &&
  ('value' in a ? a.value : null) === ('value' in b ? b.value : null)

function CountRow({
  label,
  documents,
  all,
  faint,
  chosen,
  onChoose,
}: {
  readonly label: string
  readonly documents: number
  readonly all: number
  readonly faint: boolean
  readonly chosen: boolean
  readonly onChoose: () => void
}): ReactElement {
  return (
    <chakra.button
      type="button"
      aria-pressed={chosen}
      onClick={onChoose}
      position="relative"
      display="flex"
      gap="2"
      alignItems="center"
      width="full"
      height="24px"
      px="2"
      fontSize="sm"
      borderRadius="sm"
      boxShadow={chosen ? 'inset 0 0 0 1px var(--af-colors-accent)' : 'none'}
      _hover={{ background: 'hover' }}
    >
      <chakra.span
        position="absolute"
        left="0"
        top="3px"
        bottom="3px"
        borderRadius="sm"
        background={faint ? 'sunken' : 'accentGround'}
        borderWidth={faint ? '1px' : '0'}
        borderColor="line"
        style={{ width: `${all === 0 ? 0 : (documents / all) * 100}%` }}
        aria-hidden
      />
      <chakra.span
        position="relative"
        flex="1"
        textAlign="start"
        truncate
        color={faint ? 'muted' : 'ink'}
        title={label}
      >
        {label}
      </chakra.span>
      <chakra.span position="relative">{number(documents)}</chakra.span>
    </chakra.button>
  )
}
