/** The forms of a project as those who manage them see them. */
import type { ManagedForm } from '#contracts/form-builder.ts'
import type { Reader } from '../../platform/records/records.ts'

/** In the order in which they were made, with their versions and where each is used. */
export async function managedForms(read: Reader, projectId: number): Promise<ManagedForm[]> {
  const [forms, sizes, assignments] = await Promise.all([
    read
      .selectFrom('coding_form as f')
      .leftJoin('coding_form_version as v', 'v.version_id', 'f.version_id')
      .leftJoin('app_user as u', 'u.user_id', 'v.by_user')
      .select(['f.coding_form_id', 'f.name', 'f.selected', 'f.version', 'v.at', 'u.name as by'])
      .where('f.project_id', '=', projectId)
      .orderBy('f.coding_form_id')
      .execute(),
    sizesOf(read, projectId),
    assignmentsOf(read, projectId),
  ])
  return forms.map(({ coding_form_id, name, selected, version, at, by }) => ({
    coding_form_id,
    name,
    isSelected: selected === 1,
    version,
    changedBy: by,
    changedAt: at,
    ...(sizes.get(coding_form_id) ?? { sections: 0, fields: 0 }),
    assignments: assignments.get(coding_form_id) ?? [],
  }))
}

/** The assignments that use each form, by form. */
export async function assignmentsOf(
  read: Reader,
  projectId: number,
): Promise<ReadonlyMap<number, ManagedForm['assignments']>> {
  const rows = await read
    .selectFrom('assignment')
    .select(['assignment_id', 'name', 'coding_form_id'])
    .where('project_id', '=', projectId)
    .where('coding_form_id', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('assignment_id')
    .execute()
  const byForm = new Map<number, ManagedForm['assignments']>()
  for (const { assignment_id, name, coding_form_id } of rows) {
    if (coding_form_id === null) continue
    const own = byForm.get(coding_form_id) ?? []
    byForm.set(coding_form_id, [...own, { assignmentId: assignment_id, assignmentName: name }])
  }
  return byForm
}

async function sizesOf(read: Reader, projectId: number) {
  const rows = await read
    .selectFrom('coding_form as f')
    .innerJoin('coding_form_section as s', 's.coding_form_id', 'f.coding_form_id')
    .leftJoin('coding_form_field as ff', 'ff.section_id', 's.section_id')
    .select((eb) => [
      'f.coding_form_id',
      eb.fn.count<number>('s.section_id').distinct().as('sections'),
      eb.fn.count<number>('ff.coding_form_field_id').distinct().as('fields'),
    ])
    .where('f.project_id', '=', projectId)
    .groupBy('f.coding_form_id')
    .execute()
  return new Map(
    rows.map(({ coding_form_id, sections, fields }) => [
      coding_form_id,
      { sections: Number(sections), fields: Number(fields) },
    ]),
  )
}
