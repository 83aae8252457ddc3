export type { ItemResult, JobItem } from './job.ts'
export { createJobLog } from './jobLog.ts'
export { createJobRunner, type JobRunner, type JobStart, type SkillRequest } from './jobRunner.ts'
export { createJobKinds } from './kinds.ts'
