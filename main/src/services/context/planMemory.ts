import { LRUCache } from 'lru-cache'
import { layerOrder } from './core/layers.ts'
import { type Plan, type PlanInput, planPrompt, type ReuseExpired, type TooLarge } from './core/plan.ts'
import { maxScenes, type Scene } from './scene.ts'

/** Of all prompts together, without the system prompt: plans share it. */
const maxCachedUtf16 = 5_000_000

/** All of the input except its chunks and the reused material. */
type Terms = Omit<PlanInput, 'chunks' | 'reusedContext' | 'counter'> & { readonly unit: string }

interface CachedPlan {
  readonly terms: Terms
  readonly chunks: PlanInput['chunks']
  readonly reusedContext: PlanInput['reusedContext']
  readonly plan: Plan
}

/**
 * Cache of plans by scene, valid while every input is the same: the pure half of an assembly need not run again for a
 * request that repeats the last one. A plan that could not be made is not cached.
 */
export function createPlanMemory(): (
  scene: Scene,
  unit: string,
  input: PlanInput,
) => Plan | TooLarge | ReuseExpired {
  const cache = new LRUCache<Scene, CachedPlan>({
    // A scene that was evicted is never requested again, and its plan would retain it.
    max: maxScenes,
    maxSize: maxCachedUtf16,
    sizeCalculation: ({ plan: { prompt } }) => Math.max(1, prompt.userContent.length),
  })

  let latest: Plan | undefined
  let rules: PlanInput['chunks']['rules'] = []

  return (scene, unit, input) => {
    const { reusedContext, chunks: given, counter: _counter, ...rest } = input
    // The same list while its chunks are the same: results are cached by its identity.
    if (!isSameList(rules, given.rules)) rules = given.rules
    const chunks = { ...given, rules }
    const terms = { ...rest, unit }
    const cached = cache.get(scene)
    if (
      cached &&
      isSameTerms(cached.terms, terms) &&
      isSame(cached.chunks, chunks) &&
      isSameReusedContext(cached.reusedContext, reusedContext)
    )
      return cached.plan
    const plan = planPrompt({ ...input, chunks })
    if (!plan.ok) return plan
    const shared = sharing(plan, latest)
    latest = shared
    cache.set(scene, { terms, chunks, reusedContext, plan: shared })
    return shared
  }
}

/** Rules and settings rarely change while the author writes: hundreds of plans share one system prompt. */
function sharing(plan: Plan, latest: Plan | undefined): Plan {
  const { prompt } = plan
  if (latest?.prompt.systemPrompt !== prompt.systemPrompt) return plan
  return { ...plan, prompt: { ...prompt, systemPrompt: latest.prompt.systemPrompt } }
}

/** Most of them are the very objects of the last request; the others are small. */
function isSameTerms(a: Terms, b: Terms): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)] as (keyof Terms)[]) // their own names
  return [...names].every(
    (name) => a[name] === b[name] || JSON.stringify(a[name]) === JSON.stringify(b[name]),
  )
}

const isSame = (a: PlanInput['chunks'], b: PlanInput['chunks']) =>
  layerOrder.every((layer) => isSameList(a[layer], b[layer]))

const isSameReusedContext = (a: PlanInput['reusedContext'], b: PlanInput['reusedContext']) =>
  a === b ||
  (!!a &&
    !!b &&
    isSameList(a.frozen, b.frozen) &&
    isSameList(a.appended, b.appended) &&
    a.appended.every(({ chunk }) => a.placeOf?.get(chunk) === b.placeOf?.get(chunk)))

const isSameList = <T>(a: readonly T[], b: readonly T[]) =>
  a.length === b.length && a.every((chunk, at) => chunk === b[at])
