import type { AssembleResult, BudgetLayers } from '#contract/context.ts'
import type { CardForm, DeltaPlan } from '#contract/evidence.ts'
import type { DeepReadonly } from '#contract/shared.ts'
import type { Notice, Reason } from '#contract/warnings.ts'
import { perObject } from '../../../lib/perObject.ts'
import type { Replacement } from '../../redaction/index.ts'

export type { BudgetLayers, Notice, Reason }

export type TrimRow = DeepReadonly<AssembleResult['trim'][number]>
export type RedactionRow = DeepReadonly<AssembleResult['redaction'][number]>
export type LayerName = TrimRow['layer']
export type TrimAction = TrimRow['action']
export type TrimReason = TrimRow['reason']
export type DetailLevel = NonNullable<TrimRow['level']>
export type ShorterLevel = Exclude<DetailLevel, 'full'>
export type Stability = DeltaPlan['blocks'][number]['stability']
export type Language = 'zh' | 'en'
export type LayerTokens = Record<LayerName, number>

/** The place of a piece of material in its store. */
export interface Ref {
  /** Project-relative path, `memory:<id>`, `skill:<id>` or `request:additionalInput`. */
  readonly path: string
  /** Which item, when a path has many (a constraint's id). */
  readonly item?: string
  /** UTF-16 offsets in the stored text, when it is a part of it. */
  readonly from?: number
  /** UTF-16 offset behind its last character. */
  readonly to?: number
  /** Position inside the path: decides the order of items of one path. */
  readonly position?: number
}

/** One permitted loss of a chunk; `cutOrder` decides when, smallest first over all sources of its layer. */
export type Step = ShortenStep | CutStep

export interface ShortenStep {
  readonly step: ShorterLevel | 'out'
  readonly cutOrder: number
  /** At this step the source's best by score, this many of them, are not shortened. */
  readonly sparedCount?: number
}

/**
 * `head` leaves the beginning of the text, `tail` its end, as much of it as still fits; `around` the sentences with
 * most of the words for which it was selected.
 */
export interface CutStep {
  readonly step: 'head' | 'tail' | 'around'
  readonly cutOrder: number
  /** The finest place where it may be cut. */
  readonly boundary: 'paragraph' | 'sentence' | 'grapheme'
  /** What this step leaves at least: the chapter's share, the nearest 500 tokens, or nothing. */
  readonly leave?: 'share' | 'nearest'
  /** At least this many UTF-16 units are left, or it is not cut at all. */
  readonly leastUnits?: number
  /** A coarser place that would leave more of the space than this unused is skipped. */
  readonly slackTokens?: number
}

/** How people are shown what a source contributes. */
interface SourceDisplay {
  /** What one piece of it is, in a word or two of the interface's language. */
  readonly name: Readonly<Record<Language, string>>
  /** The form of its card in the viewer. */
  readonly card: CardForm
}

/** What the core knows of a source: plain values that the source declares. */
export interface SourceFacts {
  readonly name: string
  /** How the viewer names and shows its chunks. */
  readonly display: SourceDisplay
  readonly layer: LayerName
  /** Order inside the layer, smallest first; sources with one place are ordered as one. */
  readonly place: number
  readonly stability: Stability
  /** How it may give way, in steps; none: it is there whole, or not at all unless it is required. */
  readonly shrinkSteps: readonly Step[]
  /** `numbered`: one line of a numbered list under one heading, instead of a section of its own. */
  readonly print?: 'marked' | 'numbered'
  /** The marker line names the whole of a text that is its title, so the text is not printed again. */
  readonly titleIsText?: boolean
  /**
   * It may make a request too large. Everything else is shortened by its steps where it does not fit; in Rules it is
   * the part that rules selection may shorten or leave out.
   */
  readonly required?: boolean
  /**
   * Retrieved: so many of its best are appended between two rebuilds, behind the text before the cursor. Absent: a
   * new chunk that is not pinned is deferred to the next rebuild.
   */
  readonly maxAppended?: number
  /** The part of a profile's budget that caps it; in Retrieved `retrieval` when absent. */
  readonly part?: 'preferences' | 'longTerm'
  /** The text that ends at the cursor: where it starts is remembered between requests. */
  readonly anchored?: boolean
}

/** A piece of material after it was read: of this project, redacted, guarded, counted. */
export interface Chunk {
  readonly source: SourceFacts
  readonly projectId: string
  readonly ref: Ref
  /** What the marker line names: a file, a chapter, a codex entry. */
  readonly label: string
  readonly title: string
  readonly text: string
  readonly tokenCount: number
  /** Shorter forms of the text, tried before the chunk is dropped. */
  readonly forms?: Partial<Record<ShorterLevel, string>>
  /** Retrieved: [0,1], see `docs/architecture.md`; other layers: what goes last has most. */
  readonly score?: number
  /** Settings: [0,1]; 1 for profile and files. */
  readonly confidence?: number
  /** Rules: 0–1000. */
  readonly priority?: number
  /** Ascending, before the path decides. */
  readonly order?: number
  readonly pinned?: boolean
  /** Spans changed on the way in, so that offsets in `text` map back to the stored text. */
  readonly replacements: readonly Replacement[]
  /** The text it was cut from and where, when nothing in it was replaced: counts of that text are shared. */
  readonly cutFrom?: { readonly text: string; readonly from: number }
  /** UTF-16 units that were read, when more than `text`. */
  readonly fetchedChars?: number
  /** Why it is here. */
  readonly reason: Reason
  readonly redaction: readonly RedactionRow[]
}

/** What an evidence row calls a chunk: its path, with the item or the UTF-16 range when it is a part. */
export function chunkKey({ ref: { path, item, from, to } }: Pick<Chunk, 'ref'>): string {
  if (item !== undefined) return `${path}#${item}`
  return from === undefined ? path : `${path}#${from}-${to ?? ''}`
}

/** A chunk after all decisions. */
export interface Placed {
  readonly chunk: Chunk
  /** As it goes into the prompt; empty when dropped. */
  readonly text: string
  /** Offset in `chunk.text` where `text` begins. */
  readonly start: number
  readonly action: TrimAction
  readonly reason: TrimReason
  readonly level?: DetailLevel
}

/** One object per chunk: it is the cache key for the printed and the reported form of an unchanged chunk. */
export const include = perObject(
  (chunk: Chunk): Placed => ({
    chunk,
    text: chunk.text,
    start: 0,
    action: 'kept',
    reason: 'within_budget',
  }),
)

export const drop = (chunk: Chunk, reason: TrimReason = 'over_budget'): Placed => ({
  chunk,
  text: '',
  start: 0,
  action: 'dropped',
  reason,
})

/** A shorter form in the text's place. */
export const shorten = (chunk: Chunk, level: ShorterLevel, text: string): Placed => ({
  chunk,
  text,
  start: 0,
  action: 'trimmed',
  reason: 'over_budget',
  level,
})

export const shorterLevels: readonly ShorterLevel[] = ['short', 'line', 'name']
