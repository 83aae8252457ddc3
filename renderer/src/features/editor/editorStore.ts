import { createStore } from 'zustand/vanilla'
import type { Notice } from '#contract/warnings.ts'
import type { ErrorPayload } from '../../../../main/src/contract/result.ts'
import type { TextCounts } from './counts.ts'
import type { PartsCount } from './partControls.ts'
import type { HeadingWords } from './scenes.ts'
import type { AtSelection } from './selectionWatch.ts'

type SaveState =
  | { readonly kind: 'saved'; readonly at: Date | null }
  | { readonly kind: 'dirty' | 'saving' }
  | { readonly kind: 'failed'; readonly error: ErrorPayload }
  | { readonly kind: 'conflict'; readonly diskText: string; readonly diskHash: string }

/** Where the writer is, in UTF-16 offsets of the stored text. */
export interface StoredPlace {
  readonly cursorPosition: number
  readonly selection: { readonly from: number; readonly to: number } | null
}

export interface EditorStatus {
  readonly projectId: string | null
  readonly documentId: string | null
  readonly phase: 'empty' | 'loading' | 'ready' | 'failed'
  readonly error: ErrorPayload | null
  readonly save: SaveState
  /** What a save had to say beside being done. */
  readonly notice: Notice | null
  readonly counts: TextCounts
  readonly selectionCounts: TextCounts | null
  /** The headings of the open chapter. */
  readonly headings: readonly HeadingWords[]
  /** The buttons under the suggestion can be seen. */
  readonly barInView: boolean
  /** The open parts of the suggestion; null when it is taken or left as a whole. */
  readonly openParts: PartsCount | null
  /** The parts the suggestion could be divided into; null when it has none, or is divided. */
  readonly divisibleInto: PartsCount['kind'] | null
  /** What stands at the selection; null: nothing. */
  readonly atSelection: AtSelection | null
  /** Set when caret and text have been still for a moment and everything is saved. */
  readonly savedPosition: (StoredPlace & { readonly hash: string }) | null
}

export const createEditorStore = () =>
  createStore<EditorStatus>(() => ({
    projectId: null,
    documentId: null,
    phase: 'empty',
    error: null,
    save: { kind: 'saved', at: null },
    notice: null,
    counts: { wordCount: 0, characters: 0 },
    selectionCounts: null,
    headings: [],
    barInView: false,
    openParts: null,
    divisibleInto: null,
    atSelection: null,
    savedPosition: null,
  }))

export type EditorStore = ReturnType<typeof createEditorStore>
