export type { ItemResult, JobItem, JobKinds } from './job.ts'
export { createJobLog } from './jobLog.ts'
export { createJobRunner, type JobRunner, type SkillRequest } from './jobRunner.ts'
export { createJobKinds } from './kinds.ts'
