/** Forms from before versions were kept: what they looked like is read from the trail. */
import { afterEach, describe, expect, it } from 'vitest'
import { appendAudit } from '#server/platform/audit/append.ts'
import { migrate } from '#server/platform/records/migrate.ts'
import { formVersions as step } from '#server/platform/records/migrations/036-form-versions.ts'
import { migrations } from '#server/platform/records/migrations/all.ts'
import { formVersion, formVersions } from '#server/review/coding/form-versions.ts'
import { addMatter } from '#tests/fixtures/record-documents.ts'
import { freshRecords, type TestRecords } from './database.ts'
import { dialects } from './harness.ts'

const at = '2026-01-05T10:00:00.000Z'

describe.each(dialects)('forms from before versions were kept, on %s', (dialect) => {
  let old: TestRecords
  afterEach(() => old.close())

  it('have the versions that the trail tells of, with who made them and when', async () => {
    old = await freshRecords(dialect, migrations.indexOf(step))
    const { records } = old
    const { projectId, userId } = await addMatter(records, at)
    const add = (name: string) =>
      records.write('interactive', async (trx) => {
        const { coding_form_id } = await trx
          .insertInto('coding_form')
          .values({
            ...{ project_id: projectId, name, name_key: name.toLowerCase(), selected: 0, revision: 4 },
            modify_action_type: 0,
          })
          .returning('coding_form_id')
          .executeTakeFirstOrThrow()
        return coding_form_id
      })
    const [formId, bare] = [await add('Second look'), await add('Without a trail')]
    const fields = [
      { fieldId: 1, name: 'Responsive', typeId: 8, required: true, readOnly: false, choices: [] },
    ]
    const sections = [{ sectionId: 1, name: 'Decision "A"', fields }]
    const looks = [
      ['created', { name: 'First pass', isSelected: true, sections: [] }],
      ['changed', { name: 'First pass', isSelected: true, sections }],
      // Another form was selected in its place: it looks the same.
      ['changed', { name: 'First pass', isSelected: false, sections }],
      ['renamed', { name: 'Second look', isSelected: false, sections }],
      ['selected', { name: 'Second look', isSelected: true, sections }],
    ] as const
    for (const [n, [what, newValue]] of looks.entries())
      await records.write('interactive', (trx) =>
        appendAudit(trx, `project:${projectId}`, [
          {
            at: new Date(Date.parse(at) + n * 60_000),
            user: { userId, name: 'Ana', role: 'ReviewManager' },
            action: `codingForm.${what}`,
            projectId,
            oldValue: looks[n - 1]?.[1] ?? null,
            newValue,
            facts: { codingFormId: formId, name: newValue.name },
          },
        ]),
      )
    await migrate(records, migrations)
    const { read } = records
    const versions = await formVersions(read, projectId, formId)
    expect(versions.map(({ version, changes, documents }) => [version, changes, documents])).toEqual([
      [3, ['Form renamed from "First pass" to "Second look"'], 0],
      [2, ['Section "Decision "A"" added', 'Field "Responsive" added to "Decision "A""'], 0],
      [1, ['Form created'], 0],
    ])
    expect(versions[0]?.at).toBe('2026-01-05T10:03:00.000Z')
    const second = await formVersion(read, projectId, formId, 2)
    expect(second.definition).toEqual({ name: 'First pass', sections })
    const present = await read
      .selectFrom('coding_form')
      .select(['coding_form_id', 'version', 'version_id'])
      .orderBy('coding_form_id')
      .execute()
    expect(present).toEqual([
      { coding_form_id: formId, version: 3, version_id: expect.any(Number) },
      { coding_form_id: bare, version: 1, version_id: null },
    ])
  })
})
