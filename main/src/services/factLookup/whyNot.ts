import type { ReceiptChunk } from '#contract/context.ts'
import type { LookupAnswer } from '#contract/factLookup.ts'
import type { DeepReadonly } from '#contract/shared.ts'
import type { EntryVisibility } from '../codex/index.ts'
import { comparable } from './questionWords.ts'

const excerptUnits = 200

/** What keeps an entry, or what is asked of it, out of a prompt. */
export function whyNot(
  { id, name, level, unknown, omitted }: EntryVisibility,
  about: {
    readonly chunks: readonly DeepReadonly<ReceiptChunk>[]
    /** What is asked beside names; none: every change may be meant. */
    readonly terms: readonly string[]
    readonly titleOf: (documentId: string) => string
    readonly redact: (text: string) => string
    /** The prompt holds everything that was asked. */
    readonly isThere: boolean
  },
): LookupAnswer[] {
  const { chunks, terms, titleOf, redact, isThere } = about
  const open = { kind: 'entry' as const, id }
  const createAnswer = (
    code: LookupAnswer['code'],
    params: LookupAnswer['params'] = {},
    text?: string,
  ): LookupAnswer => ({
    ...{ code, params: { name, ...params }, open },
    ...(text === undefined ? {} : { excerpt: redact(text.slice(0, excerptUnits).toWellFormed()) }),
  })
  const changes = omitted
    .filter(({ text }) => terms.length === 0 || terms.some((word) => comparable(text).includes(word)))
    .map(({ reason, from, text }) => {
      const code = { later: 'changeLater', over: 'changeOver', hidden: 'changeHidden' } as const
      return createAnswer(code[reason], { chapter: titleOf(from) }, text)
    })
  if (unknown?.reason === 'later')
    return [createAnswer('entryLater', { chapter: titleOf(unknown.from ?? '') }), ...changes]
  if (unknown) return [createAnswer('entryHidden'), ...changes]
  if (isThere) return changes
  if (level === 'never') return [createAnswer('levelNever'), ...changes]
  const own = chunks.find(
    ({ sourceName, label }) =>
      sourceName.startsWith('codex') && (label === name || label.startsWith(`${name}（`)),
  )
  if (own === undefined)
    return [createAnswer(level === 'manual_only' ? 'levelManual' : 'notNamed'), ...changes]
  if (own.action === 'dropped')
    return [createAnswer('leftOut', { label: own.label, reason: own.trimReason }), ...changes]
  const isShort = own.level !== undefined && own.level !== 'full'
  return isShort
    ? [{ ...createAnswer('shortened', { level: own.level ?? 'full' }), layer: own.layer }, ...changes]
    : changes
}
