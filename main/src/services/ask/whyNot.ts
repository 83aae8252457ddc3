import type { AskAnswer } from '#contract/ask.ts'
import type { ReceiptChunk } from '#contract/context.ts'
import type { DeepReadonly } from '#contract/shared.ts'
import type { EntryStanding } from '../codex/index.ts'
import { comparable } from './questionWords.ts'

const excerptUnits = 200

/** What keeps an entry, or what is asked of it, out of a prompt. */
export function whyNot(
  { id, name, level, unknown, unsaid }: EntryStanding,
  about: {
    readonly chunks: readonly DeepReadonly<ReceiptChunk>[]
    /** What is asked beside names; none: every change may be meant. */
    readonly words: readonly string[]
    readonly titleOf: (documentId: string) => string
    readonly redact: (text: string) => string
    /** The prompt holds everything that was asked. */
    readonly isThere: boolean
  },
): AskAnswer[] {
  const { chunks, words, titleOf, redact, isThere } = about
  const open = { kind: 'entry' as const, id }
  const said = (code: AskAnswer['code'], params: AskAnswer['params'] = {}, text?: string): AskAnswer => ({
    ...{ code, params: { name, ...params }, open },
    ...(text === undefined ? {} : { excerpt: redact(text.slice(0, excerptUnits).toWellFormed()) }),
  })
  const changes = unsaid
    .filter(({ text }) => words.length === 0 || words.some((word) => comparable(text).includes(word)))
    .map(({ why, from, text }) => {
      const code = { later: 'changeLater', over: 'changeOver', hidden: 'changeHidden' } as const
      return said(code[why], { chapter: titleOf(from) }, text)
    })
  if (unknown?.why === 'later')
    return [said('entryLater', { chapter: titleOf(unknown.from ?? '') }), ...changes]
  if (unknown) return [said('entryHidden'), ...changes]
  if (isThere) return changes
  if (level === 'never') return [said('levelNever'), ...changes]
  const own = chunks.find(
    ({ sourceName, label }) =>
      sourceName.startsWith('codex') && (label === name || label.startsWith(`${name}（`)),
  )
  if (own === undefined) return [said(level === 'manual_only' ? 'levelManual' : 'notNamed'), ...changes]
  if (own.action === 'dropped')
    return [said('leftOut', { label: own.label, reason: own.trimReason }), ...changes]
  const isShort = own.level !== undefined && own.level !== 'full'
  return isShort
    ? [{ ...said('shortened', { level: own.level ?? 'full' }), layer: own.layer }, ...changes]
    : changes
}
