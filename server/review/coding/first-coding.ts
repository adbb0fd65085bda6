/** What a project can be coded with from its first day: a form, or tags where it does without forms. */
import type { FormDraft } from '#contracts/form-drafts.ts'
import { fieldTypes } from '#contracts/project.ts'
import type { Beginning } from '../../organization/project/beginning.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { flag } from '../../platform/records/dialect.ts'
import type { Writer } from '../../platform/records/records.ts'
import type { FormChange } from './form-record.ts'
import { addForm } from './forms.ts'

export interface TagCategoryDraft {
  readonly name: string
  readonly exclusive: boolean
  readonly tags: readonly (readonly [name: string, quickKey: number | null])[]
}

interface FirstCoding {
  readonly form: FormDraft
  readonly tags: readonly TagCategoryDraft[]
}

type Field = FormDraft['sections'][number]['fields'][number]

/** A field of a form as its draft names it. */
export const draftField = (
  name: string,
  type: keyof typeof fieldTypes,
  choices: readonly string[] = [],
  required = false,
): Field => ({
  field_name: name,
  field_type_id: fieldTypes[type],
  is_required: required,
  is_read_only: false,
  choices: [...choices],
})

/** What nearly every review asks of a document, whatever the matter is about. */
const usual: FirstCoding = {
  form: {
    name: 'First review',
    sections: [
      {
        name: 'Responsiveness',
        fields: [
          draftField(
            'Responsive',
            'singleChoice',
            ['Responsive', 'Not responsive', 'Needs further review'],
            true,
          ),
          draftField('Hot', 'boolean', ['Yes', 'No']),
        ],
      },
      {
        name: 'Privilege',
        fields: [
          draftField('Privilege', 'singleChoice', [
            'Not privileged',
            'Attorney-client',
            'Work product',
            'Attorney-client and work product',
          ]),
          draftField('Privilege basis', 'shortText'),
        ],
      },
      { name: 'Notes', fields: [draftField('Note', 'longText')] },
    ],
  },
  tags: [
    {
      name: 'Responsiveness',
      exclusive: true,
      tags: [
        ['Responsive', 1],
        ['Not responsive', 2],
        ['Needs further review', 3],
      ],
    },
    {
      name: 'Privilege',
      exclusive: true,
      tags: [
        ['Attorney-client', 4],
        ['Work product', 5],
        ['Not privileged', 6],
      ],
    },
    { name: 'Subject', exclusive: false, tags: [['Hot', 7]] },
  ],
}

/**
 * A project begins with this form or, where it does without forms, with these tags. One that changes to the other way later
 * gets them where it has none of its own: no coding field, no tag category.
 */
export const beginningWith =
  ({ form, tags }: FirstCoding): Beginning =>
  async (trx, project, { codingForms }) => {
    if (await hasOwn(trx, project.projectId, codingForms)) return
    if (codingForms) await addForm(trx, project, form)
    else await addTags(trx, project, tags)
  }

async function hasOwn(trx: Writer, projectId: number, codingForms: boolean): Promise<boolean> {
  const { own } = await trx
    .selectFrom(codingForms ? 'field' : 'tag_category')
    .select((eb) => eb.fn.countAll<number>().as('own'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return Number(own) > 0
}

export const firstCoding = beginningWith(usual)

async function addTags(
  trx: Writer,
  { projectId, user, at, via }: FormChange,
  categories: readonly TagCategoryDraft[],
): Promise<void> {
  for (const [position, category] of categories.entries()) {
    const { tag_category_id } = await trx
      .insertInto('tag_category')
      .values({ project_id: projectId, name: category.name, position, exclusive: flag(category.exclusive) })
      .returning('tag_category_id')
      .executeTakeFirstOrThrow()
    const tags = category.tags.map(([name, quick_key], place) => ({
      tag_category_id,
      name,
      position: place,
      quick_key,
    }))
    await trx.insertInto('tag').values(tags).execute()
  }
  const facts = { name: categories.map(({ name }) => name).join(', '), ...(via === undefined ? {} : { via }) }
  await appendAudit(trx, `project:${projectId}`, [
    { at, user, action: 'tags.added', projectId, newValue: categories, facts },
  ])
}
