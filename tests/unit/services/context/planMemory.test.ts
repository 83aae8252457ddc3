import { expect, it } from 'vitest'
import { createBlockCounter } from '../../../../main/src/services/context/core/blockCounter.ts'
import { computeBudget } from '../../../../main/src/services/context/core/budget.ts'
import { defaultBudget, limit } from '../../../../main/src/services/context/core/layers.ts'
import type { PlanInput } from '../../../../main/src/services/context/core/plan.ts'
import { createPlanMemory } from '../../../../main/src/services/context/planMemory.ts'
import { createScenes, scenesKept } from '../../../../main/src/services/context/scene.ts'
import { createRedactor } from '../../../../main/src/services/redaction/index.ts'
import { chunkOf, countCodePoints } from '../../../support/chunks.ts'
import { requestFor, setting } from '../../../support/engine.ts'

const counter = createBlockCounter({ count: countCodePoints, language: 'zh', additive: true })
const input: PlanInput = {
  chunks: {
    ...{ rules: [], retrieved: [], immediate: [] },
    settings: [chunkOf(setting('港口.md', '　　港口在雾港东侧，许三娘守着。\r\n𠮷田也在。'))],
  },
  budget: computeBudget({
    ...{ windowTokens: 32_768, outputReserveTokens: 4096, capacityTokens: limit.capacityTokens },
    ...{
      templateTokens: counter.template(),
      historyBudgetTokens: 0,
      hasConversation: false,
      layers: defaultBudget,
      exact: true,
    },
  }),
  capacityTokens: limit.capacityTokens,
  layers: defaultBudget,
  ...{ language: 'zh', counter, leavesRoom: true, fresh: true },
}

it('holds plans of as many scenes as are known: the versions an edit leaves behind push each other out', async () => {
  const sceneOf = createScenes(createRedactor())
  const planFor = createPlanMemory()
  const first = await sceneOf(requestFor('潮水又涨了一寸。'))
  const plan = planFor(first, 'o200k', input)
  expect(planFor(first, 'o200k', input)).toBe(plan)

  const plans = new Map()
  for (let n = 1; n <= scenesKept; n++) {
    const scene = await sceneOf(requestFor(`潮水又涨了一寸。　　“先别出声。”第${n}次。\n`))
    plans.set(scene, planFor(scene, 'o200k', input))
  }

  const again = [...plans].filter(([scene, known]) => planFor(scene, 'o200k', input) === known)
  expect(again.length).toBe(scenesKept)
  expect(planFor(first, 'o200k', input)).not.toBe(plan)
})
