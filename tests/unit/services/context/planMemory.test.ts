import { expect, it } from 'vitest'
import { createBlockCounter } from '../../../../main/src/services/context/core/blockCounter.ts'
import { computeBudget } from '../../../../main/src/services/context/core/budget.ts'
import { defaultBudget, limit } from '../../../../main/src/services/context/core/layers.ts'
import type { Plan, PlanInput } from '../../../../main/src/services/context/core/plan.ts'
import type { Chunk } from '../../../../main/src/services/context/core/types.ts'
import { createPlanMemory } from '../../../../main/src/services/context/planMemory.ts'
import { createScenes, maxScenes } from '../../../../main/src/services/context/scene.ts'
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
  appended: 'inText',
  layers: defaultBudget,
  ...{ language: 'zh', counter, leavesRoom: true, fresh: true },
}

it('the memory has plans of as many scenes as the session state: the versions an edit leaves behind push each other out', async () => {
  const sceneOf = createScenes(createRedactor())
  const planFor = createPlanMemory()
  const first = await sceneOf(requestFor('潮水又涨了一寸。'))
  const plan = planFor(first, 'o200k', input)
  expect(planFor(first, 'o200k', input)).toBe(plan)

  const plans = new Map()
  for (let n = 1; n <= maxScenes; n++) {
    const scene = await sceneOf(requestFor(`潮水又涨了一寸。　　“先别出声。”第${n}次。\n`))
    plans.set(scene, planFor(scene, 'o200k', input))
  }

  const again = [...plans].filter(([scene, known]) => planFor(scene, 'o200k', input) === known)
  expect(again.length).toBe(maxScenes)
  expect(planFor(first, 'o200k', input)).not.toBe(plan)
})

it('rules that stay are the very blocks of the request before; when one changes, or their order, all is made anew', async () => {
  const sceneOf = createScenes(createRedactor())
  const planFor = createPlanMemory()
  const rule = (item: string, text: string, priority = 100) =>
    chunkOf({ source: 'constraints', path: 'c', item, text, priority })
  const rules = [rule('1', '不写梦'), rule('2', '第一人称'), rule('3', '　　许三娘不识字。')]
  const planOf = async (text: string, some: readonly Chunk[], plans = planFor) => {
    const chunks = { ...input.chunks, rules: some }
    const plan = plans(await sceneOf(requestFor(text)), 'o200k', { ...input, chunks })
    if (!plan.ok) throw new Error('no plan')
    return plan
  }
  const printed = ({ prompt: { blocks } }: Plan) => blocks.filter(({ layer }) => layer === 'rules')

  const first = await planOf('潮水又涨了一寸。', rules)
  const second = await planOf('潮水又涨了两寸。', [...rules])
  expect(printed(second).map((block, at) => block === printed(first)[at])).toEqual([true, true, true, true])

  const changed = [
    rules.with(1, rule('2', '第三人称')),
    rules.with(0, rule('1', '不写梦', 1)),
    rules.slice(1),
    [...rules, rule('4', '不写雨')],
    [],
    rules,
  ]
  for (const [at, some] of changed.entries())
    expect(await planOf(`潮水又涨了${at}尺。`, some)).toEqual(
      await planOf(`潮水又涨了${at}尺。`, some, createPlanMemory()),
    )
})
