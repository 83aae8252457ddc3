import { contextBridge, ipcRenderer } from 'electron'
import type { EventName } from '#contract/events.ts'

const channelShape = /^[a-z]+(:[a-zA-Z]+)+$/
/** By name, so that a new event which is missing here does not compile. */
const eventNames: Readonly<Record<EventName, true>> = {
  access: true,
  run: true,
  agent: true,
  job: true,
  bookJob: true,
  backup: true,
  changed: true,
  desktop: true,
}

/** What main sends on `creonow:event`, one message per event. */
interface EventMessage {
  readonly event: string
  readonly payload: unknown
}

contextBridge.exposeInMainWorld('creonow', {
  /**
   * Answers with an envelope; an ill-formed channel name never reaches main. An AbortSignal cannot come through
   * the bridge, a function can: `whenCancelled` is given what cancels this call.
   */
  invoke(channel: string, input: unknown, whenCancelled?: (cancel: () => void) => void): Promise<unknown> {
    if (typeof channel !== 'string' || !channelShape.test(channel)) {
      const error = { code: 'UNKNOWN_CHANNEL', message: '没有这个功能。' }
      return Promise.resolve({ ok: false, error })
    }
    const id = crypto.randomUUID()
    const answer = ipcRenderer.invoke('creonow:invoke', channel, input, id)
    if (typeof whenCancelled === 'function') whenCancelled(() => ipcRenderer.send('creonow:cancel', id))
    return answer
  },

  /** Calls back with the payload alone; returns a function that stops it. */
  on(event: string, callback: (payload: unknown) => void): () => void {
    if (!Object.hasOwn(eventNames, event) || typeof callback !== 'function') return () => {}
    const listener = (_sender: unknown, message: EventMessage) => {
      if (message.event === event) callback(message.payload)
    }
    ipcRenderer.on('creonow:event', listener)
    return () => {
      ipcRenderer.removeListener('creonow:event', listener)
    }
  },
})
