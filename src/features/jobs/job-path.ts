/** Where a job is shown; among those of its project where that is known. */
export const jobPath = ({
  projectId,
  jobId,
}: {
  readonly projectId?: number
  readonly jobId: number
}): string =>
  projectId === undefined
    ? `/project/allJobs?job=${jobId}`
    : `/project/allJobs?project=${projectId}&job=${jobId}`
