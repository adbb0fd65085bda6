/** Two managers have changed a form at once: what each has changed, both forms, and the decision between them. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement, ReactNode } from 'react'
import type { DefinedVersion } from '#contracts/form-builder.ts'
import { formChanges } from '#contracts/form-changes.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { answerForm } from '#src/commands/forms.ts'
import { buildOf, definitionOfBuild, restedOn } from '#src/events/forms/forms.ts'
import type { FormWork } from '#src/stores/forms.ts'
import { Button } from '../ui/button.tsx'
import { exactTime } from '../ui/format.ts'
import { Section } from '../ui/page.tsx'
import { FormPreview } from './preview.tsx'
import type { Edit } from './use-build.ts'

export function TwoVersions({
  workKey,
  work,
  present,
  edit,
}: {
  readonly workKey: string
  readonly work: FormWork
  readonly present: DefinedVersion
  readonly edit: Edit
}): ReactElement {
  const run = useUnit(dispatch)
  const begun = work.base?.definition ?? null
  const { version, definition, by, at } = present
  const decide = (build: FormWork['build']) => {
    run(answerForm({ key: workKey, base: { version, definition } }))
    edit({ is: 'replace', build })
  }
  return (
    <Section title="Changed meanwhile: decide which form stays" padded>
      <chakra.p role="alert" pb="3">
        {by ?? 'Somebody'} has saved version {version} since you began. Nothing of yours was saved, and
        nothing is lost: whichever you take, Undo brings the other way back.
      </chakra.p>
      <chakra.div display="grid" gap="4" gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}>
        <Side
          title="Yours"
          changes={formChanges(begun, definitionOfBuild(work.build))}
          act={
            <Button onClick={() => decide(restedOn(work.build, definition))}>
              Keep mine, over version {version}
            </Button>
          }
        >
          <FormPreview build={work.build} label="Your form" />
        </Side>
        <Side
          title={`Version ${version}: ${by ?? 'unknown'}, ${exactTime(at)}`}
          changes={formChanges(begun, definition)}
          act={<Button onClick={() => decide(buildOf(definition))}>Take version {version}</Button>}
        >
          <FormPreview build={buildOf(definition)} label={`Version ${version}`} />
        </Side>
      </chakra.div>
    </Section>
  )
}

function Side({
  title,
  changes,
  act,
  children,
}: {
  readonly title: string
  readonly changes: readonly string[]
  readonly act: ReactNode
  readonly children: ReactNode
}): ReactElement {
  return (
    <chakra.div minWidth="0" display="flex" flexDirection="column" gap="2">
      <chakra.h3 fontSize="sm">{title}</chakra.h3>
      <Changes changes={changes} />
      <chakra.div
        borderWidth="1px"
        borderColor="line"
        borderRadius="md"
        maxHeight="320px"
        overflowY="auto"
        tabIndex={0}
        role="group"
        aria-label={title}
      >
        {children}
      </chakra.div>
      <div>{act}</div>
    </chakra.div>
  )
}

export const Changes = ({ changes }: { readonly changes: readonly string[] }): ReactElement =>
  changes.length === 0 ? (
    <chakra.p color="faint">No change</chakra.p>
  ) : (
    <chakra.ul fontSize="sm" listStyleType="none">
      {changes.map((change) => (
        <li key={change}>{change}</li>
      ))}
    </chakra.ul>
  )
