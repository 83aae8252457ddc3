import type { JudgedRecord, JudgeKind, Rewriting, Verdict } from '#contract/judge.ts'
import { ErrorCode } from '../../../contract/errorCodes.ts'
import { AppError, isAppError } from '../../../lib/appError.ts'
import { sha256Hex } from '../../../lib/hash.ts'
import type { AssembledContext } from '../../context/index.ts'
import { type Constraint, judge } from './judge.ts'
import type { JudgedRun, JudgeOptions } from './judgePorts.ts'
import { readByModel } from './readByModel.ts'
import { rewriteTail } from './rewriteTail.ts'

export interface JudgedText {
  /** The text that counts. */
  readonly text: string
  readonly judged?: Verdict
  readonly rewriting?: Rewriting
}

/**
 * Checks what a run wrote, with what it went on from: a sentence may begin in the one and end in the other. When the
 * author wants that and something was found in the new part, has that written once more, never twice. A second text
 * that does not come to its end leaves the first in force. Never rejects, and a check that fails never costs the text.
 */
export async function judgeRun(options: JudgeOptions, run: JudgedRun): Promise<JudgedText> {
  const { prepared, text, signal } = run
  if (prepared.skill.output === 'show') return { text }
  const { writtenSoFar } = prepared
  const judged = await judgeText(options, run, writtenSoFar + text)
  const findings = judged.findings.filter(({ from }) => from >= writtenSoFar.length)
  const shouldRewrite = options.judge?.settings?.(prepared.projectId).rewrite === true
  if (!shouldRewrite || findings.length === 0 || signal.aborted) return { text, judged }
  run.onRewriting({ ...judged, findings })
  try {
    const second = await run.writeAgain(rewriteTail(prepared.language, text, findings))
    if (second.trim() === '') throw new AppError(ErrorCode.AI_EMPTY, '模型没有写出文字。')
    const rewriting = { state: 'replaced', text, findings } as const
    return { text: second, judged: await judgeText(options, run, writtenSoFar + second), rewriting }
  } catch (error) {
    const partial = { text: run.soFar(), findings: [] }
    if (signal.aborted) return { text, judged, rewriting: { state: 'cancelled', ...partial } }
    const code = isAppError(error) ? error.code : 'INTERNAL'
    return { text, judged, rewriting: { state: 'failed', ...partial, error: code } }
  }
}

/** What a receipt keeps of it: where and what kind, and of the texts, each behind what it went on from, their hashes. */
export function judgedRecordOf(
  { text, judged, rewriting }: JudgedText,
  writtenSoFar: string,
): { readonly judged?: JudgedRecord } {
  if (!judged) return {}
  const { checked, notChecked } = judged
  const findings = judged.findings.map(({ kind, code, constraintId, from, to }) => ({
    ...{ kind, code, from, to },
    ...(constraintId === undefined ? {} : { constraintId }),
  }))
  const other = rewriting && {
    ...{
      state: rewriting.state,
      textHash: sha256Hex(writtenSoFar + rewriting.text),
      findings: rewriting.findings.length,
    },
  }
  const record = { textHash: sha256Hex(writtenSoFar + text), checked, notChecked, findings }
  return { judged: { ...record, ...(other && { rewriting: other }) } }
}

const mostListed = 50

/** What fails in checking is not held against the text: it was not checked. */
async function judgeText(options: JudgeOptions, run: JudgedRun, text: string): Promise<Verdict> {
  try {
    return await verdictOn(options, run, text)
  } catch (error) {
    const { projectId } = run.prepared
    options.logger.warn({ projectId, cause: String(error) }, 'what was written could not be checked')
    return { checked: [], notChecked: [], findings: [] }
  }
}

async function verdictOn(options: JudgeOptions, run: JudgedRun, text: string): Promise<Verdict> {
  const { judge: ports, logger } = options
  const { projectId, skill, selectedText, document: stored } = run.prepared
  const { document, documentId, additionalInput = '' } = run.assembled.assembly.request
  const [kinds, wordList, earlyNames] = await Promise.all([
    ports?.kinds?.(projectId).catch(ignoreUnreadable),
    ports?.wordList?.(projectId).catch(ignoreUnreadable),
    ports?.earlyNames?.(projectId, documentId, text).catch(ignoreUnreadable),
  ])
  const authors = `${stored.text}\n${additionalInput}`
  const { findings, checked, ...left } = judge({
    text,
    original: skill.output === 'replace' ? selectedText : '',
    constraints: constraintsOf(run.assembled, kinds ?? new Map()),
    wordList: wordList ?? { terms: [], banned: [] },
    chapterNumber: document.chapterNumber,
    // A name that the author has written here, or asks for, is the author's own choice.
    earlyNames: earlyNames?.filter(({ name }) => !authors.includes(name)),
  })
  const read = await readByModel(options, run, text, left.modelConstraints)
  const all = [...findings, ...read.findings].toSorted((a, b) => a.from - b.from)
  const unlisted = all.length - mostListed
  return {
    checked: [...new Set([...checked, ...read.checked])].toSorted(),
    notChecked: read.notChecked,
    findings: all.slice(0, mostListed),
    ...(unlisted > 0 ? { unlisted } : {}),
  }

  /** One of the things to check against cannot be read: the others can. */
  function ignoreUnreadable(error: unknown): undefined {
    logger.warn({ projectId, cause: String(error) }, 'what was written could not be checked')
    return undefined
  }
}

const mostConstraintUnits = 2000

/** The constraints that were sent, in the words in which they were. */
function constraintsOf({ assembly }: AssembledContext, kinds: ReadonlyMap<string, JudgeKind>): Constraint[] {
  return assembly.placed.rules.flatMap(({ chunk, action, text }) => {
    const { item, path } = chunk.ref
    if (chunk.source.print !== 'numbered' || action === 'dropped') return []
    const usual = chunk.source.name === 'codexConstraints' ? 'character' : 'style'
    const constraintText = text.slice(0, mostConstraintUnits).toWellFormed()
    return [{ id: item ?? path, text: constraintText, kind: kinds.get(item ?? path) ?? usual }]
  })
}
