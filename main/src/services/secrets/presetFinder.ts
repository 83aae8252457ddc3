import type { lintSource } from '@secretlint/core'
import { LRUCache } from 'lru-cache'
import type { Logger } from '../../lib/logger.ts'

/** UTF-16 offsets, `to` exclusive. */
export interface SecretFinding {
  readonly patternId: string
  readonly from: number
  readonly to: number
}

export interface SecretFinderOptions {
  readonly hash: (text: string) => string
  readonly monotonic: () => number
  readonly logger: Logger
  /** Milliseconds of work for one text; the rest is left to the app's own patterns. */
  readonly budgetMs?: number
}

export interface SecretFinder {
  /** Never rejects. Each candidate is checked once as long as it is cached. */
  find(text: string): Promise<readonly SecretFinding[]>
}

/** A manuscript must not switch rules off by a comment in it. */
const commentFilter = '@secretlint/secretlint-rule-filter-comments'
const wide = /[\u2e80-\uffef]/g
const rememberedCandidates = 2048

type Lint = (content: string) => ReturnType<typeof lintSource>

/** The recommended rules of secretlint, loaded when the first token-like run of characters turns up. */
export function createSecretFinder(options: SecretFinderOptions): SecretFinder {
  const { hash, monotonic, logger, budgetMs = 150 } = options
  const findingCache = new LRUCache<string, readonly SecretFinding[]>({ max: rememberedCandidates })
  let loading: Promise<Lint> | undefined

  async function inCandidate(content: string): Promise<readonly SecretFinding[]> {
    const key = hash(content)
    const remembered = findingCache.get(key)
    if (remembered) return remembered
    loading ??= load()
    // The rules want no letter in front of a token; in Chinese prose there always is one.
    const { messages } = await (await loading)(content.replace(wide, ' '))
    const findings = messages.flatMap(({ ruleId, range }) =>
      range[0] < range[1] ? [{ patternId: shortId(ruleId), from: range[0], to: range[1] }] : [],
    )
    findingCache.set(key, findings)
    return findings
  }

  async function find(text: string): Promise<readonly SecretFinding[]> {
    const candidates = candidatesOf(text)
    if (candidates.length === 0) return []
    const findings: SecretFinding[] = []
    let spentMs = 0
    try {
      for (const [index, { from, to }] of candidates.entries()) {
        if (spentMs > budgetMs) {
          logger.warn({ candidates: candidates.length, done: index }, 'secret preset out of time')
          break
        }
        const started = monotonic()
        const inside = await inCandidate(text.slice(from, to))
        // Loading the rules once is no work on this text.
        if (index > 0) spentMs += monotonic() - started
        for (const finding of inside)
          findings.push({ ...finding, from: from + finding.from, to: from + finding.to })
      }
    } catch (error) {
      logger.warn({ cause: error instanceof Error ? error.name : 'unknown' }, 'secret preset failed')
    }
    return findings
  }

  return { find }
}

async function load(): Promise<Lint> {
  const [{ lintSource }, { rules }, { secretLintProfiler }] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
    import('@secretlint/profiler'),
  ])
  // It would cache an entry per rule and text for as long as the process lives.
  secretLintProfiler.setEnabled(false)
  const config = {
    rules: rules.filter(({ meta }) => meta.id !== commentFilter).map((rule) => ({ id: rule.meta.id, rule })),
  }
  return (content) =>
    lintSource({
      source: { filePath: 'text.txt', content, contentType: 'text', ext: '.txt' },
      options: { config, noPhysicFilePath: true },
    })
}

/** `secretlint:gitlab` */
const shortId = (ruleId: string) => `secretlint:${ruleId.replace(/^.*secretlint-rule-/, '')}`.slice(0, 80)

/** A part of a text that may contain a secret: UTF-16 offsets, `to` exclusive. */
interface Candidate {
  readonly from: number
  readonly to: number
}

/** Every rule of the preset needs a run of such characters; prose in any language hardly ever has one. */
const tokenRun = /[A-Za-z0-9_+/=.~@:%-]{16,}/g
const lineBreak = /[\n\r]/
/** A name is in front of its value, at most on the line above. */
const contextUnits = 200
/** Bounds the work of one rule on one candidate, whatever the text. */
const maxCandidateUnits = 4096
const overlapUnits = 512
/** English joins words with dashes; without digit, capital inside or symbol such a run is no token. */
const joinedWords = /^[A-Z]?[a-z]+(?:[-.]+[A-Z]?[a-z]+)*[-.:]*$/

/**
 * Token-like runs with the text around them: whole lines where those are short. Overlapping ones are joined, then cut
 * into overlapping parts of at most 4,096 units. Linear.
 */
function candidatesOf(text: string): Candidate[] {
  const spans: { from: number; to: number }[] = []
  for (const match of text.matchAll(tokenRun)) {
    const end = match.index + match[0].length
    if (joinedWords.test(match[0])) continue
    const last = spans.at(-1)
    const from = Math.max(lineStart(text, match.index), last?.to ?? 0)
    const to = lineEnd(text, end)
    if (last && from <= last.to + 1) last.to = Math.max(last.to, to)
    else spans.push({ from, to })
  }
  return spans.flatMap(inParts)
}

/** The start of the line above `at`, at most `contextUnits` away. */
function lineStart(text: string, at: number): number {
  const minStart = Math.max(0, at - contextUnits)
  let breaks = 0
  for (let from = at; from > minStart; from--) {
    if (lineBreak.test(text.charAt(from - 1)) && ++breaks === 2) return from
  }
  return minStart
}

function lineEnd(text: string, at: number): number {
  const maxEnd = Math.min(text.length, at + contextUnits)
  for (let to = at; to < maxEnd; to++) if (lineBreak.test(text.charAt(to))) return to
  return maxEnd
}

function inParts({ from, to }: Candidate): Candidate[] {
  const parts: Candidate[] = []
  for (let start = from; ; start += maxCandidateUnits - overlapUnits) {
    parts.push({ from: start, to: Math.min(to, start + maxCandidateUnits) })
    if (start + maxCandidateUnits >= to) return parts
  }
}
