import { createStore } from 'zustand/vanilla'
import type { ErrorPayload } from '../../../main/src/contract/result.ts'
import { pageOf, type SettingsPage, type SettingsSection } from '../features/settings/settingsPages.ts'
import type { DropProblem } from '../features/welcome/droppedBook.ts'

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
  | 'threads'
  | 'notes'
  | 'voice'
  | 'ties'
  | 'timeline'
  | 'knowledge'
  | 'changes'
  | 'checks'
  | 'snapshots'
  | 'statistics'

/** What a note is being written about: words of a chapter, and where they begin in its stored text. */
export interface NoteTarget {
  readonly projectId: string
  readonly documentId: string
  readonly start: number
  readonly words: string
}

/** What the column on the left shows. */
export type LeftPart = 'chapters' | 'codex' | 'rules' | 'search'

/** How the window is arranged; nothing here is worth saving. */
export interface ViewState {
  /** The column on the left; a sheet stands in its place. */
  readonly leftOpen: boolean
  readonly left: LeftPart
  readonly panelOpen: boolean
  readonly panelWidth: number
  /** What the panel shows while the viewer is closed. */
  readonly panelTab: 'write' | 'chat' | 'agent'
  readonly viewerOpen: boolean
  readonly viewerWide: boolean
  readonly settingsOpen: boolean
  /** The page of the settings that is shown, or was last. */
  readonly settingsPage: SettingsPage
  /** The section that the settings were opened for; null: for none, or another page was chosen since. */
  readonly settingsSection: SettingsSection | null
  /** What is open beside the text. */
  readonly sheet: SheetName | null
  /** The outline stands in place of the text. */
  readonly outlineOpen: boolean
  /** Why the selection was not made a thread of this work, or a mark of one. */
  readonly threadError: { readonly projectId: string; readonly error: ErrorPayload } | null
  /** Null: no note is being written. */
  readonly noteTarget: NoteTarget | null
  /** What became of a link that was to be copied; null: none was, or it was read. */
  readonly copiedLink: { readonly outcome: 'copied' | 'refused' | 'impossible'; readonly link: string } | null
  readonly exportOpen: boolean
  /** What is to be printed is being chosen. */
  readonly printOpen: boolean
  readonly paletteOpen: boolean
  /** All keys are shown. */
  readonly shortcutsOpen: boolean
  /** The goal of a day is being set. */
  readonly goalOpen: boolean
  /** The manuscript that was dropped on the window last. */
  readonly dropped: File | null
  /** Why what was dropped last is not looked at; null: it is. */
  readonly dropProblem: DropProblem | null
  /** How often the search through the book was asked for, so that its field gets the focus again. */
  readonly searchRequests: number
  /** Only the paragraph of the caret in full ink. */
  readonly focusMode: boolean
  /** The line of the caret stays in the middle. */
  readonly typewriterMode: boolean
  /** Names of the codex are underlined in the text. */
  readonly namesShown: boolean
  /** Quotes, dashes and ellipses become the chapter's own while they are typed. */
  readonly smartTyping: boolean
  /** Nothing but the text. */
  readonly fullScreen: boolean
  /** Under 900 px the sides slide over the text. */
  readonly narrow: boolean
  /** Under 1,280 px one column stands beside the text: a sheet, else the panel, else the column on the left. */
  readonly oneSide: boolean
}

export const panelWidths = { min: 320, usual: 380, max: 640 } as const

export const createViewStore = (narrow: boolean) =>
  createStore<ViewState>(() => ({
    leftOpen: !narrow,
    left: 'chapters',
    panelOpen: !narrow,
    panelWidth: panelWidths.usual,
    panelTab: 'write',
    viewerOpen: false,
    viewerWide: false,
    settingsOpen: false,
    settingsPage: 'writing',
    settingsSection: null,
    sheet: null,
    outlineOpen: false,
    threadError: null,
    noteTarget: null,
    copiedLink: null,
    exportOpen: false,
    printOpen: false,
    paletteOpen: false,
    shortcutsOpen: false,
    goalOpen: false,
    dropped: null,
    dropProblem: null,
    searchRequests: 0,
    focusMode: false,
    typewriterMode: false,
    namesShown: false,
    smartTyping: true,
    fullScreen: false,
    narrow,
    oneSide: narrow,
  }))

/** Whether the column on the left is there: beside the outline, which has the chapters, the list of them is not. */
export const hasLeft = ({ leftOpen, left, outlineOpen }: ViewState): boolean =>
  leftOpen && !(outlineOpen && left === 'chapters')

/** Whether it is seen too: a sheet stands in its place, and the panel where one column has room. */
export const isLeftShown = (state: ViewState, hasSheet: boolean): boolean =>
  hasLeft(state) && !hasSheet && (state.narrow || !state.oneSide || !state.panelOpen)

/** Puts the outline in place of the text, without what slides over both in a narrow window. */
export const openOutline = (view: ViewStore) =>
  view.setState(({ narrow, leftOpen, panelOpen }) => ({
    outlineOpen: true,
    leftOpen: !narrow && leftOpen,
    panelOpen: !narrow && panelOpen,
  }))

/** Does something with the text, which the outline no longer covers. */
export const withText = (view: ViewStore, task: () => void) => {
  if (!view.getState().outlineOpen) return task()
  view.setState({ outlineOpen: false })
  // A covered text takes no focus until it has been drawn again.
  requestAnimationFrame(task)
}

/** Shows a part of the book in the column on the left, in the place of a sheet, and of the panel where one column has room. */
export const showLeft = (view: ViewStore, codex: { hide(): void }, left: LeftPart) => {
  codex.hide()
  view.setState(({ oneSide, panelOpen }) => ({
    ...{ left, leftOpen: true, sheet: null },
    ...(left === 'chapters' && { outlineOpen: false }),
    panelOpen: panelOpen && !oneSide,
  }))
}

/** Opens a sheet; in a narrow window the column on the left would lie over it. */
export const openSheet = (view: ViewStore, sheet: SheetName) => {
  const { narrow, leftOpen } = view.getState()
  view.setState({ sheet, leftOpen: !narrow && leftOpen })
}

/** Opens the settings at a section of theirs, or on the page that was shown last. */
export const openSettings = (view: ViewStore, section: SettingsSection | null = null) =>
  view.setState(({ settingsPage }) => ({
    settingsOpen: true,
    settingsPage: section === null ? settingsPage : pageOf(section),
    settingsSection: section,
  }))

/** Shows the AI panel; where one column has room beside the text, it takes the place of a sheet or of the codex. */
export const openPanel = (
  view: ViewStore,
  codex: { hide(): void },
  part: Partial<Pick<ViewState, 'viewerOpen' | 'panelTab' | 'leftOpen'>> = {},
) => {
  const { narrow, oneSide } = view.getState()
  const isInPlace = oneSide && !narrow
  if (isInPlace) codex.hide()
  view.setState({ panelOpen: true, ...(isInPlace && { sheet: null }), ...part })
}

export type ViewStore = ReturnType<typeof createViewStore>
