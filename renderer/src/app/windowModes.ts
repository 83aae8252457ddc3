import type { WindowModeName } from '../../../main/src/contract/sentences/commands.ts'
import type { EditorController } from '../features/editor/editorController.ts'
import type { WritingModes } from '../features/editor/writingModes.ts'
import type { ViewState, ViewStore } from './viewStore.ts'

type ModeName = 'focusMode' | 'typewriterMode' | 'namesShown' | 'fullScreen'

/** Where the state of the window has a mode. */
export const stateOfMode = {
  names: 'namesShown',
  focus: 'focusMode',
  typewriter: 'typewriterMode',
  fullScreen: 'fullScreen',
} as const satisfies Readonly<Record<WindowModeName, ModeName>>

export interface WindowModes {
  toggle(mode: ModeName): void
  /** The browser has left its full screen by itself. */
  leftFullScreen(): void
  dispose(): void
}

/** The browser's own full screen; it may refuse. */
export interface NativeFullScreen {
  enter(): Promise<void>
  leave(): Promise<void>
}

export interface WindowModesOptions {
  readonly view: ViewStore
  readonly editor: Pick<EditorController, 'focus'>
  /** Shows the text as it is wanted now. */
  readonly show: (modes: WritingModes & { readonly names: boolean }) => void
  /** Lasts as long as the window, over a reload. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  readonly native: NativeFullScreen
}

const storageKey = 'creonow.modes'
const modeNames: readonly ModeName[] = ['focusMode', 'typewriterMode', 'namesShown', 'fullScreen']

/** Focus, typewriter, names and full screen: what is on is remembered by the window. */
export const createWindowModes = (options: WindowModesOptions): WindowModes => {
  const { view, editor, show, storage, native } = options
  let before: Pick<ViewState, 'leftOpen' | 'panelOpen'> | null = null
  let turn: Promise<void> = Promise.resolve()

  /** One after the other: while a browser still enters full screen there is nothing to leave. What it refuses is passed over. */
  const inTurn = (step: () => Promise<void>) => {
    turn = turn.then(step).catch(() => undefined)
  }

  const apply = ({ focusMode, typewriterMode, namesShown }: ViewState) =>
    show({ focus: focusMode, typewriter: typewriterMode, names: namesShown })

  const enter = () => {
    const { leftOpen, panelOpen } = view.getState()
    before = { leftOpen, panelOpen }
    view.setState({ fullScreen: true, leftOpen: false, panelOpen: false, outlineOpen: false })
    // Refused, as in a frame or after a reload: the window itself is then all there is.
    inTurn(native.enter)
    editor.focus()
  }
  const leave = () => {
    const { narrow } = view.getState()
    view.setState({ fullScreen: false, ...(before ?? { leftOpen: !narrow, panelOpen: !narrow }) })
    before = null
  }

  const stored = (storage.getItem(storageKey) ?? '').split(' ')
  view.setState({
    focusMode: stored.includes('focusMode'),
    typewriterMode: stored.includes('typewriterMode'),
    namesShown: stored.includes('namesShown'),
  })
  if (stored.includes('fullScreen')) view.setState({ fullScreen: true, leftOpen: false, panelOpen: false })
  apply(view.getState())

  const stop = view.subscribe((state, previous) => {
    const changed = modeNames.filter((name) => state[name] !== previous[name])
    if (changed.length === 0) return
    storage.setItem(storageKey, modeNames.filter((name) => state[name]).join(' '))
    if (changed.some((name) => name !== 'fullScreen')) apply(state)
  })

  return {
    toggle(mode) {
      if (mode !== 'fullScreen') return view.setState((state) => ({ [mode]: !state[mode] }))
      if (!view.getState().fullScreen) return enter()
      leave()
      inTurn(native.leave)
    },
    leftFullScreen() {
      if (view.getState().fullScreen) leave()
    },
    dispose: stop,
  }
}
