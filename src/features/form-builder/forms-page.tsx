/** The coding forms of a project for those who manage them: the list, and building one. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { nanoid } from 'nanoid'
import { type ReactElement, useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { formNameMax } from '#contracts/coding.ts'
import type { ManagedForm } from '#contracts/form-builder.ts'
import { tagsEnabled } from '#contracts/project.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { beginForm, deleteCodingForm, discardForm, selectCodingForm } from '#src/commands/forms.ts'
import type { Build } from '#src/events/forms/build.ts'
import { buildOf, copyOf, nameOfCopy } from '#src/events/forms/forms.ts'
import { projectFields } from '#src/reads/fields.ts'
import { managedForms, presentForm } from '#src/reads/forms.ts'
import { $formWorks, type FormWork, isUnsaved } from '#src/stores/forms.ts'
import { $project } from '#src/stores/selection.ts'
import { NoProject } from '../project/no-project.tsx'
import { useGrantedBy, useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { ButtonTo } from '../ui/button-to.tsx'
import { DeleteDialog } from '../ui/delete-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { counted, dayAndTime, exactTime, number } from '../ui/format.ts'
import { Menu } from '../ui/menu.tsx'
import { Page, Section } from '../ui/page.tsx'
import { DeniedState, EmptyState, ErrorState, Missing, Skeleton } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Builder } from './builder.tsx'
import { type Copied, CopyDialog } from './copy-dialog.tsx'
import { BackToForms, editPath, formsPath, versionsPath, workKeyOf, workPath } from './paths.tsx'
import { Versions } from './versions.tsx'

export function FormsPage(): ReactElement {
  const who = useWho()
  const grantedBy = useGrantedBy('Review managers and stronger roles build them.')
  const project = useUnit($project)
  const [params] = useSearchParams()
  const idIn = (name: string): number | null => {
    const id = Number(params.get(name))
    return Number.isSafeInteger(id) && id > 0 ? id : null
  }
  if (who.projectId === null) return <NoProject icon="codingForms" />
  if (!who.can('codingForm.manage'))
    return (
      <DeniedState
        page
        what="the coding forms of this project"
        grantedBy={grantedBy}
        action={<Link to="/overview">Back to the overview</Link>}
      />
    )
  if (project !== null && tagsEnabled(project.features))
    return (
      <EmptyState page icon="tag" title="This project is coded with tags">
        Its documents are sorted with tags, so that coding forms are off.
      </EmptyState>
    )
  const [formId, versions, key] = [idIn('form'), idIn('versions'), params.get('new')]
  if (formId !== null) return <KnownForm key={formId} formId={formId} />
  if (versions !== null) return <Versions key={versions} formId={versions} />
  if (key !== null) return <NewForm key={key} workKey={key} />
  return <FormList />
}

/** One that is on the record: begun with its present version, unless somebody has begun before. */
function KnownForm({ formId }: { readonly formId: number }): ReactElement {
  const { run, works } = useUnit({ run: dispatch, works: $formWorks })
  const key = workKeyOf(formId)
  const answer = useRead(presentForm, { formId })
  const { value } = answer
  const work = works[key]
  const was = useUnsavedBefore(work)
  useEffect(() => {
    if (value === null) return
    const { version, definition } = value
    run(beginForm({ key, formId, base: { version, definition }, build: buildOf(definition) }))
  }, [run, key, formId, value])
  return was || work === undefined ? (
    <Waiting answer={answer} gone={was && work === undefined} />
  ) : (
    <Builder workKey={key} work={work} />
  )
}

/** One that is not on the record yet. */
function NewForm({ workKey }: { readonly workKey: string }): ReactElement {
  const works = useUnit($formWorks)
  const work = works[workKey]
  const was = useUnsavedBefore(work)
  return work === undefined ? <Waiting answer={null} gone={was} /> : <Builder workKey={workKey} work={work} />
}

/** Whether work stood here that is gone now: it was saved or discarded, here or in another tab, and one goes back to the list. */
function useUnsavedBefore(work: FormWork | undefined): boolean {
  const navigate = useNavigate()
  const [had, setHad] = useState(false)
  if (work !== undefined && !had) setHad(true)
  const isSaved = had && work === undefined
  useEffect(() => {
    if (isSaved) void navigate(formsPath)
  }, [isSaved, navigate])
  return isSaved
}

function Waiting({
  answer,
  gone,
}: {
  readonly answer: {
    readonly failure: { readonly message: string } | null
    readonly again: () => void
  } | null
  readonly gone: boolean
}): ReactElement {
  return (
    <Page title="Coding form" above={<BackToForms />}>
      {answer === null && !gone ? (
        <EmptyState icon="codingForms" title="This form is not being built in this browser">
          It was saved or discarded.
        </EmptyState>
      ) : answer !== null && answer.failure !== null ? (
        <ErrorState
          title="The form could not be loaded"
          message={answer.failure.message}
          onRetry={answer.again}
        />
      ) : (
        <Skeleton rows={8} />
      )}
    </Page>
  )
}

/** Begins a new form, and goes there. */
function useBegin(): (build: Build) => void {
  const run = useUnit(dispatch)
  const navigate = useNavigate()
  return (build) => {
    const key = nanoid()
    void Promise.resolve(run(beginForm({ key, formId: null, base: null, build }))).then(() =>
      navigate(workPath(key)),
    )
  }
}

function FormList(): ReactElement {
  const { run, works } = useUnit({ run: dispatch, works: $formWorks })
  const navigate = useNavigate()
  const begin = useBegin()
  const answer = useRead(managedForms, {})
  const { value } = answer
  const [deleting, setDeleting] = useState<ManagedForm | null>(null)
  const [copying, setCopying] = useState<Copied | { readonly formId: number } | 'other' | null>(null)
  const unsaved = Object.entries(works).filter(([, { formId }]) => formId === null)
  const names = [...(value ?? []).map(({ name }) => name), ...unsaved.map(([, { build }]) => build.name)]
  const columns: readonly Column<ManagedForm>[] = [
    {
      id: 'name',
      head: 'Form',
      cell: (form) => {
        const work = works[workKeyOf(form.coding_form_id)]
        return (
          <chakra.div display="flex" gap="2" alignItems="center" flexWrap="wrap" overflowWrap="anywhere">
            <Link to={editPath(form.coding_form_id)}>{form.name}</Link>
            {form.isSelected && <Badge tone="accent">Form of the project</Badge>}
            {work !== undefined && isUnsaved(work) && (
              <Badge
                tone="attention"
                title={work.editedAt === null ? undefined : `Changed ${exactTime(work.editedAt)}`}
              >
                Unsaved changes
              </Badge>
            )}
          </chakra.div>
        )
      },
    },
    {
      id: 'version',
      head: 'Version',
      width: '190px',
      cell: ({ coding_form_id, name, version, changedBy, changedAt }) => (
        <>
          <chakra.span position="relative">
            <Link to={versionsPath(coding_form_id)}>
              Version {version}
              <chakra.span srOnly> of {name}</chakra.span>
            </Link>
          </chakra.span>
          <chakra.div fontSize="xs" color="faint">
            {changedAt === null ? '' : `${changedBy ?? 'With the project'}, ${dayAndTime(changedAt)}`}
          </chakra.div>
        </>
      ),
    },
    {
      id: 'fields',
      head: 'Fields',
      align: 'end',
      width: '110px',
      from: 'sm',
      cell: ({ fields, sections }) => <span title={counted(sections, 'section')}>{number(fields)}</span>,
    },
    {
      id: 'used',
      head: 'Used by',
      from: 'md',
      cell: ({ assignments }) =>
        assignments.length === 0 ? (
          <chakra.span color="faint">no assignment</chakra.span>
        ) : (
          <chakra.div maxWidth="260px" overflowWrap="anywhere">
            {assignments.map(({ assignmentName }) => assignmentName).join(', ')}
          </chakra.div>
        ),
    },
    {
      id: 'controls',
      head: <chakra.span srOnly>What can be done</chakra.span>,
      align: 'end',
      width: '150px',
      cell: (form) => (
        <chakra.span display="inline-flex" gap="1">
          <Button
            size="sm"
            aria-label={`Edit ${form.name}`}
            onClick={() => navigate(editPath(form.coding_form_id))}
          >
            Edit
          </Button>
          <Menu
            end
            trigger={
              <Button size="sm" look="quiet" aria-label={`More for ${form.name}`}>
                More
              </Button>
            }
            groups={[
              {
                items: [
                  {
                    id: 'copy',
                    label: 'Copy',
                    run: () => setCopying({ formId: form.coding_form_id }),
                  },
                  {
                    id: 'versions',
                    label: 'Versions',
                    run: () => navigate(versionsPath(form.coding_form_id)),
                  },
                  ...(form.isSelected
                    ? []
                    : [
                        {
                          id: 'select',
                          label: 'Make it the form of the project',
                          run: () => run(selectCodingForm({ formId: form.coding_form_id, name: form.name })),
                        },
                      ]),
                ],
              },
              { items: [{ id: 'delete', label: 'Delete', run: () => setDeleting(form) }] },
            ]}
          />
        </chakra.span>
      ),
    },
  ]
  const add = (
    <Button look="primary" icon="plus" onClick={() => begin({ name: '', sections: [firstSection()] })}>
      New form
    </Button>
  )
  return (
    <Page
      title="Coding forms"
      above={<Link to="/overview/ProjectSetting">Back to project settings</Link>}
      lead="What reviewers code documents with. Each save makes a version."
      actions={
        <>
          <Button onClick={() => setCopying('other')}>Copy from another project</Button>
          {add}
        </>
      }
    >
      {unsaved.length > 0 && (
        <Section title="Not saved yet">
          <Table
            label="Forms that are not saved yet"
            rows={unsaved}
            columns={[
              {
                id: 'name',
                head: 'Form',
                cell: ([key, { build }]) => (
                  <Link to={workPath(key)}>{build.name.trim() || 'Form without a name'}</Link>
                ),
              },
              {
                id: 'edited',
                head: 'Last changed',
                width: '200px',
                cell: ([, { editedAt }]) => (editedAt === null ? '' : exactTime(editedAt)),
              },
              {
                id: 'controls',
                head: <chakra.span srOnly>What can be done</chakra.span>,
                align: 'end',
                width: '190px',
                cell: ([key, { build }]) => (
                  <chakra.span display="inline-flex" gap="1">
                    <ButtonTo size="sm" to={workPath(key)}>
                      Go on building
                    </ButtonTo>
                    <Button
                      size="sm"
                      look="quiet"
                      aria-label={`Discard ${build.name.trim() || 'the form without a name'}`}
                      onClick={() => run(discardForm({ key }))}
                    >
                      Discard
                    </Button>
                  </chakra.span>
                ),
              },
            ]}
            keyOf={([key]) => key}
          />
        </Section>
      )}
      <Section title="Forms">
        <Missing
          answer={answer}
          rows={4}
          title="The coding forms could not be loaded"
          onRetry={answer.again}
        />
        {value !== null &&
          (value.length === 0 ? (
            <EmptyState icon="codingForms" title="No coding form yet" action={add}>
              Reviewers code documents with a form: its fields are what they are asked.
            </EmptyState>
          ) : (
            <Table
              label="Coding forms"
              rows={value}
              columns={columns}
              keyOf={({ coding_form_id }) => coding_form_id}
            />
          ))}
      </Section>
      {deleting !== null && <DeleteForm form={deleting} onClose={() => setDeleting(null)} />}
      {copying === 'other' && <CopyDialog onCopy={setCopying} onClose={() => setCopying(null)} />}
      {copying !== null && copying !== 'other' && (
        <Copying source={copying} names={names} onCopied={begin} onFailed={() => setCopying(null)} />
      )}
    </Page>
  )
}

const firstSection = () => ({ key: `new-${nanoid()}`, sectionId: null, name: 'Section 1', fields: [] })

/** Where a form is used it is not deleted, and that is said instead. */
function DeleteForm({
  form: { coding_form_id, name, assignments },
  onClose,
}: {
  readonly form: ManagedForm
  readonly onClose: () => void
}): ReactElement {
  const run = useUnit(dispatch)
  if (assignments.length > 0)
    return (
      <Dialog
        open
        title={`${name} is in use`}
        onClose={onClose}
        actions={<Button onClick={onClose}>Keep it</Button>}
      >
        <p>
          {assignments.length === 1 ? 'This assignment uses it:' : 'These assignments use it:'}{' '}
          {assignments.map(({ assignmentName }) => assignmentName).join(', ')}.
        </p>
        <chakra.p color="muted">It cannot be deleted as long as that is so.</chakra.p>
      </Dialog>
    )
  return (
    <DeleteDialog
      title={`Delete ${name}?`}
      act="Delete the form"
      onDelete={() => run(deleteCodingForm({ formId: coding_form_id, name }))}
      onClose={onClose}
    >
      <p>Nobody can code with it any more.</p>
      <chakra.p color="muted">Its fields and what is coded stay, and so do its versions.</chakra.p>
    </DeleteDialog>
  )
}

/** Fetches what is copied, and begins with the copy. */
function Copying({
  source,
  names,
  onCopied,
  onFailed,
}: {
  readonly source: Copied | { readonly formId: number }
  readonly names: readonly string[]
  readonly onCopied: (build: Build) => void
  readonly onFailed: () => void
}): ReactElement {
  const { value, failure, again } = useRead(presentForm, source)
  const fields = useRead(projectFields, {})
  const [isBegun, setBegun] = useState(false)
  useEffect(() => {
    if (isBegun || value === null || fields.value === null) return
    setBegun(true)
    const fromHere = !('projectId' in source)
    const name = nameOfCopy(value.definition.name, names, formNameMax)
    onCopied(copyOf(value.definition, name, { fields: fields.value, fromHere }))
  }, [isBegun, value, fields.value, source, names, onCopied])
  return failure === null && fields.failure === null ? (
    <Skeleton rows={1} />
  ) : (
    <ErrorState
      title="The form could not be copied"
      message={(failure ?? fields.failure)?.message ?? ''}
      onRetry={() => {
        again()
        fields.again()
      }}
      action={<Button onClick={onFailed}>Cancel</Button>}
    />
  )
}
