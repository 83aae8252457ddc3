import { createStore } from 'zustand/vanilla'

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
  readonly constraintsOpen: boolean
  readonly memoryOpen: boolean
  readonly synopsesOpen: boolean
  readonly exportOpen: boolean
  /** Under 1,000 px the sides are drawers. */
  readonly narrow: boolean
}

export const panelWidths = { least: 320, usual: 380, most: 640 } as const

export const createViewStore = (narrow: boolean) =>
  createStore<ViewState>(() => ({
    chaptersOpen: !narrow,
    panelOpen: !narrow,
    panelWidth: panelWidths.usual,
    panelTab: 'write',
    viewerOpen: false,
    viewerWide: false,
    settingsOpen: false,
    constraintsOpen: false,
    memoryOpen: false,
    synopsesOpen: false,
    exportOpen: false,
    narrow,
  }))

export type ViewStore = ReturnType<typeof createViewStore>
