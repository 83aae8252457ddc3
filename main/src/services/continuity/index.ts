export { type ContinuityService, createContinuityService } from './continuityService.ts'
