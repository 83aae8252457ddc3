import { createStore } from 'zustand/vanilla'
import type { ErrorPayload } from '../../../main/src/contract/result.ts'

export type SheetName =
  | 'style'
  | 'terminology'
  | 'world'
  | 'profile'
  | 'skills'
  | 'budget'
  | 'constraints'
  | 'memory'
  | 'synopses'
  | 'outline'
  | 'threads'
  | 'notes'
  | 'voice'
  | 'ties'
  | 'timeline'
  | 'changes'
  | 'checks'

/** What a note is being written about: words of a chapter, and where they begin in its stored text. */
export interface NoteTarget {
  readonly projectId: string
  readonly documentId: string
  readonly start: number
  readonly words: string
}

/** How the window is arranged; nothing here is worth saving. */
export interface ViewState {
  readonly chaptersOpen: boolean
  readonly panelOpen: boolean
  readonly panelWidth: number
  /** What the panel shows while the viewer is closed. */
  readonly panelTab: 'write' | 'chat' | 'agent'
  readonly viewerOpen: boolean
  readonly viewerWide: boolean
  readonly settingsOpen: boolean
  /** What is open beside the text. */
  readonly sheet: SheetName | null
  /** Why the selection was not made a thread of this work, or a mark of one. */
  readonly threadError: { readonly projectId: string; readonly error: ErrorPayload } | null
  /** Null: no note is being written. */
  readonly noteTarget: NoteTarget | null
  readonly exportOpen: boolean
  readonly paletteOpen: boolean
  /** The goal of a day is being set. */
  readonly goalOpen: boolean
  /** The manuscript that was dropped on the window last. */
  readonly dropped: File | null
  /** The search through the book stands where the chapters are. */
  readonly searchOpen: boolean
  /** How often it was asked for, so that its field gets the focus again. */
  readonly searchRequests: number
  /** Only the paragraph of the caret in full ink. */
  readonly focusMode: boolean
  /** The line of the caret stays in the middle. */
  readonly typewriterMode: boolean
  /** Names of the codex are underlined in the text. */
  readonly namesShown: boolean
  /** Nothing but the text. */
  readonly fullScreen: boolean
  /** Under 900 px the sides slide over the text. */
  readonly narrow: boolean
  /** Under 1,280 px one column stands beside the text: a sheet, else the panel, else the chapters. */
  readonly oneSide: boolean
}

export const panelWidths = { min: 320, usual: 380, max: 640 } as const

export const createViewStore = (narrow: boolean) =>
  createStore<ViewState>(() => ({
    chaptersOpen: !narrow,
    panelOpen: !narrow,
    panelWidth: panelWidths.usual,
    panelTab: 'write',
    viewerOpen: false,
    viewerWide: false,
    settingsOpen: false,
    sheet: null,
    threadError: null,
    noteTarget: null,
    exportOpen: false,
    paletteOpen: false,
    goalOpen: false,
    dropped: null,
    searchOpen: false,
    searchRequests: 0,
    focusMode: false,
    typewriterMode: false,
    namesShown: false,
    fullScreen: false,
    narrow,
    oneSide: narrow,
  }))

/** Opens a sheet; in a narrow window the chapters would lie over it. */
export const openSheet = (view: ViewStore, sheet: SheetName) => {
  const { narrow, chaptersOpen } = view.getState()
  view.setState({ sheet, chaptersOpen: !narrow && chaptersOpen })
}

/** Shows the AI panel; where one column has room beside the text, it takes the place of a sheet or of the codex. */
export const openPanel = (
  view: ViewStore,
  codex: { hide(): void },
  part: Partial<Pick<ViewState, 'viewerOpen' | 'panelTab' | 'chaptersOpen'>> = {},
) => {
  const { narrow, oneSide } = view.getState()
  const isInPlace = oneSide && !narrow
  if (isInPlace) codex.hide()
  view.setState({ panelOpen: true, ...(isInPlace && { sheet: null }), ...part })
}

export type ViewStore = ReturnType<typeof createViewStore>
