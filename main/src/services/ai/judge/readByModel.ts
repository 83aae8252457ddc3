import type { Finding, JudgeKind, NotCheckedWhy, Verdict } from '#contract/judge.ts'
import type { CodexCard } from '../../sources/index.ts'
import type { Constraint } from './judge.ts'
import type { JudgedRun, JudgeOptions } from './judgePorts.ts'
import { checkWithModel, countKinds } from './modelCheck.ts'
import type { Question } from './modelVerdict.ts'

const usualLimitMs = 60_000
export interface Read {
  readonly findings: readonly Finding[]
  readonly checked: readonly JudgeKind[]
  readonly notChecked: Verdict['notChecked']
}

/** What only a reader can judge: read by the run's model when the author wants that, else told as not checked. */
export async function readByModel(
  options: JudgeOptions,
  run: JudgedRun,
  text: string,
  modelConstraints: readonly Constraint[],
): Promise<Read> {
  const { judge: ports, logger } = options
  const { projectId, language } = run.prepared
  const { placed, request } = run.assembled.assembly
  const isEntry = (source: string) => source.startsWith('codex') && source !== 'codexConstraints'
  const shown = Object.values(placed).flatMap((layer) =>
    layer.filter(({ chunk, action }) => isEntry(chunk.source.name) && action !== 'dropped'),
  )
  const omittedCards = (await cards().catch(ignored)).filter(
    ({ path }) => !shown.some(({ chunk, level }) => chunk.ref.path === path && level !== 'name'),
  )
  const continuity = shown.length > 0 || omittedCards.length > 0
  const counts = [...countKinds(modelConstraints, continuity)].map(([kind, count]) => ({ kind, count }))
  const not = (reason: NotCheckedWhy): Read => ({
    ...{ findings: [], checked: [] },
    notChecked: counts.map((counted) => ({ ...counted, why: reason })),
  })
  if (counts.length === 0) return { findings: [], checked: [], notChecked: [] }
  if (ports?.settings?.(projectId).model !== true) return not('off')
  if (run.isExample) return not('example')
  run.onJudging()
  const { title, chapterNumber } = request.document
  const question: Question = {
    ...{ language, text, continuity },
    chapter: { number: chapterNumber, title },
    rules: modelConstraints.map((constraint) => constraint.text),
    entries: await Promise.all(omittedCards.slice(0, mostEntries).map(redactCard)),
  }
  const check = { sendQuestion: run.sendQuestion, signal: run.signal, limitMs: ports.limitMs ?? usualLimitMs }
  const result = await checkWithModel(check, question, modelConstraints)
  if ('reason' in result) return not(result.reason)
  return { findings: result, checked: counts.map(({ kind }) => kind), notChecked: [] }

  async function cards() {
    const nothing = {
      cursorPosition: text.length,
      reachUnits: text.length,
      instruction: '',
      pinned: [],
      latest: [],
    }
    const query = { documentId: request.documentId, language, text, ...nothing }
    return (await ports?.entries?.(projectId, query)) ?? []
  }
  function ignored(error: unknown): readonly CodexCard[] {
    logger.warn({ projectId, cause: String(error) }, 'the codex could not be asked about what was written')
    return []
  }
  async function redactCard({ title: name, levels, text: full }: CodexCard) {
    const redact = async (value: string) => (await ports?.redact?.(value, projectId)) ?? value
    const short = levels.short ?? full.slice(0, mostEntryUnits).toWellFormed()
    return { title: await redact(name), text: await redact(short) }
  }
}

const mostEntries = 12
const mostEntryUnits = 600
