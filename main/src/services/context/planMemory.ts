import { LRUCache } from 'lru-cache'
import { layerOrder } from './core/layers.ts'
import { type Outworn, type Plan, type PlanInput, planPrompt, type TooLarge } from './core/plan.ts'
import { type Scene, scenesKept } from './scene.ts'

/** Of all prompts together, without the system prompt: plans share it. */
const plansKeptUtf16 = 5_000_000

/** Everything of the input but its chunks and what stands. */
type Terms = Omit<PlanInput, 'chunks' | 'standing' | 'counter'> & { readonly unit: string }

interface Kept {
  readonly terms: Terms
  readonly chunks: PlanInput['chunks']
  readonly standing: PlanInput['standing']
  readonly plan: Plan
}

/**
 * What was decided for a scene, while everything it was decided from is the same: the pure half of an assembly
 * need not run again for a request that repeats the last one. A plan that could not be made is not kept.
 */
export function createPlanMemory(): (
  scene: Scene,
  unit: string,
  input: PlanInput,
) => Plan | TooLarge | Outworn {
  const known = new LRUCache<Scene, Kept>({
    // A scene that is no longer known is never asked for again, and would be held by its plan.
    max: scenesKept,
    maxSize: plansKeptUtf16,
    sizeCalculation: ({ plan: { prompt } }) => Math.max(1, prompt.userContent.length),
  })

  let latest: Plan | undefined
  let rules: PlanInput['chunks']['rules'] = []

  return (scene, unit, input) => {
    const { standing, chunks: given, counter: _counter, ...rest } = input
    // The same list while its chunks are the same: what was made of it is found by it.
    if (!isSameList(rules, given.rules)) rules = given.rules
    const chunks = { ...given, rules }
    const terms = { ...rest, unit }
    const kept = known.get(scene)
    if (
      kept &&
      isSameTerms(kept.terms, terms) &&
      isSame(kept.chunks, chunks) &&
      isSameStanding(kept.standing, standing)
    )
      return kept.plan
    const plan = planPrompt({ ...input, chunks })
    if (!plan.ok) return plan
    const shared = sharing(plan, latest)
    latest = shared
    known.set(scene, { terms, chunks, standing, plan: shared })
    return shared
  }
}

/** Rules and settings stand still while the author writes: hundreds of plans hold one system prompt. */
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

const isSameStanding = (a: PlanInput['standing'], b: PlanInput['standing']) =>
  a === b || (!!a && !!b && isSameList(a.frozen, b.frozen) && isSameList(a.late, b.late))

const isSameList = <T>(a: readonly T[], b: readonly T[]) =>
  a.length === b.length && a.every((chunk, at) => chunk === b[at])
