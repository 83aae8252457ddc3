import { largestFittingNear } from '../context/core/cuts.ts'
import type { Language, Reason, Ref, Scene } from '../context/index.ts'
import type { Draft, Reread, RereadRequest, SourceIo } from '../context/source.ts'
import { planText } from './chapterPlan.ts'
import type { CodexCard, CodexFinding, CodexPort, CodexQuery, CodexReading, PlanPort } from './ports.ts'

/** A draft of an entry, with what its score is made of. */
export interface EntryDraft extends Draft {
  readonly finding: CodexFinding | undefined
}

/** Queries the codex once for each scene, for all sources that use it. */
export type CodexReader = (scene: Scene, io: SourceIo) => Promise<CodexReading>

export function createCodexReading(codex: CodexPort, plans: Pick<PlanPort, 'planOf'>): CodexReader {
  const readings = new WeakMap<CodexQuery, Promise<CodexReading>>()
  const queries = new WeakMap<Scene, CodexQuery>()

  /** The same object for the same query, so that an answer can be cached by it. */
  function queryFor(scene: Scene, io: SourceIo, plan: string): CodexQuery {
    const reachUnits = reachOf(scene, io)
    const before = queries.get(scene)
    if (before?.reachUnits === reachUnits && before.plan === plan) return before
    const { documentId, text, cursorPosition, selected, authorInput, latest, pinned, language } = scene
    const place = { documentId, text, cursorPosition, selection: selected, language }
    const query = { ...place, instruction: authorInput.raw, latest, plan, pinned, reachUnits }
    queries.set(scene, query)
    return query
  }

  return async (scene, io) => {
    const { projectId, documentId, skill } = scene
    const plan = skill.reads === 'chapter' ? undefined : await plans.planOf(projectId, documentId)
    const query = queryFor(scene, io, plan ? planText(plan) : '')
    const reading = readings.get(query) ?? codex.readForPrompt(scene.projectId, query)
    readings.set(query, reading)
    // The scene may come again; its answer is not valid for a later request.
    const forget = () => readings.delete(query)
    reading.then(() => queueMicrotask(forget), forget)
    return reading
  }
}

const windowUnits = 5000

/**
 * UTF-16 units before the cursor in which names are detected: what Immediate reaches without extension; with a window
 * from earlier requests that window, so that a detected entry stays detected while the author writes on.
 */
function reachOf({ text, before }: Scene, { limits, countRange, windowFrom = 0 }: SourceIo): number {
  const { from, to } = before
  const fits = (units: number) => countRange(text, to - units, to) <= limits.immediateTokens
  const maxUnits = to - Math.max(from, windowFrom)
  return Math.max(windowUnits, largestFittingNear(maxUnits, limits.immediateTokens, fits))
}

export function entryDraft(card: CodexCard, { projectId }: Scene): EntryDraft {
  const { finding } = card
  return {
    ref: { path: card.path },
    storeId: projectId,
    // Whatever is cut off below it, the dead man is called dead.
    title: card.title,
    text: card.text,
    forms: card.levels,
    ...(finding && 'confidence' in finding ? { confidence: finding.confidence } : {}),
    reason: finding ? reasonOf(finding) : { code: 'always', params: {} },
    of: card.of,
    finding,
  }
}

const typeNames: Record<Language, Record<CodexCard['type'], string>> = {
  zh: { character: '人物', location: '地点', item: '物品', faction: '势力', event: '事件', lore: '设定' },
  en: {
    character: 'Character',
    location: 'Location',
    item: 'Item',
    faction: 'Faction',
    event: 'Event',
    lore: 'Lore',
  },
}

export const entryLabel = (
  { title, card: { type } }: Draft & { readonly card: CodexCard },
  language: Language,
) => `${typeNames[language][type]} ${title}`

/**
 * Scores in Retrieved: pinned or called 1, in the instruction 0.95, in the conversation or the chapter's plan 0.9, in the window by
 * distance, neighbours 0.4.
 */
export function scoreOf(finding: CodexFinding): number {
  switch (finding.by) {
    case 'pin':
    case 'called':
      return 1
    case 'selection':
    case 'instruction':
      return 0.95
    case 'conversation':
    case 'plan':
      return 0.9
    case 'relation':
      return 0.4
    // Rules only: always below what is named in the window.
    case 'earlier':
      return (0.7 * finding.window) / (finding.window + finding.distance)
    default:
      return 0.9 - 0.2 * Math.min(1, finding.distance / Math.max(1, finding.window))
  }
}

function reasonOf(finding: CodexFinding): Reason {
  switch (finding.by) {
    case 'pin':
      return { code: 'pinned', params: {} }
    case 'relation':
      return { code: 'relation', params: { of: finding.of, relation: finding.relation } }
    case 'called':
      return { code: 'called', params: { key: finding.key } }
    case 'earlier':
      return { code: 'always_earlier', params: { key: finding.key, distance: finding.distance } }
    case 'selection':
      return { code: 'in_selection', params: { key: finding.key, shared: finding.confidence < 1 } }
    case 'instruction':
      return { code: 'in_instruction', params: { key: finding.key, shared: finding.confidence < 1 } }
    case 'conversation':
      return { code: 'in_conversation', params: { key: finding.key, shared: finding.confidence < 1 } }
    case 'plan':
      return { code: 'in_plan', params: { key: finding.key, shared: finding.confidence < 1 } }
    default:
      return {
        code: 'in_window',
        params: {
          side: finding.by,
          distance: finding.distance,
          key: finding.key,
          shared: finding.confidence < 1,
        },
      }
  }
}

/** The way back to an entry, as of the chapter of the request. */
export function rereadEntry(codex: CodexPort) {
  return async ({ path, item }: Ref, request: RereadRequest): Promise<Reread | undefined> => {
    const entry = await codex.entryAsOf(request.projectId, path, request)
    if (!entry) return undefined
    if (item !== undefined) return entry.constraints.find(({ id }) => id === item)
    return { text: entry.text, forms: entry.levels }
  }
}

/** A row for each entry file that could not be used, and one notice for all. */
export function reportBroken({ broken, notices }: CodexReading, io: SourceIo): void {
  for (const { path, reason } of broken) io.reportOmitted(path, reason ?? 'invalid_format')
  // Copies of an entry's file are shown for comparison; the codex has no fault.
  const faults = broken.filter(({ reason }) => reason === undefined)
  const [first] = faults
  if (first) {
    const { path, fault } = first
    io.notice({ code: 'CODEX_ENTRY_BROKEN', params: { path, count: faults.length, fault } })
  }
  for (const notice of notices) io.notice(notice)
}
