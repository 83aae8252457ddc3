import { describeReason, noticeSentence } from '../contract/sentences/codedSentence.ts'
import type { Notice as AppNotice, Assembly, Reason } from '../services/context/index.ts'
import type { EvidenceRow, Language, Layer, LayerUse, Notice, Prompt } from './types.ts'

type TrimRow = Assembly['trim'][number]

/** What one assembly decided, in the package's words and the engine's language. */
export function toPrompt(assembly: Assembly, language: Language): Prompt {
  const { request, trim, layerTokens, budget, tokenizer } = assembly
  const use = (layer: Layer): LayerUse => ({
    tokens: layerTokens[layer],
    truncated: trim.some((row) => row.layer === layer && row.action !== 'kept'),
  })
  return {
    systemPrompt: assembly.systemPrompt,
    userContent: assembly.userContent,
    prefixUnchanged: assembly.stablePrefixUnchanged,
    tokenizer: { id: tokenizer.id, exact: tokenizer.exact },
    totalMs: assembly.timings.totalMs ?? 0,
    projectId: request.projectId,
    documentId: request.documentId,
    modelId: request.model.id,
    promptHash: assembly.promptHash,
    prefixHash: assembly.stablePrefixHash,
    tokenCount: assembly.tokenCount,
    maxInputTokens: budget.maxInputTokens,
    layers: {
      rules: use('rules'),
      settings: use('settings'),
      retrieved: use('retrieved'),
      immediate: use('immediate'),
    },
    evidence: trim.map((row) => toEvidence(row, language)),
    redactions: assembly.redaction.map(({ sourceRef, patternId, matchCount }) => ({
      path: sourceRef,
      patternId,
      count: matchCount,
    })),
    notices: assembly.notices.map((notice) => toNotice(notice, language)),
  }
}

const actions = { kept: 'whole', trimmed: 'shortened', dropped: 'dropped' } as const

function toEvidence(row: TrimRow, language: Language): EvidenceRow {
  const { layer, sourceRef, action, reason, beforeChars, afterChars, reasonCode, params } = row
  return {
    layer,
    path: sourceRef,
    action: actions[action],
    cause: causeOf(reason),
    charsBefore: beforeChars,
    charsAfter: afterChars,
    // Code and parameters were a reason before they became a row.
    reason: reasonCode === undefined ? '' : sentenceOf({ code: reasonCode, params } as Reason, language),
  }
}

/** Of the app's causes one is about copies of its own files, which no source of the package reads. */
const causeOf = (reason: TrimRow['reason']): EvidenceRow['cause'] =>
  reason === 'leftover' ? 'not_selected' : reason

function sentenceOf(reason: Reason, language: Language): string {
  // The app's words for it are about skills, which the package has not.
  if (reason.code === 'skill') return language === 'zh' ? '本次要求' : 'the instruction of the request'
  return describeReason(reason, language)
}

function toNotice(notice: AppNotice, language: Language): Notice {
  return { code: notice.code, message: noticeSentence(notice, language) }
}
