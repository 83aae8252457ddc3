import type { ViewStore } from './viewStore.ts'

export interface TypingSwitch {
  toggle(): void
  /** Another window may have switched it. */
  reread(): void
  dispose(): void
}

const storageKey = 'creonow.smartTyping'

/** Whether smart typing is on: so it is until it is switched off, which is remembered. */
export const createTypingSwitch = (
  view: ViewStore,
  storage: Pick<Storage, 'getItem' | 'setItem'>,
): TypingSwitch => {
  const reread = () => view.setState({ smartTyping: storage.getItem(storageKey) !== 'off' })
  reread()
  const stop = view.subscribe(({ smartTyping }, before) => {
    if (smartTyping !== before.smartTyping) storage.setItem(storageKey, smartTyping ? 'on' : 'off')
  })
  return {
    toggle: () => view.setState(({ smartTyping }) => ({ smartTyping: !smartTyping })),
    reread,
    dispose: stop,
  }
}
