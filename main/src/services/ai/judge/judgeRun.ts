import type { Finding, JudgedRecord, JudgeKind, NotCheckedWhy, Rewriting, Verdict } from '#contract/judge.ts'
import { ErrorCode } from '../../../contract/errorCodes.ts'
import { AppError, isAppError } from '../../../lib/appError.ts'
import { sha256Hex } from '../../../lib/hash.ts'
import { type AssembledContext, type Language, redactShortForm } from '../../context/index.ts'
import type { Redacted } from '../../redaction/index.ts'
import type { CodexCard } from '../../sources/index.ts'
import { type Constraint, judge } from './judge.ts'
import type { JudgedRun, JudgeOptions } from './judgePorts.ts'
import { checkWithModel, countKinds } from './modelCheck.ts'
import type { Question } from './modelVerdict.ts'

export interface JudgedText {
  /** The text that counts. */
  readonly text: string
  readonly judged?: Verdict
  readonly rewriting?: Rewriting
}

/**
 * Checks what a run wrote, together with the text before it: a sentence may start in the one and end in the other.
 * With findings in the new part it has that written once more, when the author has switched that on, never twice.
 * When the second text is not completed, the first counts. Never rejects, and a check that fails never costs the
 * text.
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
    if (second.trim() === '') throw new AppError(ErrorCode.AI_EMPTY)
    const rewriting = { state: 'replaced', text, findings } as const
    return { text: second, judged: await judgeText(options, run, writtenSoFar + second), rewriting }
  } catch (error) {
    const partial = { text: run.soFar(), findings: [] }
    if (signal.aborted) return { text, judged, rewriting: { state: 'cancelled', ...partial } }
    const code = isAppError(error) ? error.code : 'INTERNAL'
    return { text, judged, rewriting: { state: 'failed', ...partial, error: code } }
  }
}

/** The form for a receipt: places and kinds, and of the texts, each with the text before it, their hashes. */
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

/** A failed check is no finding: the rules were not checked. */
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
  const avoided = [...(wordList?.terms.flatMap(({ avoid }) => avoid) ?? []), ...(wordList?.banned ?? [])]
  const inText = avoided.filter((word) => /^\p{Script=Han}{2,4}$/u.test(word) && text.includes(word))
  const longerNames =
    inText.length === 0
      ? undefined
      : await ports?.longerNames?.(projectId, inText, text).catch(ignoreUnreadable)
  const authors = `${stored.text}\n${additionalInput}`
  const { findings, checked, ...left } = judge({
    text,
    original: skill.output === 'replace' ? selectedText : '',
    constraints: constraintsOf(run.assembled, kinds ?? new Map()),
    wordList: wordList ?? { terms: [], banned: [] },
    chapterNumber: document.chapterNumber,
    ...(longerNames && { longerNames }),
    // A name in the author's own text or instruction is the author's own choice.
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
    const usual = chunk.reason.code === 'of_entry' ? 'character' : 'style'
    const constraintText = text.slice(0, mostConstraintUnits).toWellFormed()
    return [{ id: item ?? path, text: constraintText, kind: kinds.get(item ?? path) ?? usual }]
  })
}

const wordingByLanguage = {
  zh: {
    before: '上面的要求已经写过一稿：',
    end: '（这一稿完）',
    broken: '这一稿违反了下面的规则：',
    place: (rule: string, quote: string) => `${rule}（见“${quote}”）`,
    again: '请按上面的要求重新写一稿，不要再违反这些规则，其余规则照旧。只输出正文，不要解释。',
    codex: (entry: string, reason: string) => `与条目「${entry}」到本章为止的情形不符：${reason}`,
    early: (word: string) => `「${word}」这时还不能出现`,
    term: (word: string, use: string) => `不写「${word}」，写「${use}」`,
    banned: (word: string) => `不用「${word}」`,
  },
  en: {
    before: 'A draft has been written for the request above:',
    end: '(end of the draft)',
    broken: 'It breaks these rules:',
    place: (rule: string, quote: string) => `${rule} (see “${quote}”)`,
    again:
      'Write it anew as the request above says, without breaking these rules; all others still hold. Output only the text, no comment.',
    codex: (entry: string, reason: string) =>
      `it differs from the entry “${entry}” as of this chapter: ${reason}`,
    early: (word: string) => `“${word}” must not appear yet`,
    term: (word: string, use: string) => `not “${word}” but “${use}”`,
    banned: (word: string) => `“${word}” is not used`,
  },
} as const

const mostRules = 20

/** What follows the run's own request when its text is written once more: the draft, and what it breaks. */
function rewriteTail(language: Language, text: string, findings: readonly Finding[]): string {
  const wording = wordingByLanguage[language]
  const broken = findings
    .slice(0, mostRules)
    .map((finding) => wording.place(ruleOf(finding, language), finding.quote))
  const list = [...new Set(broken)].map((rule, index) => `${index + 1}. ${rule}`)
  return [
    [wording.before, text, wording.end].join('\n'),
    [wording.broken, ...list].join('\n'),
    wording.again,
  ].join('\n\n')
}

function ruleOf(finding: Finding, language: Language): string {
  const wording = wordingByLanguage[language]
  if (finding.constraint !== undefined) return finding.constraint
  switch (finding.code) {
    case 'codex':
      return wording.codex(finding.params.entry, finding.params.why)
    case 'term':
      return wording.term(finding.params.word, finding.params.use)
    case 'name_early':
      return wording.early(finding.params.name)
    case 'banned':
    case 'word_early':
      return wording.banned(finding.params.word)
    default:
      return finding.quote
  }
}

const usualLimitMs = 60_000
interface Read {
  readonly findings: readonly Finding[]
  readonly checked: readonly JudgeKind[]
  readonly notChecked: Verdict['notChecked']
}

/**
 * Rules that only a reader can judge: checked by the run's model when the author has switched that on, else reported
 * as not checked.
 */
async function readByModel(
  options: JudgeOptions,
  run: JudgedRun,
  text: string,
  modelConstraints: readonly Constraint[],
): Promise<Read> {
  const { judge: ports, logger } = options
  const { projectId, language } = run.prepared
  const { placed, request } = run.assembled.assembly
  const shown = Object.values(placed).flatMap((layer) =>
    layer.filter(({ chunk, action }) => chunk.source.display.card === 'entry' && action !== 'dropped'),
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
  const shownEntries = shown.map(({ chunk: { title: name }, text: words }) => ({ title: name, text: words }))
  const result = await checkWithModel(check, question, modelConstraints, shownEntries)
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
    const redact = async (value: string): Promise<Redacted> =>
      (await ports?.redact?.(value, projectId)) ?? { text: value, replacements: [], evidence: [] }
    const redacted = await redact(full)
    const short =
      levels.short === undefined
        ? redacted.text.slice(0, mostEntryUnits).toWellFormed()
        : (await redactShortForm(levels.short, { original: full, redacted }, redact)).text
    return { title: (await redact(name)).text, text: short }
  }
}

const mostEntries = 12
const mostEntryUnits = 600
