import type { RequirementDocument } from '../requirement.ts'
import { constraintsAndAssembly } from './constraintsAndAssembly.ts'
import { layersAndBudget } from './layersAndBudget.ts'

/** The demands on the context engine. */
export const contextEngine: RequirementDocument = {
  number: '000',
  title: 'Context engine',
  requirements: [...layersAndBudget, ...constraintsAndAssembly],
}
