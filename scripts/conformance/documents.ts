import { agent } from './documents/agent.ts'
import { beyond } from './documents/beyond.ts'
import { budgetDivision } from './documents/budgetDivision.ts'
import { contextEngine } from './documents/contextEngine.ts'
import { conversation } from './documents/conversation.ts'
import { projectFolder } from './documents/projectFolder.ts'
import type { RequirementDocument } from './requirement.ts'

/** What the documents demand, in their order. */
export const documents: readonly RequirementDocument[] = [
  contextEngine,
  projectFolder,
  conversation,
  budgetDivision,
  agent,
  beyond,
]
