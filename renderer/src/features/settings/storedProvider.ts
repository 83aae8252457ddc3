import { errorPayload } from '../../../../main/src/contract/sentences/errorSentence.ts'
import type { Ipc } from '../../ipc/types.ts'
import { draftOf } from '../drafts/draft.ts'
import type { KeptSource } from '../kept/keptValue.ts'
import { fieldsOf, type ProviderFields, providerIn } from './providerFields.ts'

/** One service as its form stores it: the others of the list stay as they are at that moment. */
export const storedProvider = (ipc: Ipc, id: string): KeptSource<ProviderFields> => {
  const asStored = (fields: ProviderFields) => fieldsOf(providerIn(fields, id))
  return {
    async read() {
      const answer = await ipc.invoke('settings:get', {})
      if (!answer.ok) return answer
      const found = answer.data.providers.find((one) => one.id === id)
      if (found === undefined) return { ok: false, error: errorPayload('NOT_FOUND') }
      return { ok: true, data: { value: fieldsOf(found), hash: null } }
    },
    async write(fields, _hash, base) {
      const next = providerIn(fields, id)
      const answer = await ipc.invoke('settings:get', {})
      if (!answer.ok) return answer
      const found = answer.data.providers.find((one) => one.id === id)
      if (found === undefined || next === null) return { ok: false, error: errorPayload('NOT_FOUND') }
      if (draftOf(fieldsOf(found), base) !== null) return { ok: false, error: errorPayload('CONFLICT') }
      const providers = answer.data.providers.map((one) => (one.id === id ? next : one))
      const stored = await ipc.invoke('settings:update', { patch: { providers } })
      return stored.ok ? { ok: true, data: { hash: null } } : stored
    },
    isReady: (fields) => providerIn(fields, id) !== null,
    asStored: (fields) => (providerIn(fields, id) === null ? fields : asStored(fields)),
  }
}
