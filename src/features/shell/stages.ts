/** The workspace's stages in the order of the work, and where each is. */
import type { Capability } from '#contracts/permission.ts'
import type { IconName } from '../ui/icon.tsx'

export interface Place {
  readonly id: string
  readonly label: string
  readonly path: string
  readonly icon: IconName
  readonly keys?: string
  /** Without it the place is not offered. */
  readonly needs?: Capability
}

export interface PlaceGroup {
  readonly label: string
  readonly places: readonly Place[]
}

/** With a project open. */
export const projectPlaces: readonly PlaceGroup[] = [
  {
    label: 'Project',
    places: [{ id: 'overview', label: 'Overview', path: '/overview', icon: 'overview', keys: 'g o' }],
  },
  {
    label: 'Bring in',
    places: [
      {
        id: 'collect',
        label: 'Collect',
        path: '/overview/collect',
        icon: 'collect',
        keys: 'g c',
        needs: 'collect.view',
      },
      { id: 'process', label: 'Process', path: '/overview/process', icon: 'process', needs: 'collect.view' },
      { id: 'eda', label: 'Early data', path: '/overview/eda', icon: 'eda', needs: 'collect.view' },
      { id: 'filter', label: 'Filter', path: '/overview/filter', icon: 'filter', needs: 'collect.view' },
      { id: 'datahub', label: 'Data hub', path: '/overview/datahub', icon: 'datahub', needs: 'collect.view' },
    ],
  },
  {
    label: 'Work',
    places: [
      {
        id: 'inspect',
        label: 'Inspect',
        path: '/overview/inspect',
        icon: 'inspect',
        keys: 'g i',
        needs: 'document.search',
      },
      {
        id: 'review',
        label: 'Review',
        path: '/overview/review',
        icon: 'review',
        keys: 'g r',
        needs: 'document.search',
      },
      {
        id: 'analysis',
        label: 'Analysis',
        path: '/overview/analysis',
        icon: 'analysis',
        needs: 'document.search',
      },
      {
        id: 'assignments',
        label: 'Assignments',
        path: '/overview/assignments',
        icon: 'assignment',
        keys: 'g a',
        needs: 'assignment.manage',
      },
      {
        id: 'reconstruct',
        label: 'Reconstruct',
        path: '/overview/reconstruct',
        icon: 'reconstruct',
        keys: 'g t',
        needs: 'audit.project',
      },
    ],
  },
  {
    label: 'Hand over',
    places: [
      { id: 'produce', label: 'Produce', path: '/overview/produce', icon: 'produce', needs: 'job.view' },
      {
        id: 'promoexpo',
        label: 'Promote / export',
        path: '/overview/promoexpo',
        icon: 'promote',
        needs: 'job.view',
      },
    ],
  },
  {
    label: 'Run',
    places: [
      { id: 'jobs', label: 'Jobs', path: '/project/allJobs', icon: 'jobs', keys: 'g j', needs: 'job.view' },
      {
        id: 'reconciliation',
        label: 'Reconciliation',
        path: '/overview/reconciliation',
        icon: 'reconciliation',
        needs: 'audit.project',
      },
      {
        id: 'projectsetting',
        label: 'Project settings',
        path: '/overview/ProjectSetting',
        icon: 'settings',
        needs: 'codingForm.manage',
      },
    ],
  },
]

/** Without one: the client's. */
export const clientPlaces: readonly PlaceGroup[] = [
  {
    label: 'Clients',
    places: [
      { id: 'client', label: 'Clients and projects', path: '/client', icon: 'client', keys: 'g h' },
      {
        id: 'client-jobs',
        label: "Client's jobs",
        path: '/client/client-jobs',
        icon: 'jobs',
        needs: 'job.view',
      },
    ],
  },
  {
    label: 'Administration',
    places: [
      {
        id: 'clientsetting',
        label: 'Client settings',
        path: '/project/ClientSetting',
        icon: 'settings',
        needs: 'company.manage',
      },
      {
        id: 'system',
        label: 'System settings',
        path: '/client/SystemSetting',
        icon: 'datahub',
        needs: 'system.view',
      },
    ],
  },
]

/** The activities of the field, by the words people look for, and the screen where each is done. */
export const tasks: readonly Place[] = [
  {
    id: 'task-collect',
    label: 'Collect material',
    path: '/overview/collect',
    icon: 'collect',
    needs: 'collect.view',
  },
  {
    id: 'task-process',
    label: 'Process material',
    path: '/overview/process',
    icon: 'process',
    needs: 'collect.view',
  },
  {
    id: 'task-search',
    label: 'Search documents',
    path: '/overview/inspect',
    icon: 'search',
    needs: 'document.search',
  },
  {
    id: 'task-review',
    label: 'Review documents',
    path: '/overview/review',
    icon: 'review',
    needs: 'document.search',
  },
  {
    id: 'task-code',
    label: 'Code documents',
    path: '/overview/review',
    icon: 'codingForms',
    needs: 'coding.save',
  },
  {
    id: 'task-assign',
    label: 'Give out documents in batches',
    path: '/overview/assignments',
    icon: 'assignment',
    needs: 'assignment.manage',
  },
  {
    id: 'task-reconstruct',
    label: 'See who coded what, and when',
    path: '/overview/reconstruct',
    icon: 'reconstruct',
    needs: 'audit.project',
  },
  {
    id: 'task-redact',
    label: 'Redact documents',
    path: '/overview/redact',
    icon: 'stop',
    needs: 'document.view',
  },
  {
    id: 'task-produce',
    label: 'Produce documents',
    path: '/overview/produce',
    icon: 'produce',
    needs: 'job.view',
  },
  {
    id: 'task-export',
    label: 'Export documents',
    path: '/overview/promoexpo',
    icon: 'promote',
    needs: 'job.view',
  },
]
