/** The panel of the filter: lists with counts that change as one chooses, numbers, dates, copies. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { filterDates, filterLists, filterNumbers } from '#contracts/filter.ts'
import { withDates, withMember } from '#src/events/filter/choice.ts'
import type { Figures } from '#src/reads/facets.ts'
import { Select } from '../ui/input.tsx'
import { Chooser } from './chooser.tsx'
import { DateChooser } from './date-chooser.tsx'
import { titleOf } from './fields.ts'
import { ListChooser } from './list-chooser.tsx'
import { NumberChooser } from './number-chooser.tsx'
import { type PanelGroup, panelGroups } from './panel-groups.ts'
import { useChosen } from './use-chosen.ts'

export function Panel({
  known,
  figures,
}: {
  readonly known: ReadonlySet<string>
  readonly figures: Figures | null
}): ReactElement {
  const { of, choose } = useChosen()
  return (
    <chakra.aside
      aria-label="What the filter chooses"
      background="surface"
      borderWidth="1px"
      borderColor="line"
      borderRadius="lg"
      overflow="hidden"
    >
      <chakra.fieldset display="flex" flexWrap="wrap" columnGap="3" px="4" py="2" fontSize="xs" color="muted">
        <chakra.legend srOnly>Groups that are shown</chakra.legend>
        {panelGroups.map(({ title, hiddenBy }) => (
          <chakra.label key={title} display="inline-flex" alignItems="center" gap="1.5" minHeight="24px">
            <input
              type="checkbox"
              checked={of.filter[hiddenBy] !== true}
              onChange={(event) =>
                choose(withMember(of, hiddenBy, event.currentTarget.checked ? undefined : true))
              }
            />
            {title}
          </chakra.label>
        ))}
      </chakra.fieldset>
      {panelGroups.map(
        (group) =>
          of.filter[group.hiddenBy] !== true && (
            <Group key={group.title} group={group} known={known} figures={figures} />
          ),
      )}
    </chakra.aside>
  )
}

function Group({
  group: { title, lists, numbers, dates, duplicates },
  known,
  figures,
}: {
  readonly group: PanelGroup
  readonly known: ReadonlySet<string>
  readonly figures: Figures | null
}): ReactElement {
  const { of, choose } = useChosen()
  return (
    <section aria-label={title}>
      <chakra.h2
        fontSize="sm"
        px="4"
        height="32px"
        lineHeight="32px"
        background="sunken"
        borderTopWidth="1px"
        borderBottomWidth="1px"
        borderColor="line"
      >
        {title}
      </chakra.h2>
      {lists
        .filter((list) => known.has(filterLists[list]))
        .map((list) => (
          <ListChooser key={list} list={list} facet={figures?.facets[filterLists[list]] ?? null} />
        ))}
      {dates
        .filter((date) => known.has(filterDates[date]))
        .map((date) => (
          <Chooser key={date} title={titleOf(filterDates[date])}>
            <DateChooser
              title={titleOf(filterDates[date])}
              choice={of.filter[date] ?? null}
              onChoose={(choice) => choose(withDates(of, date, choice))}
            />
          </Chooser>
        ))}
      {numbers
        .filter((number) => known.has(filterNumbers[number]))
        .map((number) => (
          <NumberChooser key={number} member={number} />
        ))}
      {duplicates && known.has('Is_Duplicate') && (
        <Chooser title="Suppressed duplicates">
          <Select
            aria-label="Suppressed duplicates"
            value={String(of.filter.isDuplicate ?? null)}
            choices={[
              { value: 'null', label: 'With and without' },
              { value: 'true', label: 'Has suppressed duplicates' },
              { value: 'false', label: 'There was only one of it' },
            ]}
            onChoose={(value) =>
              choose(withMember(of, 'isDuplicate', value === 'null' ? undefined : value === 'true'))
            }
          />
        </Chooser>
      )}
    </section>
  )
}
