import { contextBridge, ipcRenderer } from 'electron'
import type { EventName } from '#contract/events.ts'

const channelShape = /^[a-z]+(:[a-zA-Z]+)+$/
const eventNames: readonly EventName[] = ['run', 'job', 'changed']

/** What main sends on `creonow:event`, one message per event. */
interface EventMessage {
  readonly event: string
  readonly payload: unknown
}

contextBridge.exposeInMainWorld('creonow', {
  /** Answers with an envelope; an ill-formed channel name never reaches main. */
  invoke(channel: string, input: unknown): Promise<unknown> {
    if (typeof channel !== 'string' || !channelShape.test(channel)) {
      const error = { code: 'UNKNOWN_CHANNEL', message: '没有这个功能。' }
      return Promise.resolve({ ok: false, error })
    }
    return ipcRenderer.invoke('creonow:invoke', channel, input)
  },

  /** Calls back with the payload alone; returns a function that stops it. */
  on(event: string, callback: (payload: unknown) => void): () => void {
    if (!eventNames.some((name) => name === event) || typeof callback !== 'function') return () => {}
    const listener = (_sender: unknown, message: EventMessage) => {
      if (message.event === event) callback(message.payload)
    }
    ipcRenderer.on('creonow:event', listener)
    return () => {
      ipcRenderer.removeListener('creonow:event', listener)
    }
  },
})
