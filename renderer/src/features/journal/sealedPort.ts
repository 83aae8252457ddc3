import { toBase64url, utf8 } from '../../ipc/bytes.ts'
import type { JournalEntry, JournalKey, JournalPort } from './journal.ts'
import { journalKeysOf } from './journalKeys.ts'

interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>
  readonly bytes: ArrayBuffer
}

/** Begins the keys of sealed entries; the name of the encryption key and a hash of the entry's own key follow. */
const sealedKind = 'sealed'
const ivBytes = 12

/**
 * A journal that shows nothing to who takes the place of the host: entries are AES-GCM under the key of this host's
 * data folder, and what names them (chapters have titles in their names) is a keyed hash. Entries of another data
 * folder stay as they are. Changes are carried out in the order they were asked for.
 */
export const createSealedPort = async (port: JournalPort, journalKey: string): Promise<JournalPort> => {
  const { hash, cipher } = await journalKeysOf(journalKey)
  const hashes = new Map<string, string>()
  /** Computed once per key: a chapter is written at every key that is typed into it. */
  const hashOf = async (key: JournalKey) => {
    const text = JSON.stringify(key)
    const cached = hashes.get(text)
    if (cached !== undefined) return cached
    const computed = toBase64url(await crypto.subtle.sign('HMAC', hash, utf8(text)))
    hashes.set(text, computed)
    return computed
  }
  const prefix = [sealedKind, await hashOf([])]
  let last: Promise<unknown> = Promise.resolve()
  const inOrder = <T>(task: () => Promise<T>): Promise<T> => {
    const done = last.then(task)
    last = done.catch(() => undefined)
    return done
  }

  const write = async (entry: JournalEntry) => {
    const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
    const text = utf8(JSON.stringify(entry))
    const bytes = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, cipher, text)
    const value: Sealed = { iv, bytes }
    await port.write({ key: [...prefix, await hashOf(entry.key)], page: '', at: 0, value })
  }

  const open = async ({ value }: JournalEntry): Promise<JournalEntry | null> => {
    const { iv, bytes } = value as Sealed // Only `write` puts anything under this prefix.
    try {
      const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, cipher, bytes)
      return JSON.parse(new TextDecoder().decode(text)) as JournalEntry
    } catch (cause) {
      // Changed by somebody else: it is no text of the writer's any more, and it is left where it is.
      console.error('journal', cause)
      return null
    }
  }

  /** What lay there in the clear before there was encryption. */
  const sealOld = async () => {
    for (const entry of await port.read([])) {
      if (entry.key[0] === sealedKind) continue
      await write(entry)
      await port.remove(entry.key)
    }
  }

  const sealed: JournalPort = {
    read: (keys) =>
      inOrder(async () => {
        const entries = await Promise.all((await port.read(prefix)).map(open))
        return entries
          .filter((entry) => entry !== null)
          .filter(({ key }) => keys.every((part, at) => key[at] === part))
      }),
    write: (entry) => inOrder(() => write(entry)),
    remove: (key) => inOrder(async () => port.remove([...prefix, await hashOf(key)])),
  }
  await inOrder(sealOld).catch((cause: unknown) => {
    // A database that does not open: what is written next says so to the writer.
    console.error('journal', cause)
  })
  return sealed
}
