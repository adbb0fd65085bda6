/** The versions of a form: who made each, what changed, how much is coded with it, and how it looked. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useState } from 'react'
import type { FormVersion } from '#contracts/form-builder.ts'
import { buildOf } from '#src/events/forms/forms.ts'
import { formVersion, formVersions, managedForms } from '#src/reads/forms.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { ButtonTo } from '../ui/button-to.tsx'
import { exactTime, number } from '../ui/format.ts'
import { Page, Section } from '../ui/page.tsx'
import { EmptyState, Missing } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { BackToForms, editPath } from './paths.tsx'
import { FormPreview } from './preview.tsx'
import { Changes } from './two-versions.tsx'

export function Versions({ formId }: { readonly formId: number }): ReactElement {
  const form = useRead(managedForms, {}).value?.find(({ coding_form_id }) => coding_form_id === formId)
  const answer = useRead(formVersions, { formId })
  const [shown, setShown] = useState<number | null>(null)
  const columns: readonly Column<FormVersion>[] = [
    { id: 'version', head: 'Version', width: '80px', cell: ({ version }) => version },
    {
      id: 'by',
      head: 'Saved',
      width: '220px',
      cell: ({ by, at }) => (
        <>
          {by ?? 'With the project'}
          <chakra.div fontSize="xs" color="faint">
            {exactTime(at)}
          </chakra.div>
        </>
      ),
    },
    { id: 'changes', head: 'Changes', cell: ({ changes }) => <Changes changes={changes} /> },
    {
      id: 'documents',
      head: 'Documents coded with it',
      align: 'end',
      width: '170px',
      cell: ({ documents }) => number(documents),
    },
    {
      id: 'show',
      head: <chakra.span srOnly>Show it</chakra.span>,
      align: 'end',
      width: '90px',
      cell: ({ version }) => (
        <Button size="sm" aria-label={`Show version ${version}`} onClick={() => setShown(version)}>
          Show
        </Button>
      ),
    },
  ]
  return (
    <Page
      title={form === undefined ? 'Versions' : `Versions of ${form.name}`}
      above={<BackToForms />}
      lead="Each save makes a version. What is coded with an older one stays as it was coded."
      actions={<ButtonTo to={editPath(formId)}>Edit the form</ButtonTo>}
    >
      <Section title="Versions">
        <Missing answer={answer} rows={4} title="The versions could not be loaded" onRetry={answer.again} />
        {answer.value !== null &&
          (answer.value.length === 0 ? (
            <EmptyState icon="codingForms" title="No version is kept">
              The form has not changed since versions are kept.
            </EmptyState>
          ) : (
            <Table
              label="Versions"
              rows={answer.value}
              columns={columns}
              keyOf={({ version }) => version}
              currentKey={shown}
            />
          ))}
      </Section>
      {shown !== null && <OneVersion formId={formId} version={shown} />}
    </Page>
  )
}

function OneVersion({
  formId,
  version,
}: {
  readonly formId: number
  readonly version: number
}): ReactElement {
  const answer = useRead(formVersion, { formId, version }, { once: true })
  return (
    <Section title={`Version ${version}`}>
      <Missing answer={answer} rows={6} title="The version could not be loaded" onRetry={answer.again} />
      {answer.value !== null && (
        <>
          <chakra.p px="3" pt="3" fontWeight={600}>
            {answer.value.definition.name}
          </chakra.p>
          <FormPreview build={buildOf(answer.value.definition)} label={`How version ${version} looked`} />
        </>
      )}
    </Section>
  )
}
